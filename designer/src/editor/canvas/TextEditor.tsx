/** A text that is written on the sheet: lines, emphasis and the names of fields, in its own looks. */
import { type CSSProperties, type DragEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { isExtended } from "../../core/fields";
import { columnPath } from "../../core/formulas";
import { lookOf } from "../../core/looks";
import { themedColor } from "../../core/theme";
import type { Binding, DataDragPayload, Template, TextSchema } from "../../core/types";
import { useT, withInlineCode } from "../../i18n";
import { DATA_MIME, readDragPayload } from "../../panels/data/drag";
import { useValueTaker } from "../../panels/data/taker";
import { useExtensions } from "../../panels/properties/extensions";
import { plainName, printedName, type ScopeName, totalsOf, useScope } from "../../panels/formula/scope";
import { useDesignerData, useDesignerPage, useDesignerSample, useEditor } from "../hooks";
import { writtenToken } from "../drop/effect";
import { withDesign, withFields, fieldsOf } from "../operations/design";
import { printedValues } from "../operations/printed-values";
import { textOf } from "../operations/written-text";
import { escapeMarkup, finishMarkers, type Replacement, type Selection, toggleList, toggleMarker } from "./emphasis";
import { type Emphasis, EmphasisBar } from "./EmphasisBar";
import { FieldNames, type Offer, offerAt, writtenNameAt } from "./FieldNames";
import { FONT, lengthInPoints, mm, pt } from "./length";
import { stretchesOf } from "./marks";

const FAMILIES: Record<string, string> = {
  "builtin:helvetica": FONT,
  "builtin:times": '"Times New Roman", "Liberation Serif", Tinos, serif',
  "builtin:courier": '"Courier New", "Liberation Mono", Cousine, monospace',
};

const LINE_HEIGHT = 1.2;
/** The baseline of a line lies a font size below its top; browsers put it by the metrics of Helvetica. */
const BASELINE = 0.6535;

const breaks = (text: string) => /[\n\r]/.test(text);

export function TextEditor({ field, binding }: { field: TextSchema; binding: Binding | undefined }) {
  const editor = useEditor();
  const t = useT();
  const { template, bindings } = useDesignerData();
  const { design } = useDesignerPage();
  const { data, given: changed, onChangeData } = useDesignerSample();
  const extensions = useExtensions();
  const scope = useScope(field, "text");
  const totals = () => (scope ? totalsOf(scope, t).map(({ label, formula }) => ({ name: formula, node: null, sample: label })) : []);
  const input = useRef<HTMLTextAreaElement>(null);
  const typed = useRef(false);
  /** Place of markers that were begun at the caret, until the writing ends. */
  const begun = useRef<number | null>(null);
  /** Selection of a text that is not shown yet. */
  const awaited = useRef<{ text: string; from: number; to: number } | null>(null);
  const listId = useId();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [active, setActive] = useState(0);
  const [caret, setCaret] = useState(Infinity);
  const extended = isExtended(template);
  const own = textOf(field, binding, data);
  const looks = looksOf(field, template);
  const wraps = extended && (looks.wrap ?? "none") !== "none";
  const markdown = extended && field.textFormat === "inline-markdown";
  const stretches = useMemo(() => (markdown ? stretchesOf(own) : []), [markdown, own]);
  const hasMarks = stretches.some(({ mark }) => mark);

  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    // The text of a new field is to be replaced; that of another one goes on.
    if (element.value === t.schemaDefaults.textContent) element.select();
    else element.setSelectionRange(element.value.length, element.value.length);
  }, []);

  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    const { style } = element.parentElement!;
    style.height = "0";
    style.width = wraps ? "100%" : "0";
    if (!wraps) style.width = `max(100%, ${element.scrollWidth + 2}px)`;
    style.height = `${element.scrollHeight}px`;
    if (awaited.current?.text !== element.value) return;
    element.setSelectionRange(awaited.current.from, awaited.current.to);
    awaited.current = null;
  });

  const write = (value: string) => {
    typed.current = true;
    const label = { kind: "edit" as const, name: field.name };
    const coalesce = `content:${field.id}`;
    // A text of several lines is one: without wrapping its breaks would print as blanks.
    const lines = extended && !wraps && breaks(value) && !field.style ? { wrap: "word" as const, overflow: field.overflow ?? ("expand" as const) } : {};
    if (binding?.type === "template" || binding?.type === "scalar") {
      editor.actions.transaction(label, () => {
        editor.actions.setBinding(field.name, { schemaName: field.name, type: "template", template: value });
        if ("wrap" in lines) editor.actions.updateSchema(field.id, lines, { label });
      }, coalesce);
    } else editor.actions.updateSchema(field.id, { content: value, ...lines }, { label, coalesce });
  };

  const close = () => {
    editor.endEditing();
    editor.viewport.current?.focus({ preventScroll: true });
  };

  const look = () => {
    const element = input.current;
    if (!element) return;
    const next = element.selectionStart === element.selectionEnd ? offerAt(element.value, element.selectionEnd, scope, totals, (name) => plainName(name, t)) : null;
    setOffer(next);
    setActive(0);
  };

  /** As if it had been typed, so that the browser's undo takes it back. */
  const replace = (from: number, to: number, insert: string, selectFrom = from + insert.length, selectTo = selectFrom) => {
    const element = input.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(from, to);
    if (!document.execCommand?.("insertText", false, insert)) {
      element.setRangeText(insert, from, to, "end");
      write(element.value);
    }
    element.setSelectionRange(selectFrom, selectTo);
  };

  const insert = (payload: DataDragPayload) => {
    const element = input.current;
    if (element) replace(element.selectionStart, element.selectionEnd, writtenToken(editor, payload, field));
    setOffer(null);
  };
  /** Takes blanks out of markers that were left open, and markers without words away. */
  const finish = () => {
    const value = input.current?.value;
    if (value === undefined || begun.current === null) return;
    const finished = finishMarkers(value, begun.current);
    begun.current = null;
    if (finished !== value) write(finished);
  };
  useEffect(() => {
    const own = { finish };
    editor.writing = own;
    return () => {
      if (editor.writing === own) editor.writing = null;
    };
  });

  // The focus may be among the values of the data meanwhile: what takes it from there ends the writing.
  const root = useRef<HTMLDivElement>(null);
  const taking = useValueTaker({ root, insert, onLeave: () => editor.endEditing() });

  const draggedOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DATA_MIME)) return;
    event.stopPropagation();
    editor.overlay.setState({ drop: null });
    // Over the text the browser shows the place; beside it the value goes where the cursor is.
    if (event.target !== input.current) event.preventDefault();
  };

  const dropped = (event: DragEvent) => {
    const payload = readDragPayload(event.dataTransfer);
    const element = input.current;
    if (!payload || !element) return;
    event.preventDefault();
    event.stopPropagation();
    const caret = event.target === element ? document.caretPositionFromPoint?.(event.clientX, event.clientY) : null;
    if (caret?.offsetNode === element) element.setSelectionRange(caret.offset, caret.offset);
    insert(payload);
  };

  const choose = (chosen: ScopeName) => {
    if (!offer) return;
    const expression = offer.whole && scope ? printedName(template, data, scope, chosen, editor.table()?.rows) : chosen.name;
    replace(offer.from, offer.to, offer.open ? `${expression}}` : expression, offer.from + expression.length + 1);
    setOffer(null);
  };

  /** A brace that closes a name makes it print as one that is chosen does. Returns false where there is nothing to do. */
  const closeName = (): boolean => {
    const element = input.current;
    if (!element || !scope || element.selectionStart !== element.selectionEnd) return false;
    const caret = element.selectionEnd;
    const written = writtenNameAt(element.value, caret, scope);
    if (!written) return false;
    const expression = printedName(template, data, scope, written.name, editor.table()?.rows);
    if (expression === written.name.name) return false;
    const isClosed = element.value[caret] === "}";
    replace(written.from, isClosed ? caret + 1 : caret, `${expression}}`);
    setOffer(null);
    return true;
  };

  const remember = (text: string, { from, to, insert, selectFrom, selectTo }: Replacement) => {
    const next = text.slice(0, from) + insert + text.slice(to);
    if (selectFrom === selectTo && next[selectFrom - 1] === "*" && next[selectFrom] === "*") begun.current = /\**$/.exec(next.slice(0, selectFrom))!.index;
    return next;
  };

  const emphasize = (emphasis: Emphasis) => {
    const element = input.current;
    if (!element || !extended) return;
    const toggle = (selection: Selection) =>
      emphasis === "bullets" || emphasis === "numbers" ? toggleList(selection, emphasis) : toggleMarker(selection, emphasis === "bold" ? "**" : "*");
    const { value: text, selectionStart: from, selectionEnd: to } = element;
    // Lists print in texts that wrap.
    const isList = emphasis === "bullets" || emphasis === "numbers";
    const lines = isList && !wraps && !field.style ? { wrap: "word" as const, overflow: field.overflow ?? ("expand" as const) } : {};
    if (markdown) {
      if (isList && !wraps) editor.actions.updateSchema(field.id, lines, { label: { kind: "edit", name: field.name } });
      const change = toggle({ text, from, to });
      replace(change.from, change.to, change.insert, change.selectFrom, change.selectTo);
      if (!isList) remember(text, change);
      return;
    }
    // What is a star now stays one.
    const [before, inside] = [escapeMarkup(text.slice(0, from)), escapeMarkup(text.slice(from, to))];
    const whole = before + inside + escapeMarkup(text.slice(to));
    const change = toggle({ text: whole, from: before.length, to: before.length + inside.length });
    const next = isList ? whole.slice(0, change.from) + change.insert + whole.slice(change.to) : remember(whole, change);
    awaited.current = { text: next, from: change.selectFrom, to: change.selectTo };
    editor.actions.transaction({ kind: "edit", name: field.name }, () => {
      editor.actions.updateSchema(field.id, { textFormat: "inline-markdown", ...lines });
      write(next);
    });
  };

  const printAsLines = () => {
    const { page, native } = editor;
    extensions.set(true);
    editor.document.apply({ kind: "edit", name: field.name }, (pair) => ({
      ...pair,
      template: withDesign(pair.template, page, native, (design) =>
        withFields(design, fieldsOf(design).map((other) => (other?.id === field.id ? ({ ...other, wrap: "word", overflow: "expand" } as TextSchema) : other))),
      ),
    }));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const key = event.key.toLowerCase();
    if (command && key === "z" && !typed.current) {
      // Nothing is typed yet: what is taken back is what was done before.
      event.preventDefault();
      close();
      editor.actions.undo();
    } else if (command && (key === "b" || key === "i")) {
      event.preventDefault();
      emphasize(key === "b" ? "bold" : "italic");
    } else if (event.key === "}") {
      if (closeName()) event.preventDefault();
    } else if (offer && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      setActive((active + (event.key === "ArrowDown" ? 1 : offer.names.length - 1)) % offer.names.length);
    } else if (offer && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(offer.names[active]!);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (offer) setOffer(null);
      else close();
    }
  };

  const source = /^\{[^{}]*\}$/.test(own.trim()) ? columnPath(own.trim()) : null;
  const values = extended && onChangeData ? printedValues(own, field, editor.editingItem, { template, design, bindings, data: changed }) : [];
  // The value at the caret, or before it.
  const value = values.findLast(({ from }) => from < caret) ?? values[0];
  const fillIn = () => {
    if (!value) return;
    close();
    editor.filling.setState({ at: value.keys, text: null });
  };

  const size = looks.fontSize || 10;
  const given = wraps ? (looks.lineHeight ?? LINE_HEIGHT) : breaks(own) ? LINE_HEIGHT : 1;
  const lineHeight = typeof given === "number" ? given : lengthInPoints(given) / size;
  // A length has its baseline at 5/6 of it, where a line of 1.2 has its own.
  const baseline = BASELINE + (typeof given === "number" ? 0 : lineHeight / LINE_HEIGHT - 1);
  const vertical = { top: "flex-start", middle: "safe center", bottom: "safe flex-end" }[extended ? (looks.verticalAlignment ?? "top") : "top"];
  const side = { center: "safe center", right: "safe flex-end", end: "safe flex-end" }[looks.alignment as string] ?? "flex-start";
  const font: CSSProperties = {
    fontFamily: FAMILIES[looks.fontName ?? ""] ?? FONT,
    fontSize: mm(pt(size)),
    fontWeight: extended && looks.bold ? 700 : 400,
    fontStyle: extended && looks.italic ? "italic" : "normal",
    letterSpacing: extended && looks.characterSpacing ? mm(pt(looks.characterSpacing)) : undefined,
    textTransform: extended ? ({ upper: "uppercase", lower: "lowercase", none: undefined } as const)[looks.textTransform ?? "none"] : undefined,
    textDecoration: extended && looks.underline ? "underline" : undefined,
    lineHeight,
  };
  const lines: CSSProperties = { textAlign: looks.alignment, whiteSpace: wraps ? "pre-wrap" : "pre", overflowWrap: "anywhere" };
  const color = themedColor(looks.fontColor, template) || "#000000";
  return (
    <div
      ref={root}
      className="jpd-writing"
      data-no-gesture=""
      onDragEnter={draggedOver}
      onDragOver={draggedOver}
      onDrop={dropped}
      style={{ position: "absolute", left: 0, top: 0, width: "100%", minHeight: "100%", background: themedColor(looks.backgroundColor, template) || "#ffffff" }}
      {...taking}
    >
      {extended && <EmphasisBar onPress={emphasize} source={value?.name ?? source} onFillIn={value && fillIn} />}
      <div style={{ display: "flex", minHeight: mm(field.height), alignItems: vertical, justifyContent: side, padding: extended ? paddingOf(looks.padding) : 0, boxSizing: "border-box" }}>
        <div style={{ ...font, position: "relative", top: `${baseline - lineHeight / 2}em`, flex: "none" }}>
          <textarea
            ref={input}
            className="jpd-cell-input jpd-writing__text"
            aria-label={`${t.text.designText}: ${field.name}`}
            aria-autocomplete="list"
            aria-controls={offer ? listId : undefined}
            aria-activedescendant={offer ? `${listId}-${active}` : undefined}
            rows={1}
            spellCheck={false}
            value={own}
            onChange={(event) => {
              const { value } = event.target;
              // Typing before the markers moves them.
              if (begun.current !== null && value.slice(0, begun.current) !== own.slice(0, begun.current)) begun.current += value.length - own.length;
              write(value);
              look();
            }}
            onSelect={() => {
              const element = input.current;
              if (element) setCaret(element.selectionEnd);
              if (offer && element && (element.selectionEnd < offer.from || element.selectionEnd > offer.to)) look();
            }}
            onKeyDown={onKeyDown}
            style={{
              ...font,
              display: "block",
              width: "100%",
              height: "100%",
              boxSizing: "border-box",
              margin: 0,
              padding: 0,
              border: 0,
              resize: "none",
              overflow: "hidden",
              // The mirror shows the letters where there are marks.
              color: hasMarks ? "transparent" : color,
              caretColor: color,
              background: "transparent",
              ...lines,
            }}
          />
          {hasMarks && (
            <div className="jpd-writing__mirror" aria-hidden="true" style={{ ...font, ...lines, color }}>
              {stretches.map(({ text, mark, bold, italic, underline, strike }, index) => (
                <span key={index} data-mark={mark} data-bold={bold} data-italic={italic} data-underline={underline} data-strike={strike}>
                  {text}
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
      {(offer || hasMarks || (!extended && breaks(own))) && (
        <div className="jpd-writing__below" onMouseDown={(event) => event.preventDefault()}>
          {offer && <FieldNames id={listId} label={t.editor.fieldNames} offer={offer} active={active} onChoose={choose} />}
          {!offer && hasMarks && (
            <p className="jpd-callout jpd-writing__note">
              <span>{withInlineCode(t.emphasis.marks)}</span>
            </p>
          )}
          {!offer && !hasMarks && (
            <p className="jpd-callout jpd-writing__note" role="note">
              {t.editor.linesAsBlanks}{" "}
              <button type="button" className="jpd-linkbtn" disabled={extensions.disabled} onClick={printAsLines}>
                {t.editor.printLines}
              </button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** The looks that writing shows. */
const LOOKS = ["fontName", "fontSize", "fontColor", "bold", "italic", "underline", "characterSpacing", "textTransform", "lineHeight", "alignment", "verticalAlignment", "backgroundColor", "padding"] as const;

/** The field as its style makes it. */
function looksOf(field: TextSchema, template: Template): TextSchema {
  const looks = LOOKS.map((key) => {
    const { value, inherited } = lookOf(template, field, key);
    return [key, value ?? inherited];
  });
  return { ...field, ...Object.fromEntries(looks) } as TextSchema;
}

function paddingOf(padding: TextSchema["padding"]): string | number {
  if (typeof padding === "number") return mm(padding);
  if (!padding) return 0;
  return [padding.top, padding.right, padding.bottom, padding.left].map((side) => mm(side ?? 0)).join(" ");
}
