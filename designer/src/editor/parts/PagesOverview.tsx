/** All page designs side by side. Fields are dragged from one page to another, or sent there by a list. */
import { type DragEvent, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { Select, useUiComponents } from "../../ui";
import type { Field, PageDesign } from "../../core/types";
import { useDesignerConfig, useDesignerPage, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import { Thumbnail } from "./Thumbnail";

const FIELD_MIME = "application/x-json-pdf-designer-page-field";

interface Dragged {
  page: number;
  id: string;
  /** Place in the field where the drag began, in mm. */
  dx: number;
  dy: number;
}

export function PagesOverview() {
  const editor = useEditor();
  const open = useStore(editor.ui, (ui) => ui.overviewOpen);
  const { multiple } = useDesignerPage();
  return open && multiple ? <Overview onClose={() => editor.ui.setState({ overviewOpen: false })} /> : null;
}

function Overview({ onClose }: { onClose: () => void }) {
  const t = useT().editor;
  const { pages } = useDesignerPage();
  const { Modal } = useUiComponents();
  return (
    <Modal title={t.overview} size="full" onClose={onClose}>
      <p className="jpd-hint">{t.overviewHint}</p>
      <ol className="jpd-overview">
        {pages.map((page, index) => (
          <OverviewPage key={page.id || index} design={page.design} index={index} name={page.name || t.pageName(index + 1)} onOpen={onClose} />
        ))}
      </ol>
    </Modal>
  );
}

function OverviewPage({ design, index, name, onOpen }: { design: PageDesign; index: number; name: string; onOpen: () => void }) {
  const editor = useEditor();
  const t = useT();
  const { pages } = useDesignerPage();
  const { permissions } = useDesignerConfig();
  const [over, setOver] = useState(false);
  const { width, height } = design.page ?? { width: 210, height: 297 };
  const drop = (event: DragEvent<HTMLDivElement>) => {
    setOver(false);
    const text = event.dataTransfer.getData(FIELD_MIME);
    if (text === "") return;
    event.preventDefault();
    const { page, id, dx, dy } = JSON.parse(text) as Dragged;
    const sheet = event.currentTarget.getBoundingClientRect();
    const at = {
      x: ((event.clientX - sheet.left) / sheet.width) * width - dx,
      y: ((event.clientY - sheet.top) / sheet.height) * height - dy,
    };
    moveField(editor, page, id, index, at);
  };
  return (
    <li className="jpd-overview__page">
      <button
        type="button"
        className="jpd-overview__name"
        onClick={() => {
          editor.actions.setPage(index);
          onOpen();
        }}
      >
        {name}
      </button>
      <div
        className="jpd-overview__sheet"
        data-overview-page={index}
        data-over={over || undefined}
        style={{ position: "relative", aspectRatio: `${width} / ${height}` }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(FIELD_MIME)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Thumbnail design={design} index={index} />
        {fieldsOf(design).map(
          (field) =>
            field &&
            !field.sectionId && (
              <div
                key={field.id}
                className="jpd-overview__field"
                data-overview-field={field.id}
                title={field.name}
                draggable={permissions.structure}
                style={{ position: "absolute", ...percent(field, width, height) }}
                onDragStart={(event) => {
                  const sheet = event.currentTarget.parentElement!.getBoundingClientRect();
                  const dragged: Dragged = {
                    page: index,
                    id: field.id,
                    dx: ((event.clientX - sheet.left) / sheet.width) * width - field.x,
                    dy: ((event.clientY - sheet.top) / sheet.height) * height - field.y,
                  };
                  event.dataTransfer.setData(FIELD_MIME, JSON.stringify(dragged));
                }}
              />
            ),
        )}
      </div>
      {permissions.structure && (
        <details className="jpd-disclosure">
          <summary className="jpd-disclosure__summary">{t.editor.pageFields(fieldsOf(design).length)}</summary>
          <ul className="jpd-list jpd-overview__list">
            {fieldsOf(design).map(
              (field) =>
                field &&
                !field.sectionId && (
                  <li key={field.id}>
                    <label className="jpd-overview__send">
                      <span>{field.name}</span>
                      <Select
                        aria-label={t.editor.sendToPage(field.name)}
                        value={index}
                        onChange={(event) => moveField(editor, index, field.id, Number(event.target.value))}
                      >
                        {pages.map((page, at) => (
                          <option key={page.id || at} value={at}>
                            {page.name || t.editor.pageName(at + 1)}
                          </option>
                        ))}
                      </Select>
                    </label>
                  </li>
                ),
            )}
          </ul>
        </details>
      )}
    </li>
  );
}

function percent(field: Field, width: number, height: number) {
  const share = (value: number, whole: number) => `${(value / whole) * 100}%`;
  return { left: share(field.x, width), top: share(field.y, height), width: share(field.width, width), height: share(field.height, height) };
}

/** Moves a field, with its members where it is a section, to a page and to a place there, in one step. */
function moveField(editor: ReturnType<typeof useEditor>, from: number, id: string, to: number, at?: { x: number; y: number }): void {
  const { actions } = editor;
  const shown = editor.page;
  const field = editor.fieldOn(from, id);
  if (!field || (from === to && !at)) return;
  actions.transaction({ kind: "move", name: field.name }, () => {
    actions.setPage(from);
    if (from !== to) actions.moveToPage([id], to);
    const place = at && { x: Math.round(at.x * 100) / 100, y: Math.round(at.y * 100) / 100 };
    if (place) actions.moveGroup([{ id, ...place }]);
  });
  actions.setPage(shown);
  editor.announce(editor.dict.editor.announceSent(field.name, to + 1));
}
