import type { Field } from "../../../core/types";
import { useDesignerPage, useEditor } from "../../../editor/hooks";
import { isSmallDrawing } from "../../../editor/operations/pictures";
import { useT } from "../../../i18n";
import { FileButton } from "../../../ui/FileButton";
import { IconUpload } from "../../../ui/icons";
import { Group } from "../PropertyPanel";

/** The way from a drawing that may be a logo to a picture in its place; nothing for other fields. */
export function DrawingContent({ field, disabled }: { field: Field; disabled: boolean }) {
  const t = useT();
  const editor = useEditor();
  const { design } = useDesignerPage();
  if (disabled || !isSmallDrawing(field, design.page)) return null;
  return (
    <Group title={t.groups.content}>
      <FileButton label={t.images.instead} accept="image/*" icon={<IconUpload />} onFile={(file) => void editor.insertPicture(file, field.id)} />
    </Group>
  );
}
