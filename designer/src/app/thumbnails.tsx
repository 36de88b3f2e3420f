/** Pictures of templates: the first page as it prints, as it was kept, then drawn one after the other as they come into sight. */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { Engine } from "../engine";
import { svgOf } from "../panels/preview/picture";
import { ENGINE_BUILD, takeEngine } from "./engine";
import { loadPicture, type Picture, storePicture } from "./pictures";

/** Input of a drawing. */
export interface Sample {
  /** Changes with what is drawn. */
  version: string;
  template: unknown;
  bindings: unknown;
  data: unknown;
}

/** Pixels of the longer side: twice what is shown, for dense screens. */
const SIDE_PX = 480;

/** Draws one template at a time, so that the page stays quick; the engine starts with the first. */
export class Painter {
  #engine: Promise<Engine> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  readonly #start: () => Promise<Engine>;

  constructor(start: () => Promise<Engine> = takeEngine) {
    this.#start = start;
  }

  /** The picture of the first page: `before` where that is drawn from the same, `null` where there is none, or no more need. */
  paint(load: () => Promise<Sample>, signal: AbortSignal, before?: Picture): Promise<Picture | null> {
    const painted = this.#last.then(async () => {
      if (signal.aborted) return null;
      const { version: own, ...sample } = await load();
      const version = `${ENGINE_BUILD} ${own}`;
      if (before?.version === version) return before;
      const engine = await (this.#engine ??= this.#start());
      const { pages, images } = await engine.draw(sample, [1], signal);
      const [page] = pages;
      if (!page || signal.aborted) return null;
      const scale = SIDE_PX / Math.max(page.width, page.height);
      const size = { width: Math.round(page.width * scale), height: Math.round(page.height * scale) };
      return { version, svg: svgOf(page, images, size) };
    });
    // A template that cannot be drawn has no picture; the others have theirs.
    const settled = painted.catch(() => null);
    this.#last = settled;
    return settled;
  }

  dispose(): void {
    void this.#engine?.then((engine) => engine.dispose(), () => {});
    this.#engine = null;
  }
}

export const PainterContext = createContext<Painter | null>(null);

export function Painting({ children }: { children: ReactNode }) {
  const [painter, setPainter] = useState<Painter | null>(null);
  useEffect(() => {
    const own = new Painter();
    setPainter(own);
    return () => own.dispose();
  }, []);
  return <PainterContext.Provider value={painter}>{children}</PainterContext.Provider>;
}

export interface ThumbnailProps {
  /** Another one is another picture; it is kept by this name. */
  id: string;
  load: () => Promise<Sample>;
  /** Called once it is in sight. */
  onSeen?: () => void;
}

/** A decoration: the name of the template stands beside it. */
export function Thumbnail({ id, load, onSeen }: ThumbnailProps) {
  const painter = useContext(PainterContext);
  const box = useRef<HTMLSpanElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const latest = useRef({ load, onSeen });
  latest.current = { load, onSeen };
  useEffect(() => {
    const element = box.current;
    if (!painter || !element) return undefined;
    const controller = new AbortController();
    let shown: string | null = null;
    const show = ({ svg }: Picture) => {
      if (shown !== null) URL.revokeObjectURL(shown);
      shown = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      setAddress(shown);
    };
    const begin = async () => {
      latest.current.onSeen?.();
      const before = await loadPicture(id);
      if (controller.signal.aborted) return;
      if (before) show(before);
      const made = await painter.paint(() => latest.current.load(), controller.signal, before);
      if (made === null || made === before || controller.signal.aborted) return;
      show(made);
      await storePicture(id, made);
    };
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void begin();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      controller.abort();
      setAddress(null);
      if (shown !== null) URL.revokeObjectURL(shown);
    };
  }, [painter, id]);
  return (
    <span ref={box} className="app-thumbnail" aria-hidden="true">
      {address !== null && <img src={address} alt="" />}
    </span>
  );
}
