/** Buttons that add fields; each can also be dragged onto the page. */
import { useState } from "react";
import { useT } from "../../i18n";
import { Button, cx } from "../../ui";
import { isExtended } from "../../core/fields";
import { EXTENSION_KINDS } from "../../panels/properties/description";
import { useDesignerConfig, useDesignerData, useEditor } from "../hooks";
import { insertReadyMade, isReadyMade, needsExtensions, READY_MADE } from "../operations/ready-made";
import type { DesignerToolbarProps } from "../types";
import { useIsOnActiveTab } from "./active-tab";
import { AddButton } from "./AddButton";
import { usePartRoot } from "./root";
import { TableButton } from "./TableButton";

/** The kinds that every template has, and the key that adds one. */
const KEYS = { text: "T", table: "B", image: "I", section: "S", chart: "C", kpi: "K" } as const;
const KINDS = Object.entries(KEYS) as [keyof typeof KEYS, string][];

export function DesignerToolbar({ className, style, whenTab, hint = true }: DesignerToolbarProps) {
  const shown = useIsOnActiveTab(whenTab);
  const editor = useEditor();
  const t = useT();
  const { dataSources, permissions, toolbarExtra } = useDesignerConfig();
  const { template } = useDesignerData();
  const root = usePartRoot();
  const [asking, setAsking] = useState(false);
  /** Kind to add to a template without extensions, until the question is answered. */
  const [waiting, setWaiting] = useState<string | null>(null);
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
        {KINDS.map(([type, key]) => {
          const title = `${t.editor.addField(t.toolbar[type])} (${key})`;
          if (type === "table") return <TableButton key={type} title={title} />;
          return (
            <AddButton
              key={type}
              kind={type}
              label={t.toolbar[type]}
              title={title}
              aria-expanded={type === "section" ? asking : undefined}
              onClick={() => (type === "section" ? setAsking((open) => !open) : editor.insertField(type))}
            />
          );
        })}
        {toolbarExtra}
      </div>
      <div className="jpd-toolbar" data-dense="" role="toolbar" aria-label={t.editor.toolbarExtensions}>
        {[...READY_MADE, ...EXTENSION_KINDS].map((type) => {
          const label = isReadyMade(type) ? t.readyMade[type] : ((t.toolbar as Record<string, string>)[type] ?? t.fieldTypeLabels[type] ?? type);
          return <AddButton key={type} kind={type} label={label} title={t.editor.addField(label.replaceAll("\u00ad", ""))} aria-expanded={waiting === type || undefined} onClick={() => ask(type)} />;
        })}
      </div>
      {waiting !== null && (
        <div className="jpd-callout" role="group" aria-label={t.extensionsPanel.label}>
          <p>{t.readyMade.ask}</p>
          <div className="jpd-row jpd-row--wrap">
            <Button autoFocus onClick={() => insert(waiting)}>
              {t.readyMade.turnOn}
            </Button>
            <Button variant="outline" onClick={() => setWaiting(null)}>
              {t.fieldsPanel.cancel}
            </Button>
          </div>
        </div>
      )}
      {hint && <p className="jpd-hint">{t.editor.toolbarHint}</p>}
    </div>
  );

  /** A template of json-pdf-designer is asked once whether it may have what that prints without. */
  function ask(type: string): void {
    if (isExtended(template) || (isReadyMade(type) && !needsExtensions(type))) insert(type);
    else setWaiting(waiting === type ? null : type);
  }

  function insert(type: string): void {
    if (isReadyMade(type)) insertReadyMade(editor, type);
    else editor.actions.addField(type as "text");
    setWaiting(null);
  }

  function addSection(path: string | undefined): void {
    editor.actions.createSection(path);
    setAsking(false);
  }
}
