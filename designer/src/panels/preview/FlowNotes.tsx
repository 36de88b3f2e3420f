/** Notes of the flow view beside the pages. */
import type { Field } from "../../core/types";
import { useDesignerActions, useDesignerPage, useDesignerSelection } from "../../editor/hooks";
import { useT } from "../../i18n";
import type { Flow, Stacked } from "./flow";

export function FlowNotes({ flow: { hidden, stacked } }: { flow: Flow }) {
  const t = useT();
  const texts = t.flowView;
  const actions = useDesignerActions();
  const { index, multiple } = useDesignerPage();
  const { handleSelect } = useDesignerSelection();
  const show = (field: Field, design: number) => {
    if (multiple && design !== index) actions.setPage(design);
    handleSelect(field.id);
  };
  const align = ({ lower, upper, design }: Stacked) => {
    show(lower, design);
    actions.updateSchema(lower.id, { y: upper.y });
  };
  return (
    <div className="jpd-flow" role="status">
      {hidden.length === 0 && stacked.length === 0 && <p className="jpd-hint">{texts.nothing}</p>}
      {stacked.map((pair) => (
        <p key={pair.lower.id} className="jpd-warn">
          {texts.stacked(pair.lower.name, pair.upper.name)}{" "}
          <button type="button" className="jpd-linkbtn" onClick={() => align(pair)}>
            {texts.align}
          </button>
        </p>
      ))}
      {hidden.length > 0 && (
        <p>
          {texts.hidden}{" "}
          {hidden.map(({ field, design }, at) => (
            <span key={field.id}>
              {at > 0 && ", "}
              <button type="button" className="jpd-linkbtn" title={field.visibleWhen ? texts.condition(field.visibleWhen) : undefined} onClick={() => show(field, design)}>
                {field.name}
              </button>
              {field.visibleWhen && (
                <>
                  {" "}
                  (<code className="jpd-code">{field.visibleWhen}</code>)
                </>
              )}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
