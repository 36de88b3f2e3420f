/** The pages without the first place of each field: paper, repeated parts, and the pages of other designs. */
import { memo, useMemo } from "react";
import { useStore } from "zustand";
import type { PrintedPage, PrintedPart } from "../drawing/drawing-store";
import { useEditor } from "../hooks";
import type { Sheet, Stage } from "../operations/stage";
import { box, mm } from "./length";

const WHOLE = { position: "absolute", inset: 0, width: "100%", height: "100%", pointerEvents: "none" } as const;

interface SightProps {
  stage: Stage;
  /** Numbers of the first and the last page. */
  sight: readonly [number, number];
}

/** The sheets of paper, but the one that the fields lie on. */
export function Papers({ stage, sight }: SightProps) {
  const editor = useEditor();
  const pages = useStore(editor.drawing.store, (state) => state.pages);
  const others = stage.sheets(sight).filter(({ number }) => number !== stage.origin.number);
  return others.map((sheet) => (
    <div
      key={sheet.number}
      className="jpd-page"
      data-paper={sheet.number}
      data-of-design={sheet.design}
      style={{ position: "absolute", ...box({ ...sheet, x: sheet.x - stage.x, y: sheet.y - stage.y }), touchAction: "none", backgroundColor: "#ffffff" }}
    >
      <PaperBackground sheet={sheet} page={pages.get(sheet.number)} />
    </div>
  ));
}

/** Content behind all fields. */
export function PaperBackground({ sheet, page }: { sheet: Sheet; page: PrintedPage | undefined }) {
  if (!page?.background) return null;
  return <svg className="jpd-page__background" aria-hidden="true" viewBox={`0 0 ${sheet.width} ${sheet.height}`} preserveAspectRatio="none" style={WHOLE} dangerouslySetInnerHTML={{ __html: page.background }} />;
}

/** Parts of a page that are painted one after the other, and the place of the first of them in the order of the page. */
interface Run {
  order: number;
  parts: PrintedPart[];
}

function runsOf(page: PrintedPage, design: number): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  page.parts.forEach((part, order) => {
    if (part.first && part.design === design) open = null;
    else if (open) open.parts.push(part);
    else runs.push((open = { order, parts: [part] }));
  });
  return runs;
}

interface PartsProps extends SightProps {
  /** Index of the design that is edited. */
  design: number;
  selectedIds: readonly string[];
  /** True if header, footer and margins are edited. */
  bands: boolean;
}

/** The repeated parts; they lie between the fields as they are painted. */
export function PrintedParts({ stage, sight, ...props }: PartsProps) {
  const editor = useEditor();
  const pages = useStore(editor.drawing.store, (state) => state.pages);
  return stage.sheets(sight).map((sheet) => {
    const page = pages.get(sheet.number);
    // A page that belonged to another design is drawn again in a moment.
    return page?.design === sheet.design ? <PartsOfPage key={sheet.number} sheet={sheet} page={page} {...props} /> : null;
  });
}

const PartsOfPage = memo(
  function PartsOfPage({ sheet, page, design, selectedIds, bands }: { sheet: Sheet; page: PrintedPage } & Omit<PartsProps, "stage" | "sight">) {
    const runs = useMemo(() => runsOf(page, design), [page, design]);
    return runs.map(({ order, parts }) => (
      <svg
        key={order}
        className="jpd-document__parts"
        data-of-design={page.design === design ? undefined : page.design}
        aria-hidden="true"
        focusable="false"
        viewBox={`0 0 ${sheet.width} ${sheet.height}`}
        style={{ position: "absolute", ...box(sheet), zIndex: order, overflow: "hidden", pointerEvents: "none" }}
      >
        {parts.map((part, index) => (
          <Part key={index} part={part} selected={selectedIds.includes(part.id)} wrongMode={page.design === design && (part.zone === "body") === bands} />
        ))}
      </svg>
    ));
  },
  (a, b) =>
    a.page === b.page && a.design === b.design && a.bands === b.bands && a.selectedIds === b.selectedIds && a.sheet.x === b.sheet.x && a.sheet.y === b.sheet.y,
);

/** A field at one more place. Sections are taken hold of by their bar. */
const Part = memo(function Part({ part, selected, wrongMode }: { part: PrintedPart; selected: boolean; wrongMode: boolean }) {
  const { x, y, width, height } = part.box;
  return (
    <g className="jpd-document__part" data-part-of={part.id} data-item={part.item} data-selected={selected || undefined} data-wrongmode={wrongMode || undefined}>
      <g dangerouslySetInnerHTML={{ __html: part.svg }} />
      <rect x={x} y={y} width={Math.max(0, width)} height={Math.max(0, height)} fill="none" style={{ pointerEvents: wrongMode || part.type === "section" ? "none" : "all" }} />
    </g>
  );
});
