import { useRef } from "react";
import { useDesignerConfig, useDesignerSelectedSchema } from "../../editor/hooks";
import type { DesignerBindingEditorProps } from "../../editor/types";
import { useT } from "../../i18n";
import { cx } from "../../ui/cx";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { useFocusRequests } from "../focus-requests";
import { BindingForm } from "./BindingForm";

/** The binding of the selected field. */
export function DesignerBindingEditor({ className, style, whenTab }: DesignerBindingEditorProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
  const { selected } = useDesignerSelectedSchema();
  const { permissions, readOnly } = useDesignerConfig();
  const root = useRef<HTMLDivElement>(null);
  useFocusRequests(root);
  if (!shown || !selected) return null;
  return (
    <div ref={root} className={cx("jpd-part", className)} style={style} data-part="binding-editor" role="group" aria-label={t.bindingEditor.title}>
      <BindingForm key={selected.id} field={selected} disabled={readOnly || !permissions.data} texts />
    </div>
  );
}
