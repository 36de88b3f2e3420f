/** The canvas: the sheet with its fields, in a box that scrolls. */
import { type CSSProperties, type DragEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { useCommitEffect } from "../commit-effect";
import type { Field } from "../../core/types";
import { problemLine } from "../../core/problem-text";
import { useLocale, useT } from "../../i18n";
import { DataDialog } from "../../panels/data/form/DataDialog";
import { useProblems } from "../../panels/problems/live";
import { cx } from "../../ui";
import { attachGestures } from "../gestures/pointer";
import { useDesignerConfig, useDesignerData, useDesignerPage, useDesignerSample, useDesignerSelection, useDesignerUi, useDesignerZoom, useEditor } from "../hooks";
import { bindingOf, bindingsByName, warningsByField } from "../operations/warnings";
import { fieldsOf } from "../operations/design";
import type { Stage } from "../operations/stage";
import { angleOf } from "../operations/turning";
import { inBand } from "../operations/zones";
import { NOT_FILLING, type TextPlace } from "../store/editor";
import type { DesignerCanvasProps } from "../types";
import { mmToPx } from "../../core/page";
import { handleDrop, isDragOfOurs, showDropTarget } from "../drop/drop";
import { DropChooser } from "../drop/DropChooser";
import { useIsOnActiveTab } from "../parts/active-tab";
import { RowPager } from "../parts/RowPager";
import { CanvasMenu } from "./CanvasMenu";
import { BandEdges, Bands } from "./Bands";
import { Begin } from "./Begin";
import { FieldView, SECTION_BAR_PX } from "./FieldView";
import { GestureOverlay } from "./GestureOverlay";
import { MM, mm } from "./length";
import { OwnGuides } from "./OwnGuides";
import { Ruler, RULER_PX } from "./Rulers";
import { SelectionFrame } from "./SelectionFrame";
import { PaperBackground, Papers, PrintedParts } from "./PrintedPages";
import { ReadingOrder } from "./ReadingOrder";
import { StatusLine } from "./StatusLine";
import { useShownDesign, useSight, useStage } from "./useStage";
import { standingBack, variantsOf } from "./variants";
import { ZoomBar } from "./ZoomBar";

/** Beside the sheet; with the ruler it is what fitting leaves free. Below it there is room for the bars. */
const ROOM_X_PX = 14;
const ROOM_Y_PX = 24;
const ROOM_BOTTOM_PX = 56;
/** Height of the box that scrolls: what lies over it cannot say this by percentages. */
const HEIGHT = "--_canvas-height";
/** Height of the bars over the bottom of the canvas, below which pages can be scrolled. */
const BARS = "--_canvas-bars";
const ROOM_BOTTOM = `max(${ROOM_BOTTOM_PX}px, var(${BARS}, 0px))`;

export function DesignerCanvas({ className, style, whenTab, hideZoombar = false }: DesignerCanvasProps) {
  const shown = useIsOnActiveTab(whenTab);
  if (!shown) return null;
  return <Canvas className={className} style={style} hideZoombar={hideZoombar} />;
}

function Canvas({ className, style, hideZoombar }: { className: string | undefined; style: CSSProperties | undefined; hideZoombar: boolean }) {
  const editor = useEditor();
  const t = useT();
  const { bindings, template } = useDesignerData();
  const { design, index } = useDesignerPage();
  const { selectedIds, selectedId } = useDesignerSelection();
  const { isolateBands } = useDesignerUi();
  const { gridSizeMm, onCanvasDrop, renderFieldOverlay } = useDesignerConfig();
  const { zoom } = useDesignerZoom();
  const editing = useStore(editor.ui, (ui) => ui.editing);
  const previewed = useStore(editor.ui, (ui) => ui.previewed);
  const root = useRef<HTMLDivElement>(null);
  const bars = useRef<HTMLDivElement>(null);
  const hint = useId();
  useDrawing(index);
  const stage = useStage(index);
  const sight = useSight(stage, root, zoom);
  useShownDesign(root, stage);

  useCommitEffect(() => {
    const element = root.current;
    if (!element) return;
    editor.viewport.current = element;
    editor.roots.add(element);
    const detach = attachGestures(editor, element);
    const resized = () => {
      element.style.setProperty(HEIGHT, `${element.clientHeight}px`);
      if (bars.current) element.style.setProperty(BARS, `${bars.current.offsetHeight}px`);
      editor.zoom.followWidth();
    };
    const sized = typeof ResizeObserver === "function" ? new ResizeObserver(resized) : null;
    sized?.observe(element);
    if (bars.current) sized?.observe(bars.current);
    // A drag also ends elsewhere, or by Esc.
    const dropped = () => editor.overlay.setState({ drop: null });
    for (const end of ["dragend", "drop"]) window.addEventListener(end, dropped, true);
    return () => {
      detach();
      for (const end of ["dragend", "drop"]) window.removeEventListener(end, dropped, true);
      dropped();
      sized?.disconnect();
      editor.roots.delete(element);
      if (editor.viewport.current === element) editor.viewport.current = null;
    };
  }, [editor]);

  const { width, height } = design.page ?? { width: 210, height: 297 };
  const fields = fieldsOf(design);
  const byName = useMemo(() => bindingsByName(bindings), [bindings]);
  const { problems } = useProblems();
  const locale = useLocale();
  const warnings = useMemo(() => {
    return warningsByField(problems, fields, byName, t, (problem) => problemLine(problem, t, locale).replaceAll("`", ""));
  }, [problems, fields, byName, t, locale]);
  useCommitEffect(() => {
    editor.warnings = warnings;
  }, [editor, warnings]);
  const grid = gridSizeMm > 0 ? mm(gridSizeMm) : null;
  const variants = useMemo(() => variantsOf(fields), [fields]);
  const behind = useStore(editor.drawing.store, useShallow((state) => standingBack(variants, state)));
  const first = useStore(editor.drawing.store, (state) => (stage ? state.pages.get(stage.origin.number) : undefined));
  const covered = useMemo(() => coveredBars(fields, SECTION_BAR_PX / mmToPx(zoom)), [fields, zoom]);

  return (
    <CanvasMenu>
      <div
        ref={root}
        className={cx("jpd-designer__canvas", className)}
        data-part="canvas"
        data-scroll-root=""
        data-mode={isolateBands ? "bands" : "body"}
        data-view={stage ? "document" : "layout"}
        data-previewed={previewed || undefined}
        role="application"
        aria-label={t.editor.canvasLabel}
        aria-describedby={hint}
        aria-activedescendant={selectedId ? `${editor.drawing.prefix}${selectedId}` : undefined}
        tabIndex={0}
        style={{ position: "relative", overflow: "auto", containerType: "inline-size", scrollPaddingBlockEnd: `var(${BARS}, 0px)`, [MM]: `${mmToPx(zoom)}px`, ...style } as CSSProperties}
        onDragOver={(event) => {
          if (isDragOfOurs(event) || onCanvasDrop) event.preventDefault();
          showDropTarget(editor, event);
        }}
        onDragLeave={(event) => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) editor.overlay.setState({ drop: null });
        }}
        onDrop={(event: DragEvent<HTMLDivElement>) => handleDrop(editor, event)}
      >
        <span id={hint} hidden>
          {t.editor.canvasHelp}
        </span>
        <Definitions />
        <div className="jpd-canvas__ring" aria-hidden="true" style={{ position: "sticky", left: 0, top: 0, zIndex: 6, width: "100cqw", height: 0, pointerEvents: "none" }}>
          {/* Beside the rulers, whose numbers it would cut. */}
          <span style={{ position: "absolute", left: RULER_PX, top: RULER_PX, right: 0, height: `calc(var(${HEIGHT}, 0px) - ${RULER_PX}px)` }} />
        </div>
        <div
          className="jpd-canvas"
          style={{
            display: "grid",
            gridTemplateColumns: `${RULER_PX}px 1fr`,
            gridTemplateRows: `${RULER_PX}px 1fr`,
            width: "max-content",
            minWidth: "100%",
            minHeight: "100%",
          }}
        >
          <div className="jpd-ruler__corner" style={{ position: "sticky", left: 0, top: 0, zIndex: 4 }} />
          <div className="jpd-canvas__ruler" data-dir="x" style={{ position: "sticky", top: 0, zIndex: 3, display: "flex", justifyContent: "center", padding: `0 ${ROOM_X_PX}px`, overflow: "hidden" }}>
            <Ruler dir="x" length={width} zoom={zoom} />
          </div>
          <div className="jpd-canvas__ruler" data-dir="y" style={{ position: "sticky", left: 0, zIndex: 3, display: "flex", flexDirection: "column", justifyContent: "center", padding: `${ROOM_Y_PX}px 0 ${ROOM_BOTTOM}`, overflow: "hidden" }}>
            {stage ? <PageRulers stage={stage} sight={sight} zoom={zoom} /> : <Ruler dir="y" length={height} zoom={zoom} />}
          </div>
          <div className="jpd-canvas__stage" style={{ display: "grid", placeContent: "center", padding: `${ROOM_Y_PX}px ${ROOM_X_PX}px ${ROOM_BOTTOM}` }}>
            <div className="jpd-document" style={stage ? { position: "relative", width: mm(stage.width), height: mm(stage.height) } : { display: "contents" }}>
              {stage && <Papers stage={stage} sight={sight} />}
              <div
                className="jpd-page"
                data-sheet=""
                style={{
                  isolation: "isolate",
                  width: mm(width),
                  height: mm(height),
                  touchAction: "none",
                  backgroundColor: "#ffffff",
                  ...(stage ? { position: "absolute", left: mm(-stage.x), top: mm(-stage.y) } : { position: "relative" }),
                }}
              >
                {stage ? <PaperBackground sheet={stage.origin} page={first} /> : <Background uri={design.backgroundImage} index={index} width={width} height={height} />}
                {grid && (
                  <div
                    className="jpd-grid-overlay"
                    aria-hidden="true"
                    style={{ position: "absolute", inset: 0, pointerEvents: "none", backgroundSize: `${grid} ${grid}` }}
                  />
                )}
                <Bands design={design} active={isolateBands} />
                {isolateBands && <div className="jpd-canvas__backdrop" aria-hidden="true" style={{ position: "absolute", inset: 0, pointerEvents: "none" }} />}
                <OwnGuides grips />
                {/* What is painted has an order among itself; the rest of the canvas lies over it. */}
                <div className="jpd-document__fields" style={stage ? { position: "absolute", inset: 0, isolation: "isolate", pointerEvents: "none" } : { display: "contents" }}>
                  {stage && <PrintedParts stage={stage} sight={sight} design={index} selectedIds={selectedIds} bands={isolateBands} />}
                  {fields.map((field, at) =>
                    field ? (
                      <FieldView
                        key={field.id ?? at}
                        field={field}
                        binding={bindingOf(field, byName)}
                        selected={selectedIds.includes(field.id)}
                        primary={selectedId === field.id && selectedIds.length > 1}
                        wrongMode={inBand(field, design) !== isolateBands}
                        editing={editing === field.id}
                        behind={behind.includes(field.id)}
                        covered={covered.has(field.id)}
                        angle={angleOf(field, template)}
                        stage={stage}
                        warnings={warnings.get(field.name)?.length ?? 0}
                        description={warnings.get(field.name)?.join(". ")}
                        overlay={renderFieldOverlay}
                      />
                    ) : null,
                  )}
                </div>
                <OwnGuides />
                <BandEdges design={design} />
                <SelectionFrame design={design} editing={editing} />
                <ReadingOrder stage={stage} sight={sight} />
                <GestureOverlay />
                {fields.length === 0 && <Begin />}
              </div>
            </div>
          </div>
        </div>
        <div
          className="jpd-canvas__bars"
          style={{ position: "sticky", left: 0, bottom: 0, zIndex: 5, width: "100cqw", height: 0, pointerEvents: "none" }}
        >
          <div ref={bars} className="jpd-canvas__bar" data-no-gesture="" style={{ position: "absolute", left: 0, right: 0, bottom: 0, pointerEvents: "auto" }}>
            <StatusLine />
            <div className="jpd-canvas__tools" style={{ display: "flex", flex: "none" }}>
              <RowPager overCanvas />
              {!hideZoombar && <ZoomBar />}
            </div>
          </div>
        </div>
        <DropChooser />
        <FillIn />
      </div>
    </CanvasMenu>
  );
}

/** The form of the sample data, at a value whose text is on the page. */
function FillIn() {
  const editor = useEditor();
  const { at, text } = useStore(editor.filling);
  const [writing, setWriting] = useState<TextPlace | null>(null);
  useEffect(() => {
    if (writing === null) return undefined;
    // The dialog first gives the focus back, in a task of its own, which would end the editing.
    const timer = setTimeout(() => {
      setWriting(null);
      editor.editContent(writing.id, null, writing.item);
    });
    return () => clearTimeout(timer);
  }, [editor, writing]);
  const close = () => editor.filling.setState(NOT_FILLING);
  const write = () => {
    close();
    setWriting(text);
  };
  return at === null ? null : <DataDialog at={at} onClose={close} onWrite={text ? write : undefined} />;
}

/** A ruler beside each page in sight. */
function PageRulers({ stage, sight, zoom }: { stage: Stage; sight: readonly [number, number]; zoom: number }) {
  return (
    <div style={{ position: "relative", flex: "none", width: RULER_PX, height: mm(stage.height) }}>
      {stage.sheets(sight).map((sheet) => (
        <div key={sheet.number} style={{ position: "absolute", left: 0, top: mm(sheet.y - stage.y) }}>
          <Ruler dir="y" length={sheet.height} zoom={zoom} from={sheet.y} />
        </div>
      ))}
    </div>
  );
}

/** The sections of which other fields lie on the bar, whose name and theirs would run into each other. */
function coveredBars(fields: readonly Field[], barMm: number): ReadonlySet<string> {
  const under = (section: Field, { x, y, width, height }: Field) =>
    y < section.y + barMm && y + height > section.y && x < section.x + section.width && x + width > section.x;
  const sections = fields.filter((field) => field?.type === "section");
  return new Set(sections.filter((section) => fields.some((field) => field && field !== section && under(section, field))).map(({ id }) => id));
}

/** Asks for a drawing of each state of the document, and keeps the definitions that it uses. */
function useDrawing(index: number): void {
  const editor = useEditor();
  const { template, bindings } = useDesignerData();
  const { data } = useDesignerSample();
  const engine = useStore(editor.engine, (state) => state.engine);
  const { drawing } = editor;
  useCommitEffect(() => {
    drawing.setEngine(engine);
  }, [drawing, engine]);
  useCommitEffect(() => {
    drawing.request({ pair: { template, bindings }, data, design: index });
  }, [drawing, template, bindings, data, index, engine]);
  useEffect(() => () => drawing.dispose(), [drawing]);
}

/** Outlines of glyphs and pictures, once for all fields. They are added to, never replaced: their names keep their meaning. */
function Definitions() {
  const { drawing } = useEditor();
  const defs = useRef<SVGDefsElement>(null);
  useCommitEffect(() => {
    const element = defs.current;
    if (!element) return;
    element.innerHTML = drawing.allDefs();
    drawing.onDefs = (elements) => element.insertAdjacentHTML("beforeend", elements);
    drawing.onReplaced = (id) => element.querySelector(`[id="${CSS.escape(id)}"]`)?.remove();
    return () => {
      drawing.onDefs = () => {};
      drawing.onReplaced = () => {};
    };
  }, [drawing]);
  return (
    <svg aria-hidden="true" focusable="false" style={{ position: "absolute", width: 0, height: 0, overflow: "hidden" }}>
      <defs ref={defs} />
    </svg>
  );
}

interface BackgroundProps {
  uri: string | undefined;
  /** Index of the page design. */
  index: number;
  /** Of the page, in millimetres. */
  width: number;
  height: number;
}

/**
 * What is behind everything. The browser decodes a picture of the template once, whichever way it came; what the template
 * names elsewhere comes from the engine.
 */
function Background({ uri, index, width, height }: BackgroundProps) {
  const editor = useEditor();
  const drawn = useStore(editor.drawing.store, (state) => state.backgrounds.get(index) ?? "");
  if (uri?.startsWith("data:image/") || uri?.startsWith("blob:")) {
    return <img className="jpd-page__background" src={uri} alt="" draggable={false} style={{ ...BEHIND, objectFit: "fill" }} />;
  }
  if (drawn === "") return null;
  return <svg className="jpd-page__background" aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" style={BEHIND} dangerouslySetInnerHTML={{ __html: drawn }} />;
}

const BEHIND = { position: "absolute", inset: 0, width: "100%", height: "100%", pointerEvents: "none" } as const;

