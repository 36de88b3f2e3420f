/** Parts that all gestures of the pointer share: thresholds, sessions, and the canvas in millimetres. */
import type { Field, PageDesign } from "../../core/types";
import { PX_PER_MM, type Rect } from "../../core/page";
import { fieldsOf } from "../operations/design";
import { inBand } from "../operations/zones";
import type { Editor } from "../store/editor";
import { guidesAt } from "../store/notes";

/** Movements below this are clicks. */
export const THRESHOLD_PX = 3;
/** Distance within which guides attract edges. */
export const SNAP_PX = 4;
/** Fields that move on a layer of their own: more cost more than they save. */
export const MAX_LAYERS = 40;

export interface Pointer {
  clientX: number;
  clientY: number;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

export interface Session {
  move: (pointer: Pointer) => void;
  /** `commit` false: everything is as before. */
  end: (commit: boolean, pointer: Pointer) => void;
}

/** Adds to the selection, and lets fields move without snapping. */
export const additive = (pointer: Pick<Pointer, "ctrlKey" | "metaKey" | "shiftKey">) => pointer.ctrlKey || pointer.metaKey || pointer.shiftKey;

/** The canvas as gestures see it: places in millimetres, elements of fields, and the pages that they are printed on. */
export function surfaceOf(editor: Editor, root: HTMLElement) {
  const sheet = () => root.querySelector<HTMLElement>("[data-sheet]");
  const scale = () => PX_PER_MM * editor.view.getState().zoom;
  const mode = () => editor.ui.getState().isolateBands;
  const inMode = (field: Field, design: PageDesign) => inBand(field, design) === mode();

  function toMm(pointer: { clientX: number; clientY: number }): { x: number; y: number } {
    const rect = sheet()?.getBoundingClientRect();
    return rect ? { x: (pointer.clientX - rect.left) / scale(), y: (pointer.clientY - rect.top) / scale() } : { x: 0, y: 0 };
  }

  const ownGuides = () => guidesAt(editor.notes.getState(), editor.page);

  /** The corner of the printed page that a field is on; the sheet's own where the canvas shows the layout. */
  function pageCorner(shown: Rect): { x: number; y: number } {
    const sheet = editor.stage.getState().stage?.sheetAt(shown.y);
    return sheet ? { x: sheet.x, y: sheet.y } : { x: 0, y: 0 };
  }

  /** The design with each field where it is shown on the page that has this corner; those on other pages are left out. */
  function designOn(page: { x: number; y: number }, design: PageDesign): PageDesign {
    if (!editor.stage.getState().stage) return design;
    const schemas = fieldsOf(design).flatMap((field) => {
      if (!field) return [];
      const shown = editor.shownRect(field);
      const corner = pageCorner(shown);
      return corner.x === page.x && corner.y === page.y ? [{ ...field, ...shown, x: shown.x - page.x, y: shown.y - page.y } as Field] : [];
    });
    return { ...design, schemas };
  }

  /** The other places where fields are printed, which move along; as parts of drawings they are measured in millimetres. */
  function partsOf(ids: Iterable<string>): SVGElement[] {
    return [...ids].flatMap((id) => [...root.querySelectorAll<SVGElement>(`[data-part-of="${CSS.escape(id)}"]`)]);
  }

  function elementOf(id: string): HTMLElement | null {
    return root.querySelector<HTMLElement>(`[data-field-id="${CSS.escape(id)}"]`);
  }

  const selectionFrame = () => root.querySelector<HTMLElement>("[data-selection-frame]");

  return { editor, root, sheet, scale, mode, inMode, toMm, ownGuides, pageCorner, designOn, partsOf, elementOf, selectionFrame };
}

export type Surface = ReturnType<typeof surfaceOf>;
