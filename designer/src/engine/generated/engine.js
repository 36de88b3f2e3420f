/* @ts-self-types="./engine.d.ts" */

/**
 * An engine with its fonts, and the templates and data that were given to it.
 */
export class Engine {
__destroy_into_raw() {
                const ptr = this.__wbg_ptr;
this.__wbg_ptr = 0;
EngineFinalization.unregister(this);
return ptr;
            }
            free() {
                const ptr = this.__destroy_into_raw();
                __wbg_call_guard();
        wasm.__wbg_engine_free(ptr, 0);
        
            }
            /**
 * Keeps data, a JSON text, and gives its handle.
 *
 * # Errors
 * `malformedJson`.
 * @param {string} data
 * @returns {number}
 */
addData(data) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const ptr0 = passStringToWasm0(data, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.engine_addData(this.__wbg_ptr, ptr0, len0);
if (ret[2]) {
throw takeFromExternrefTable0(ret[1]);
}
return ret[0] >>> 0;
}
/**
 * Adds a font file after those that were added before; all of them come before the fallback.
 *
 * # Errors
 * `fontUnreadable`, `fontDecompressFailed` or `fontRestricted`.
 * @param {string} name
 * @param {Uint8Array | number[]} bytes
 */
addFont(name, bytes) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(name, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.engine_addFont(this.__wbg_ptr, ptr0, len0, ptr1, len1);
if (ret[1]) {
throw takeFromExternrefTable0(ret[0]);
}
}
/**
 * Adds a file that templates name as `lib:NAME`, in the place of another one of its name.
 * @param {string} name
 * @param {Uint8Array | number[]} bytes
 */
addLibraryFile(name, bytes) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(name, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
__wbg_call_guard();
wasm.engine_addLibraryFile(this.__wbg_ptr, ptr0, len0, ptr1, len1);
}
/**
 * Keeps a template with its bindings, both JSON texts, and gives its handle.
 *
 * # Errors
 * `malformedJson` only: errors of a template are reported by the calls that use it.
 * @param {string} template
 * @param {string} bindings
 * @returns {number}
 */
addTemplate(template, bindings) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(template, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(bindings, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.engine_addTemplate(this.__wbg_ptr, ptr0, len0, ptr1, len1);
if (ret[2]) {
throw takeFromExternrefTable0(ret[1]);
}
return ret[0] >>> 0;
}
/**
 * Findings of `reportctl check` in a template, and with `data` also in the two together, as a
 * JSON array.
 *
 * # Errors
 * `timeLimit`; problems of the template are findings.
 * @param {number} template
 * @param {number | null | undefined} data
 * @param {string} options
 * @returns {string}
 */
check(template, data, options) {
let deferred5_0;
let deferred5_1;
try {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const val2 = +template;
const val3 = +(isLikeNone(data) ? Number.MAX_SAFE_INTEGER : (data) >>> 0);
const ptr0 = passStringToWasm0(options, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.engine_check(this.__wbg_ptr, val2, val3, ptr0, len0);
var ptr4 = ret[0];
var len4 = ret[1];
if (ret[3]) {
ptr4 = 0; len4 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred5_0 = ptr4;
deferred5_1 = len4;
return getStringFromWasm0(ptr4, len4);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred5_0, deferred5_1, 1);
}
}
/**
 * Forgets the fonts that were added.
 */
clearFonts() {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
__wbg_call_guard();
wasm.engine_clearFonts(this.__wbg_ptr);
}
/**
 * Forgets the files that were added.
 */
clearLibrary() {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
__wbg_call_guard();
wasm.engine_clearLibrary(this.__wbg_ptr);
}
/**
 * Pages as drawings: the pages numbered in `pages`, or all. A JSON text of the shape of
 * `DrawnDocument` in `designer/src/engine/types.ts`, where `images` has only the images that
 * this engine has not given before, and each page names in `pictures` the images that it uses.
 *
 * # Errors
 * The problem that kept the document from being drawn.
 * @param {number} template
 * @param {number} data
 * @param {string} options
 * @param {Uint32Array | number[] | null} [pages]
 * @returns {string}
 */
draw(template, data, options, pages) {
let deferred6_0;
let deferred6_1;
try {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const val3 = +template;
const val4 = +data;
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(options, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = isLikeNone(pages) ? 0 : passArray32ToWasm0(pages, wasm.__wbindgen_malloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.engine_draw(this.__wbg_ptr, val3, val4, ptr0, len0, ptr1, len1);
var ptr5 = ret[0];
var len5 = ret[1];
if (ret[3]) {
ptr5 = 0; len5 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred6_0 = ptr5;
deferred6_1 = len5;
return getStringFromWasm0(ptr5, len5);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred6_0, deferred6_1, 1);
}
}
/**
 * Result of a template text for data, or for an item of it given as a JSON text: `{ text,
 * error? }`.
 *
 * # Errors
 * `malformedJson`, and the limits of a render.
 * @param {string} text
 * @param {number} data
 * @param {string | null} [item]
 * @param {boolean | null} [extensions]
 * @returns {string}
 */
evaluate(text, data, item, extensions) {
let deferred5_0;
let deferred5_1;
try {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const val3 = +data;
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = isLikeNone(item) ? 0 : passStringToWasm0(item, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.engine_evaluate(this.__wbg_ptr, ptr0, len0, val3, ptr1, len1, isLikeNone(extensions) ? 0xFFFFFF : extensions ? 1 : 0);
var ptr4 = ret[0];
var len4 = ret[1];
if (ret[3]) {
ptr4 = 0; len4 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred5_0 = ptr4;
deferred5_1 = len4;
return getStringFromWasm0(ptr4, len4);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred5_0, deferred5_1, 1);
}
}
/**
 * The page model of a template and data, as `--format layout` prints it, with `id` and
 * `pointer` of every field.
 *
 * # Errors
 * The problem that kept it from being made.
 * @param {number} template
 * @param {number} data
 * @param {string} options
 * @returns {string}
 */
layout(template, data, options) {
let deferred5_0;
let deferred5_1;
try {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const val2 = +template;
const val3 = +data;
const ptr0 = passStringToWasm0(options, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.engine_layout(this.__wbg_ptr, val2, val3, ptr0, len0);
var ptr4 = ret[0];
var len4 = ret[1];
if (ret[3]) {
ptr4 = 0; len4 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred5_0 = ptr4;
deferred5_1 = len4;
return getStringFromWasm0(ptr4, len4);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred5_0, deferred5_1, 1);
}
}
/**
 * Width, ascent and descent of a line of text in millimetres: `[w, a, d]`.
 *
 * # Errors
 * `unsupportedGlyph`.
 * @param {string} text
 * @param {number} font_size
 * @returns {Float64Array}
 */
measureText(text, font_size) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const val2 = +font_size;
const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.engine_measureText(this.__wbg_ptr, ptr0, len0, val2);
if (ret[3]) {
throw takeFromExternrefTable0(ret[2]);
}
var v3 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
return v3;
}
/**
 * An engine with Helvetica and the fallback font.
 */
constructor() {
let ret;
__wbg_call_guard();
ret = wasm.engine_new();
this.__wbg_ptr = ret;
Object.defineProperty(this, '__wbg_inst', { value: __wbg_instance_id, writable: true });
EngineFinalization.register(this, { ptr: ret, instance: __wbg_instance_id }, this);
return this;
}
/**
 * One page, numbered from 1, as an SVG file.
 *
 * # Errors
 * The problem that kept the page from being drawn; `invalidField` where there is no such page.
 * @param {number} template
 * @param {number} data
 * @param {string} options
 * @param {number} page
 * @returns {string}
 */
pageSvg(template, data, options, page) {
let deferred6_0;
let deferred6_1;
try {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const val2 = +template;
const val3 = +data;
const val4 = +page;
const ptr0 = passStringToWasm0(options, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.engine_pageSvg(this.__wbg_ptr, val2, val3, ptr0, len0, val4);
var ptr5 = ret[0];
var len5 = ret[1];
if (ret[3]) {
ptr5 = 0; len5 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred6_0 = ptr5;
deferred6_1 = len5;
return getStringFromWasm0(ptr5, len5);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred6_0, deferred6_1, 1);
}
}
/**
 * Forgets data.
 * @param {number} handle
 */
removeData(handle) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
__wbg_call_guard();
wasm.engine_removeData(this.__wbg_ptr, handle);
}
/**
 * Forgets a template.
 * @param {number} handle
 */
removeTemplate(handle) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
__wbg_call_guard();
wasm.engine_removeTemplate(this.__wbg_ptr, handle);
}
/**
 * The PDF of a template and data.
 *
 * # Errors
 * The problem that kept the document from being made.
 * @param {number} template
 * @param {number} data
 * @param {string} options
 * @returns {Rendered}
 */
render(template, data, options) {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
const val2 = +template;
const val3 = +data;
const ptr0 = passStringToWasm0(options, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.engine_render(this.__wbg_ptr, val2, val3, ptr0, len0);
if (ret[2]) {
throw takeFromExternrefTable0(ret[1]);
}
return Rendered.__wrap(ret[0]);
}
}
if (Symbol.dispose) Engine.prototype[Symbol.dispose] = Engine.prototype.free;

/**
 * A finished document.
 */
export class Rendered {
static __wrap(ptr) {
                    const obj = Object.create(Rendered.prototype);
                    obj.__wbg_ptr = ptr;
Object.defineProperty(obj, '__wbg_inst', { value: __wbg_instance_id, writable: true });

                    RenderedFinalization.register(obj, { ptr, instance: __wbg_instance_id }, obj);
                    return obj;
                }
                __destroy_into_raw() {
                const ptr = this.__wbg_ptr;
this.__wbg_ptr = 0;
RenderedFinalization.unregister(this);
return ptr;
            }
            free() {
                const ptr = this.__destroy_into_raw();
                __wbg_call_guard();
        wasm.__wbg_rendered_free(ptr, 0);
        
            }
            /**
 * Number of pages.
 * @returns {number}
 */
get pages() {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
let ret;
__wbg_call_guard();
ret = wasm.rendered_pages(this.__wbg_ptr);
return ret >>> 0;
}
/**
 * The PDF; it can be taken once.
 * @returns {Uint8Array}
 */
takeBytes() {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
let ret;
__wbg_call_guard();
ret = wasm.rendered_takeBytes(this.__wbg_ptr);
var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
return v1;
}
/**
 * Warnings, as a JSON array.
 * @returns {string}
 */
get warnings() {
let deferred1_0;
let deferred1_1;
try {
if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
throw new Error('Invalid stale object from previous Wasm instance');
}
let ret;
__wbg_call_guard();
ret = wasm.rendered_warnings(this.__wbg_ptr);
deferred1_0 = ret[0];
deferred1_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
}
}
}
if (Symbol.dispose) Rendered.prototype[Symbol.dispose] = Rendered.prototype.free;

export function __wbg_reset_state () {
__wbg_instance_id++;
cachedFloat64ArrayMemory0 = null;
cachedUint32ArrayMemory0 = null;
cachedUint8ArrayMemory0 = null;
if (typeof numBytesDecoded !== 'undefined') numBytesDecoded = 0;
if (typeof WASM_VECTOR_LEN !== 'undefined') WASM_VECTOR_LEN = 0;
__wbg_reinit_scheduled = false;
            wasmInstance = new WebAssembly.Instance(wasmModule, __wbg_get_imports());
            wasm = wasmInstance.exports;
            wasm.__wbindgen_start();
            }

/**
 * Items sorted, cut and coloured as charts draw them (spec 5.6).
 * @param {string} _arguments
 * @returns {string}
 */
export function aggregateItems(_arguments) {
let deferred3_0;
let deferred3_1;
try {
const ptr0 = passStringToWasm0(_arguments, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.aggregateItems(ptr0, len0);
var ptr2 = ret[0];
var len2 = ret[1];
if (ret[3]) {
ptr2 = 0; len2 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred3_0 = ptr2;
deferred3_1 = len2;
return getStringFromWasm0(ptr2, len2);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred3_0, deferred3_1, 1);
}
}

/**
 * The tokens of a text that cannot be read, with their faults.
 * @param {string} text
 * @returns {string}
 */
export function badTokens(text) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.badTokens(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * Inputs of each binding of a value: texts, and rows as JSON texts (spec 5.2). Sections, charts
 * and cards give nothing; of several bindings of a name the last one counts.
 * @param {string} bindings
 * @param {string} data
 * @param {number} year
 * @returns {string}
 */
export function buildInputs(bindings, data, year) {
let deferred5_0;
let deferred5_1;
try {
const val3 = +year;
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(bindings, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(data, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.buildInputs(ptr0, len0, ptr1, len1, val3);
var ptr4 = ret[0];
var len4 = ret[1];
if (ret[3]) {
ptr4 = 0; len4 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred5_0 = ptr4;
deferred5_1 = len4;
return getStringFromWasm0(ptr4, len4);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred5_0, deferred5_1, 1);
}
}

/**
 * Label and value of the items that a chart binding lets through, in the order of the data.
 * @param {string} binding
 * @param {string} data
 * @returns {string}
 */
export function chartItems(binding, data) {
let deferred4_0;
let deferred4_1;
try {
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(binding, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(data, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.chartItems(ptr0, len0, ptr1, len1);
var ptr3 = ret[0];
var len3 = ret[1];
if (ret[3]) {
ptr3 = 0; len3 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred4_0 = ptr3;
deferred4_1 = len3;
return getStringFromWasm0(ptr3, len3);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred4_0, deferred4_1, 1);
}
}

/**
 * Version, palettes, table presets and icons.
 * @returns {string}
 */
export function constants() {
let deferred1_0;
let deferred1_1;
try {
let ret;
__wbg_call_guard();
ret = wasm.constants();
deferred1_0 = ret[0];
deferred1_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
}
}

/**
 * The parts of an expression with their places, for colours; none where it cannot be cut.
 * @param {string} source
 * @returns {string}
 */
export function expressionTokens(source) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(source, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.expressionTokens(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * Fails as a bug would, so that tests see what the callers of the engine do then.
 * @param {string} message
 */
export function failForTest(message) {
const ptr0 = passStringToWasm0(message, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
__wbg_call_guard();
wasm.failForTest(ptr0, len0);
}

/**
 * Every problem of a field that stands alone on a page, with its bindings.
 * @param {string} field
 * @param {string} bindings
 * @returns {string}
 */
export function fieldProblems(field, bindings) {
let deferred4_0;
let deferred4_1;
try {
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(field, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(bindings, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.fieldProblems(ptr0, len0, ptr1, len1);
var ptr3 = ret[0];
var len3 = ret[1];
if (ret[3]) {
ptr3 = 0; len3 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred4_0 = ptr3;
deferred4_1 = len3;
return getStringFromWasm0(ptr3, len3);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred4_0, deferred4_1, 1);
}
}

/**
 * The figure of a card's binding.
 * @param {string} binding
 * @param {string} data
 * @returns {number}
 */
export function kpiValue(binding, data) {
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(binding, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(data, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.kpiValue(ptr0, len0, ptr1, len1);
if (ret[2]) {
throw takeFromExternrefTable0(ret[1]);
}
return ret[0];
}

/**
 * Message of the panic that ended this instance.
 * @returns {string | undefined}
 */
export function lastPanic() {
let ret;
__wbg_call_guard();
ret = wasm.lastPanic();
let v1;
if (ret[0] !== 0) {
v1 = getStringFromWasm0(ret[0], ret[1]);
wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
}
return v1;
}

/**
 * The braces of a text that have no partner.
 * @param {string} text
 * @returns {string}
 */
export function looseBraces(text) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.looseBraces(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * A text that is one token around a path or a function, taken apart for forms.
 * @param {string} text
 * @returns {string}
 */
export function parseFormula(text) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.parseFormula(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * The places, in the list of a binding, of the items that its filters let through; `null` where
 * the data has no such list.
 * @param {string} binding
 * @param {string} data
 * @returns {string}
 */
export function passingItems(binding, data) {
let deferred4_0;
let deferred4_1;
try {
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(binding, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(data, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.passingItems(ptr0, len0, ptr1, len1);
var ptr3 = ret[0];
var len3 = ret[1];
if (ret[3]) {
ptr3 = 0; len3 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred4_0 = ptr3;
deferred4_1 = len3;
return getStringFromWasm0(ptr3, len3);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred4_0, deferred4_1, 1);
}
}

/**
 * A text with `{expressions}` filled with data, which is JSON. `year` is the year of dates without
 * one. `extensions`: `true` if the text is of a template with extensions, which is the default.
 * @param {string} text
 * @param {string} data
 * @param {number} year
 * @param {boolean | null} [extensions]
 * @returns {string}
 */
export function renderText(text, data, year, extensions) {
let deferred5_0;
let deferred5_1;
try {
const val3 = +year;
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(data, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.renderText(ptr0, len0, ptr1, len1, val3, isLikeNone(extensions) ? 0xFFFFFF : extensions ? 1 : 0);
var ptr4 = ret[0];
var len4 = ret[1];
if (ret[3]) {
ptr4 = 0; len4 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred5_0 = ptr4;
deferred5_1 = len4;
return getStringFromWasm0(ptr4, len4);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred5_0, deferred5_1, 1);
}
}

/**
 * The rows that the columns of a binding make of a list.
 * @param {string} list
 * @param {string} columns
 * @param {number} year
 * @returns {string}
 */
export function rowsOf(list, columns, year) {
let deferred5_0;
let deferred5_1;
try {
const val3 = +year;
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(list, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(columns, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
let ret;
__wbg_call_guard();
ret = wasm.rowsOf(ptr0, len0, ptr1, len1, val3);
var ptr4 = ret[0];
var len4 = ret[1];
if (ret[3]) {
ptr4 = 0; len4 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred5_0 = ptr4;
deferred5_1 = len4;
return getStringFromWasm0(ptr4, len4);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred5_0, deferred5_1, 1);
}
}

/**
 * JSON Schema of template files.
 * @returns {string}
 */
export function schema() {
let deferred1_0;
let deferred1_1;
try {
let ret;
__wbg_call_guard();
ret = wasm.schema();
deferred1_0 = ret[0];
deferred1_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
}
}

/**
 * A key as a part of a path; empty where no quote fits it.
 * @param {string} key
 * @returns {string}
 */
export function segmentFor(key) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(key, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.segmentFor(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * Called once per instance, before anything else.
 */
export function start() {
__wbg_call_guard();
wasm.start();
}

/**
 * The operators of an expression that have a blank on one side only.
 * @param {string} source
 * @returns {string}
 */
export function suspiciousOperators(source) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(source, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.suspiciousOperators(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * The first such operator of each token of a text.
 * @param {string} text
 * @returns {string}
 */
export function suspiciousTokens(text) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.suspiciousTokens(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * Syntax error of an expression without braces; `null` if there is none.
 * @param {string} source
 * @returns {string}
 */
export function syntaxFault(source) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(source, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.syntaxFault(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * A key as a token of a text; empty where none can name it.
 * @param {string} key
 * @returns {string}
 */
export function tokenFor(key) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passStringToWasm0(key, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.tokenFor(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * The plain font inside a WOFF or WOFF2 file.
 *
 * # Errors
 * `fontDecompressFailed` or `fontUnreadable`.
 * @param {Uint8Array | number[]} bytes
 * @returns {Uint8Array}
 */
export function unpackFont(bytes) {
const ptr0 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.unpackFont(ptr0, len0);
if (ret[3]) {
throw takeFromExternrefTable0(ret[2]);
}
var v2 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
return v2;
}

/**
 * Reason why a template of this version cannot be read; `null` if it can.
 * @param {string} template
 * @returns {string}
 */
export function versionProblem(template) {
let deferred3_0;
let deferred3_1;
try {
const ptr0 = passStringToWasm0(template, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
let ret;
__wbg_call_guard();
ret = wasm.versionProblem(ptr0, len0);
var ptr2 = ret[0];
var len2 = ret[1];
if (ret[3]) {
ptr2 = 0; len2 = 0;
throw takeFromExternrefTable0(ret[2]);
}
deferred3_0 = ptr2;
deferred3_1 = len2;
return getStringFromWasm0(ptr2, len2);
} finally {
__wbg_call_guard();
wasm.__wbindgen_free(deferred3_0, deferred3_1, 1);
}
}
function __wbg_get_imports() {
            const import0 = {
            __proto__: null,
        __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
throw new Error(getStringFromWasm0(arg0, arg1));
},
__wbindgen_generic_0000000000000001: function(arg0, arg1) {
// Cast intrinsic for `Ref(String) -> Externref`.
const ret = getStringFromWasm0(arg0, arg1);
return ret;
},
__wbindgen_init_externref_table: function() {
const table = wasm.__wbindgen_externrefs;
table.set(0, undefined);
table.set(1024, undefined);
table.set(1025, null);
table.set(1026, true);
table.set(1027, false);
},
};
        return {
            __proto__: null,
            "./engine_bg.js": import0,
        };
}

function __wbg_call_guard() {
                if (__wbg_reinit_scheduled) {
                    __wbg_reset_state();
                    return;
                }
}


let __wbg_instance_id = 0;
const EngineFinalization = (typeof FinalizationRegistry === 'undefined')
? { register: () => {}, unregister: () => {} }
: new FinalizationRegistry(({ ptr, instance }) => {
                if (instance === __wbg_instance_id) wasm.__wbg_engine_free(ptr, 1);
            });
const RenderedFinalization = (typeof FinalizationRegistry === 'undefined')
? { register: () => {}, unregister: () => {} }
: new FinalizationRegistry(({ ptr, instance }) => {
                if (instance === __wbg_instance_id) wasm.__wbg_rendered_free(ptr, 1);
            });

function getArrayF64FromWasm0(ptr, len) {
                    ptr = ptr >>> 0;
                    return getFloat64ArrayMemory0().subarray(ptr / 8, ptr / 8 + len);
                }

function getArrayU8FromWasm0(ptr, len) {
                    ptr = ptr >>> 0;
                    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
                }

let cachedFloat64ArrayMemory0 = null;
                function getFloat64ArrayMemory0() {
                    if (cachedFloat64ArrayMemory0 === null || cachedFloat64ArrayMemory0.byteLength === 0) {
                        cachedFloat64ArrayMemory0 = new Float64Array(wasm.memory.buffer);
                    }
                    return cachedFloat64ArrayMemory0;
                }

function getStringFromWasm0(ptr, len) {
                    ptr = ptr >>> 0;
                    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
                }

let cachedUint32ArrayMemory0 = null;
                function getUint32ArrayMemory0() {
                    if (cachedUint32ArrayMemory0 === null || cachedUint32ArrayMemory0.byteLength === 0) {
                        cachedUint32ArrayMemory0 = new Uint32Array(wasm.memory.buffer);
                    }
                    return cachedUint32ArrayMemory0;
                }

let cachedUint8ArrayMemory0 = null;
                function getUint8ArrayMemory0() {
                    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
                        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
                    }
                    return cachedUint8ArrayMemory0;
                }

function isLikeNone(x) {
                return x === undefined || x === null;
            }

function passArray32ToWasm0(arg, malloc) {
                    const ptr = malloc(arg.length * 4, 4) >>> 0;
                    getUint32ArrayMemory0().set(arg, ptr / 4);
                    WASM_VECTOR_LEN = arg.length;
                    return ptr;
                }

function passArray8ToWasm0(arg, malloc) {
                    const ptr = malloc(arg.length * 1, 1) >>> 0;
                    getUint8ArrayMemory0().set(arg, ptr / 1);
                    WASM_VECTOR_LEN = arg.length;
                    return ptr;
                }

function passStringToWasm0(arg, malloc, realloc) {
                    if (realloc === undefined) {
                    const buf = cachedTextEncoder.encode(arg);
                    const ptr = malloc(buf.length, 1) >>> 0;
                    getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
                    WASM_VECTOR_LEN = buf.length;
                    return ptr;
                }

                let len = arg.length;
                let ptr = malloc(len, 1) >>> 0;

                const mem = getUint8ArrayMemory0();

                let offset = 0;

                for (; offset < len; offset++) {
                    const code = arg.charCodeAt(offset);
                    if (code > 0x7F) break;
                    mem[ptr + offset] = code;
                }
            if (offset !== len) {
                        if (offset !== 0) {
                            arg = arg.slice(offset);
                        }
                        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
                        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
                        const ret = cachedTextEncoder.encodeInto(arg, view);
                        
                        offset += ret.written;
                        ptr = realloc(ptr, len, offset, 1) >>> 0;
                    }

                    WASM_VECTOR_LEN = offset;
                    return ptr;
                }

let __wbg_reinit_scheduled = false;

function takeFromExternrefTable0(idx) {
                    const value = wasm.__wbindgen_externrefs.get(idx);
                    wasm.__externref_table_dealloc(idx);
                    return value;
                }

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
                        const MAX_SAFARI_DECODE_BYTES = 2146435072;
                        let numBytesDecoded = 0;
                        function decodeText(bytes) {
                            numBytesDecoded += bytes.length;
                            if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
                                cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
                                cachedTextDecoder.decode();
                                numBytesDecoded = bytes.length;
                            }
                            return cachedTextDecoder.decode(bytes);
                        }

const cachedTextEncoder = new TextEncoder();

                        if (!('encodeInto' in cachedTextEncoder)) {
                            cachedTextEncoder.encodeInto = function (arg, view) {
                const buf = cachedTextEncoder.encode(arg);
                view.set(buf);
                return {
                    read: arg.length,
                    written: buf.length
                };
            };
                        }

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
            function __wbg_finalize_init(instance, module) {
                wasmInstance = instance;
                wasm = instance.exports;
                wasmModule = module;
                cachedFloat64ArrayMemory0 = null;
cachedUint32ArrayMemory0 = null;
cachedUint8ArrayMemory0 = null;
wasm.__wbindgen_start();
return wasm;
            }

            async function __wbg_load(module, imports) {
                if (typeof Response === 'function' && module instanceof Response) {
                    if (!module.ok) {
                        throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
                    }

                    if (typeof WebAssembly.instantiateStreaming === 'function') {
                        try {
                            return await WebAssembly.instantiateStreaming(module, imports);
                        } catch (e) {
                            const validResponse = expectedResponseType(module.type);

                            if (validResponse && module.headers.get('Content-Type') !== 'application/wasm') {
                                console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);

                            } else { throw e; }
                        }
                    }

                    const bytes = await module.arrayBuffer();
                    return await WebAssembly.instantiate(bytes, imports);
                } else {
                    const instance = await WebAssembly.instantiate(module, imports);

                    if (instance instanceof WebAssembly.Instance) {
                        return { instance, module };
                    } else {
                        return instance;
                    }
                }

                function expectedResponseType(type) {
                    switch (type) {
                        case 'basic': case 'cors': case 'default': return true;
                    }
                    return false;
                }
            }

            function initSync(module) {
                if (wasm !== undefined) return wasm;

                
                if (module !== undefined) {
                    if (Object.getPrototypeOf(module) === Object.prototype) {
                        ({module} = module)
                    } else {
                        console.warn('using deprecated parameters for `initSync()`; pass a single object instead')
                    }
                }

                const imports = __wbg_get_imports();
                if (!(module instanceof WebAssembly.Module)) {
                    module = new WebAssembly.Module(module);
                }
                const instance = new WebAssembly.Instance(module, imports);
                return __wbg_finalize_init(instance, module);
            }

            let __wbg_init_promise;
            async function __wbg_init(module_or_path) {
                if (wasm !== undefined) return wasm;
                if (__wbg_init_promise === undefined) {
                    __wbg_init_promise = __wbg_init_once(module_or_path);
                    __wbg_init_promise.catch(() => { __wbg_init_promise = undefined; });
                }
                return __wbg_init_promise;
            }

            async function __wbg_init_once(module_or_path) {
                
                if (module_or_path !== undefined) {
                    if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
                        ({module_or_path} = module_or_path)
                    } else {
                        console.warn('using deprecated parameters for the initialization function; pass a single object instead')
                    }
                }

                
                const imports = __wbg_get_imports();

                if (typeof module_or_path === 'string' || (typeof Request === 'function' && module_or_path instanceof Request) || (typeof URL === 'function' && module_or_path instanceof URL)) {
                    module_or_path = fetch(module_or_path);
                }

                const { instance, module } = await __wbg_load(await module_or_path, imports);

                return __wbg_finalize_init(instance, module);
            }
            
export { initSync, __wbg_init as default };