/** Buttons that add fields; each can also be dragged onto the page. */
import { useState } from "react";
import { useT } from "../../i18n";
import { cx } from "../../ui";
import { IconChart, IconImage, IconKpi, IconSection, IconTable, IconText } from "../../ui/icons";
import { EXTENSION_KINDS } from "../../panels/properties/description";
import { NEW_FIELD_MIME } from "../drop/drop";
import { useDesignerConfig, useDesignerData, useEditor } from "../hooks";
import type { DesignerToolbarProps } from "../types";
import { useGate } from "./gate";
import { kindIcon } from "./kind-icons";
import { usePartRoot } from "./root";

const KINDS = [
  { type: "text", Icon: IconText, key: "T" },
  { type: "table", Icon: IconTable, key: "B" },
  { type: "image", Icon: IconImage, key: "I" },
  { type: "section", Icon: IconSection, key: "S" },
  { type: "chart", Icon: IconChart, key: "C" },
  { type: "kpi", Icon: IconKpi, key: "K" },
] as const;

export function DesignerToolbar({ className, style, whenTab, hint = true }: DesignerToolbarProps) {
  const shown = useGate(whenTab);
  const editor = useEditor();
  const t = useT();
  const { dataSources, permissions, toolbarExtra } = useDesignerConfig();
  const { template } = useDesignerData();
  const root = usePartRoot();
  const [asking, setAsking] = useState(false);
  if (!shown || !permissions.structure) return null;
  return (
    <div ref={root} className={cx("jpd-sidebar__footer", className)} data-part="toolbar" style={style}>
      {asking && (
        <div className="jpd-callout" role="group" aria-label={t.fieldsPanel.sectionTypeQuestion} data-tone="section">
          <p className="jpd-hint">{t.fieldsPanel.sectionTypeQuestion}</p>
          <div className="jpd-stack" data-dense="">
            <button type="button" className="jpd-menuitem" onClick={() => addSection(undefined)} autoFocus>
              {t.fieldsPanel.sectionEmpty}
            </button>
            {dataSources?.map((source) => (
              <button key={source.path} type="button" className="jpd-menuitem" onClick={() => addSection(source.path)}>
                {source.label || source.path}
              </button>
            ))}
            {!dataSources?.length && <p className="jpd-hint">{t.fieldsPanel.noDataSource}</p>}
            <button type="button" className="jpd-linkbtn" onClick={() => setAsking(false)}>
              {t.fieldsPanel.cancel}
            </button>
          </div>
        </div>
      )}
      <div className="jpd-toolbar" role="toolbar" aria-label={t.editor.toolbarLabel}>
        {KINDS.map(({ type, Icon, key }) => (
          <button
            key={type}
            type="button"
            className="jpd-toolbar__btn"
            title={`${t.editor.addField(t.toolbar[type])} (${key})`}
            aria-expanded={type === "section" ? asking : undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(NEW_FIELD_MIME, type);
              event.dataTransfer.effectAllowed = "copy";
            }}
            onClick={() => {
              if (type === "section") setAsking((open) => !open);
              else editor.actions.addField(type);
            }}
          >
            <Icon width={18} height={18} />
            <span>{t.toolbar[type]}</span>
          </button>
        ))}
        {toolbarExtra}
      </div>
      {(template.extensions ?? undefined) !== undefined && EXTENSION_KINDS.length > 0 && (
        <div className="jpd-toolbar" data-dense="" role="toolbar" aria-label={t.editor.toolbarExtensions}>
          {EXTENSION_KINDS.map((type) => {
            const Icon = kindIcon(type);
            const label = t.fieldTypeLabels[type] ?? type;
            return (
              <button
                key={type}
                type="button"
                className="jpd-toolbar__btn"
                title={t.editor.addField(label)}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData(NEW_FIELD_MIME, type);
                  event.dataTransfer.effectAllowed = "copy";
                }}
                onClick={() => editor.actions.addField(type as "text")}
              >
                <Icon width={18} height={18} />
                <span>{label}</span>
              </button>
            );
          })}
        </div>
      )}
      {hint && <p className="jpd-hint">{t.editor.toolbarHint}</p>}
    </div>
  );

  function addSection(path: string | undefined): void {
    editor.actions.createSection(path);
    setAsking(false);
  }
}
