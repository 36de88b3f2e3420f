/** The page designs as thumbnails, drawn by the engine; a page is added, copied, renamed, moved and deleted here. */
import { memo, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { cx } from "../../ui";
import { IconChevronDown, IconChevronUp, IconPencil, IconPlus, IconTrash } from "../../ui/icons";
import type { PageDesign } from "../../core/types";
import { useDesignerConfig, useDesignerPage, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import type { PartProps } from "../types";
import { CopyIcon } from "./CopyIcon";
import { useGate } from "./gate";
import { usePartRoot } from "./root";

const PAGE_MIME = "application/x-json-pdf-designer-page";

export function DesignerPages({ className, style, whenTab }: PartProps) {
  const shown = useGate(whenTab);
  const t = useT().editor;
  const editor = useEditor();
  const { pages, index, multiple } = useDesignerPage();
  const { permissions } = useDesignerConfig();
  const root = usePartRoot();
  const [renaming, setRenaming] = useState<number | null>(null);
  if (!shown || !editor.native) return null;
  const { actions } = editor;
  return (
    <nav ref={root as React.RefObject<HTMLElement>} className={cx("jpd-part jpd-pages", className)} data-part="pages" aria-label={t.pages} style={style}>
      <ol className="jpd-pages__list">
        {pages.map((page, at) => {
          const name = page.name || t.pageName(at + 1);
          const current = at === index;
          return (
            <li
              key={page.id || at}
              className="jpd-pages__item"
              data-active={current || undefined}
              onDragOver={(event) => {
                if (event.dataTransfer.types.includes(PAGE_MIME)) event.preventDefault();
              }}
              onDrop={(event) => {
                const from = event.dataTransfer.getData(PAGE_MIME);
                if (from === "") return;
                event.preventDefault();
                actions.movePage(Number(from), at);
              }}
            >
              <button
                type="button"
                className="jpd-pages__thumb"
                aria-current={current ? "page" : undefined}
                aria-label={`${name}, ${t.pageFields(fieldsOf(page.design).length)}`}
                draggable={multiple && permissions.page}
                onDragStart={(event) => event.dataTransfer.setData(PAGE_MIME, String(at))}
                onClick={() => actions.setPage(at)}
                onDoubleClick={() => multiple && permissions.page && setRenaming(at)}
                onKeyDown={(event) => {
                  if (event.key === "F2" && multiple) setRenaming(at);
                }}
              >
                <Thumbnail design={page.design} index={at} />
              </button>
              {renaming === at ? (
                <input
                  className="jpd-input"
                  aria-label={t.renamePage(name)}
                  defaultValue={page.name}
                  placeholder={name}
                  autoFocus
                  onFocus={(event) => event.target.select()}
                  onBlur={(event) => {
                    if (renaming === at) actions.renamePage(at, event.target.value);
                    setRenaming(null);
                  }}
                  onKeyDown={(event) => {
                    event.stopPropagation();
                    if (event.key === "Enter") event.currentTarget.blur();
                    if (event.key === "Escape") setRenaming(null);
                  }}
                />
              ) : (
                <span className="jpd-pages__name">{name}</span>
              )}
              {current && permissions.page && (
                <span className="jpd-pages__actions">
                  {multiple && (
                    <>
                      <IconButton label={t.movePageUp(name)} disabled={at === 0} onClick={() => actions.movePage(at, at - 1)}>
                        <IconChevronUp />
                      </IconButton>
                      <IconButton label={t.movePageDown(name)} disabled={at === pages.length - 1} onClick={() => actions.movePage(at, at + 1)}>
                        <IconChevronDown />
                      </IconButton>
                      <IconButton label={t.renamePage(name)} onClick={() => setRenaming(at)}>
                        <IconPencil />
                      </IconButton>
                    </>
                  )}
                  <IconButton label={t.duplicatePage(name)} onClick={() => actions.duplicatePage(at)}>
                    <CopyIcon />
                  </IconButton>
                  {multiple && (
                    <IconButton label={t.deletePage(name)} disabled={pages.length < 2} tone="danger" onClick={() => actions.removePage(at)}>
                      <IconTrash />
                    </IconButton>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {permissions.page && (
        <button type="button" className="jpd-pages__add" onClick={() => actions.addPage()}>
          <IconPlus />
          {t.addPage}
        </button>
      )}
    </nav>
  );
}

function IconButton({ label, tone, ...rest }: { label: string; tone?: string } & React.ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className="jpd-iconbtn" aria-label={label} title={label} data-tone={tone} {...rest} />;
}

/** The first printed page of a design; boxes of its fields while there is no drawing. */
const Thumbnail = memo(function Thumbnail({ design, index }: { design: PageDesign; index: number }) {
  const editor = useEditor();
  const drawn = useStore(editor.drawing.store, (state) => state.firstPages.get(index));
  const { width, height } = design.page ?? { width: 210, height: 297 };
  return (
    <svg
      className="jpd-pages__sheet"
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `min(6.5rem, calc(8.5rem * ${width / height}))`, aspectRatio: `${width} / ${height}` }}
      aria-hidden="true"
      focusable="false"
    >
      {drawn ? (
        <g dangerouslySetInnerHTML={{ __html: drawn.background + drawn.placements.map((placement) => placement.svg).join("") }} />
      ) : (
        fieldsOf(design).map(
          (field) => field && <rect key={field.id} x={field.x} y={field.y} width={Math.max(0, field.width) || 0} height={Math.max(0, field.height) || 0} fill="#dbe3ec" />,
        )
      )}
    </svg>
  );
});
