/** The page designs as thumbnails, drawn by the engine; a page is added, copied, renamed, moved and deleted here. */
import { useState } from "react";
import { useT } from "../../i18n";
import { cx } from "../../ui";
import { IconChevronDown, IconChevronUp, IconCopy, IconPagesGrid, IconPencil, IconPlus, IconTrash } from "../../ui/icons";
import { useDesignerConfig, useDesignerPage, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import type { PartProps } from "../types";
import { useIsOnActiveTab } from "./active-tab";
import { usePartRoot } from "./root";
import { Thumbnail } from "./Thumbnail";

const PAGE_MIME = "application/x-json-pdf-designer-page";

export function DesignerPages({ className, style, whenTab }: PartProps) {
  const shown = useIsOnActiveTab(whenTab);
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
                    <IconCopy />
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
      {multiple && (
        <button type="button" className="jpd-pages__add" onClick={() => editor.ui.setState({ overviewOpen: true })}>
          <IconPagesGrid />
          {t.overview}
        </button>
      )}
    </nav>
  );
}

function IconButton({ label, tone, ...rest }: { label: string; tone?: string } & React.ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className="jpd-iconbtn" aria-label={label} title={label} data-tone={tone} {...rest} />;
}
