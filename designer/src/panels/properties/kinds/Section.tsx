import type { SectionSchema } from "../../../core/types";
import { SECTION_COLUMN_MIME } from "../../../core/fields";
import { useDesignerActions, useDesignerSelectedSchema } from "../../../editor/hooks";
import { useT } from "../../../i18n";
import { IconGrip } from "../../../ui/icons";
import { useListColumns } from "../../data/sources";
import { Group } from "../PropertyPanel";

/** Explanation of a section, and the fields of its list to put into it: by dragging, or by a click at its top. */
export function SectionContent({ field }: { field: SectionSchema }) {
  const t = useT();
  const actions = useDesignerActions();
  const { selectedBinding } = useDesignerSelectedSchema();
  const path = selectedBinding?.type === "section" ? selectedBinding.path : undefined;
  const columns = useListColumns(path);
  return (
    <Group title={t.groups.content}>
      <p className="jpd-hint">{t.section.dragHint}</p>
      {path !== undefined && columns.length > 0 && (
        <>
          <p className="jpd-hint">{t.section.fieldsFromSource(path)}</p>
          <ul className="jpd-chips">
            {columns.map(({ key }) => (
              <li key={key}>
                <button
                  type="button"
                  className="jpd-chip jpd-chip--draggable"
                  draggable
                  data-draggable
                  aria-label={t.dataExplorer.insert(key)}
                  title={t.dataExplorer.insertTitle}
                  onClick={() => actions.dropSectionColumn({ sectionId: field.id, column: key }, field.x + 2, field.y + 2)}
                  onDragStart={(event) => {
                    event.dataTransfer.setData(SECTION_COLUMN_MIME, JSON.stringify({ sectionId: field.id, column: key }));
                    event.dataTransfer.effectAllowed = "copy";
                  }}
                >
                  <IconGrip /> {key}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Group>
  );
}
