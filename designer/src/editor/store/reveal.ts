/** From a place in the template to what shows it: page, field, tab and control. */
import type { Field } from "../../core/types";
import { FIELD_KINDS } from "../../panels/properties/description";
import { groupsOf } from "../../panels/properties/layout";
import { fieldsOf, hasPages } from "../operations/design";
import { inBand } from "../operations/zones";
import type { TabKey } from "../types";
import type { Editor } from "./editor";
import { tabApplies } from "./tabs";

const STYLE =
  /^(fontSize|fontColor|alignment|backgroundColor|border|head(Background|Text|Font|Align|Vertical|Border)|body|footer(Background|Text|Font|Align|Vertical|Border)|colorPalette|custom|chartType|pieStyle|legend|displayMode|valueFormat|currency|decimals|textColor|(title|value|subtitle)FontSize|iconSize|(icon|title|value|subtitle)Offset|repeatHeader)/;

function tabOf(property: string, field: Field): TabKey {
  const [key = ""] = property.split("/");
  if (property.startsWith("binding/filters") || (property === "filters" && field.type !== "section")) return "filtro";
  if (FIELD_KINDS.includes(field.type) && groupsOf(field.type, "estilo").groups.some(({ properties }) => properties.includes(key))) return "estilo";
  return STYLE.test(property) ? "estilo" : "dados";
}

export function revealTarget(editor: Editor, target: { pointer?: string; fieldId?: string; property?: string }): void {
  const { template, bindings } = editor.document.current();
  let { fieldId, property = "" } = target;
  const parts = target.pointer?.split("/").slice(1) ?? [];
  const showPageOf = (holds: (field: Field) => boolean) => {
    const pages = editor.native && hasPages(template) ? template.pages : [template];
    const page = pages.findIndex((own) => fieldsOf(own).some((field) => field && holds(field)));
    if (page >= 0 && page !== editor.page) editor.actions.setPage(page);
  };
  if (parts[0] === "bindings") {
    const name = bindings[Number(parts[1])]?.schemaName;
    showPageOf((field) => field.name === name);
    fieldId = editor.fields().find((field) => field?.name === name)?.id;
    property = ["binding", ...parts.slice(2)].join("/");
  } else if (parts[0] === "template") {
    let rest = parts.slice(1);
    if (rest[0] === "pages") {
      editor.actions.setPage(Number(rest[1]));
      rest = rest.slice(2);
    }
    if (rest[0] === "schemas") {
      fieldId = editor.fields()[Number(rest[1])]?.id;
      rest = rest.slice(2);
    }
    property = rest.join("/");
  } else if (fieldId !== undefined && !editor.field(fieldId)) {
    showPageOf(({ id }) => id === fieldId);
  }
  const field = editor.field(fieldId ?? null);
  if (field) {
    editor.actions.setIsolateBands(inBand(field, editor.design()));
    editor.selection.setState({ selectedIds: [field.id], kpiElement: null });
    const tab = tabOf(property, field);
    editor.ui.setState({ tab: tabApplies(tab, field) ? tab : "dados", collapsed: false });
    if (property !== "") editor.ui.setState({ focusRequest: { fieldId: field.id, property } });
    // Its page may be another one, which is there with the next frame.
    requestAnimationFrame(() => editor.revealField(field));
  } else if (property !== "") {
    editor.ui.setState({ tab: "pagina", collapsed: false, focusRequest: { property } });
  }
}
