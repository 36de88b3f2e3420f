/** The engine in this thread: runs tasks one after the other, and survives its own failures. */
import * as glue from "./generated/engine.js";
import { instance, restart } from "./instance";
import type { Reply, Request, Result, Supplies, Task } from "./protocol";
import type { Problem } from "./types";

export class EngineCore {
  #engine: glue.Engine | null = null;
  #instance = 0;
  #templates = new Map<number, number>();
  #data = new Map<number, number>();

  run({ id, supplies, task }: Request): Reply {
    const started = performance.now();
    try {
      this.#refresh();
      this.#take(supplies);
      const result = this.#perform(task);
      return { id, result, ms: performance.now() - started };
    } catch (error) {
      if (error instanceof Forgot) return { id, forgot: true };
      if (typeof error === "string") return { id, problem: JSON.parse(error) as Problem };
      this.#engine = null;
      return { id, crash: restart(error) };
    }
  }

  dispose(): void {
    if (this.#engine && this.#instance === instance()) this.#engine.free();
    this.#engine = null;
  }

  /** An engine in the present instance. */
  #refresh(): void {
    if (this.#engine && this.#instance === instance()) return;
    const lost = this.#engine !== null;
    this.#engine = new glue.Engine();
    this.#instance = instance();
    this.#templates.clear();
    this.#data.clear();
    // Another engine or a synchronous function of this thread failed since: what this one knew is gone too.
    if (lost) throw new Forgot();
  }

  #take({ fonts, library, templates, data, forget }: Supplies): void {
    const engine = this.#engine as glue.Engine;
    for (const key of forget ?? []) {
      const template = this.#templates.get(key);
      if (template !== undefined) engine.removeTemplate(template);
      const held = this.#data.get(key);
      if (held !== undefined) engine.removeData(held);
      this.#templates.delete(key);
      this.#data.delete(key);
    }
    if (fonts) {
      engine.clearFonts();
      fonts.files.forEach((file, index) => engine.addFont(`font ${index + 1}`, file));
    }
    if (library) {
      engine.clearLibrary();
      for (const [name, file] of Object.entries(library.files)) engine.addLibraryFile(name, file);
    }
    for (const { key, template, bindings } of templates ?? []) this.#templates.set(key, engine.addTemplate(template, bindings));
    for (const { key, text } of data ?? []) this.#data.set(key, engine.addData(text));
  }

  #perform(task: Task): Result {
    const engine = this.#engine as glue.Engine;
    switch (task.op) {
      case "render": {
        const rendered = engine.render(this.#template(task.template), this.#held(task.data), task.options);
        const result = { bytes: rendered.takeBytes(), pages: rendered.pages, warnings: rendered.warnings };
        rendered.free();
        return result;
      }
      case "draw": {
        const pages = task.pages && Uint32Array.from(task.pages);
        return engine.draw(this.#template(task.template), this.#held(task.data), task.options, pages);
      }
      case "pageSvg":
        return engine.pageSvg(this.#template(task.template), this.#held(task.data), task.options, task.page);
      case "layout":
        return engine.layout(this.#template(task.template), this.#held(task.data), task.options);
      case "check": {
        const data = task.data === undefined ? undefined : this.#held(task.data);
        return engine.check(this.#template(task.template), data, task.options);
      }
      case "evaluate":
        return engine.evaluate(task.text, this.#held(task.data), task.item, task.extensions);
      case "measure":
        return Array.from(engine.measureText(task.text, task.size));
      case "schema":
        return glue.schema();
      case "fail":
        glue.failForTest(task.message);
        return "";
      case "supply":
        return "";
    }
  }

  #template(key: number): number {
    return this.#templates.get(key) ?? -1;
  }

  #held(key: number): number {
    return this.#data.get(key) ?? -1;
  }
}

class Forgot extends Error {}
