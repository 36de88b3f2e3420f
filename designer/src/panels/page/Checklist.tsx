/** Checklist of a document for accessibility, archiving and e-invoices; each finding leads to its place. */
import { useId, type ReactNode } from "react";
import { useStore } from "zustand";
import { useDesignerActions, useDesignerData, useDesignerEngine, useDesignerSample, useEditor } from "../../editor/hooks";
import type { Problem } from "../../engine/types";
import { useT } from "../../i18n";
import { IconAlertTriangle, IconCheck } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { ProblemMain } from "../problems/Problems";
import { useProblems } from "../problems/live";
import { pageProperties, documentProperties } from "../properties/description";
import { Group } from "../properties/PropertyPanel";
import { useDocumentTarget } from "../properties/target";
import { useFindings, type Findings } from "./useStandards";

const ACCESSIBLE = "pdfua-1";
/** The edition that attachments and e-invoices can have. */
const USUAL_ARCHIVE = "pdfa-3b";

const choices = [...documentProperties, ...pageProperties].find(({ key }) => key === "pdf")?.properties?.find(({ key }) => key === "conformance")?.items?.choices ?? [];

export function Checklist({ disabled }: { disabled: boolean }) {
  const t = useT();
  const texts = t.checklist;
  const editor = useEditor();
  const target = useDocumentTarget("template");
  const { Checkbox, Select } = useUiComponents();
  const isOrderShown = useStore(editor.ui, (ui) => ui.readingOrder);
  const asked = target.read("pdf/conformance").value;
  const standards = Array.isArray(asked) ? asked.filter((own): own is string => typeof own === "string") : [];
  const archive = standards.find((own) => own !== ACCESSIBLE);
  const write = (next: readonly string[]) => target.write("pdf/conformance", next.length > 0 ? next : undefined, true);
  const isAccessible = standards.includes(ACCESSIBLE);
  return (
    <Group title={texts.title}>
      <Item title={texts.accessible} hint={texts.accessibleHint} state={<StandardState standard={ACCESSIBLE} />}>
        <Checkbox
          label={texts.ask}
          checked={isAccessible}
          disabled={disabled}
          onChange={(event) => write(event.target.checked ? [...standards, ACCESSIBLE] : standards.filter((own) => own !== ACCESSIBLE))}
        />
        <Checkbox label={texts.order} checked={isOrderShown} onChange={(event) => editor.ui.setState({ readingOrder: event.target.checked })} />
      </Item>
      <Item title={texts.archivable} hint={texts.archivableHint} state={<StandardState key={archive} standard={archive ?? USUAL_ARCHIVE} />}>
        <Select
          label={texts.level}
          value={archive ?? ""}
          disabled={disabled}
          onChange={(event) => write([...(event.target.value === "" ? [] : [event.target.value]), ...(isAccessible ? [ACCESSIBLE] : [])])}
        >
          <option value="">{texts.noLevel}</option>
          {choices
            .filter((own) => own !== ACCESSIBLE)
            .map((own) => (
              <option key={own} value={own}>
                {own.replace("pdfa-", "PDF/A-")}
              </option>
            ))}
        </Select>
      </Item>
      <Invoice />
    </Group>
  );
}

function StandardState({ standard }: { standard: string }) {
  return <State findings={useFindings(standard)} />;
}

function Invoice() {
  const texts = useT().checklist;
  const actions = useDesignerActions();
  const { template } = useDesignerData();
  const { data } = useDesignerSample();
  const { engine } = useDesignerEngine();
  const { problems, status } = useProblems();
  const { Button } = useUiComponents();
  const isAsked = (template.pdf as { einvoice?: unknown } | undefined)?.einvoice !== undefined;
  const own = problems.filter(({ code }) => code.startsWith("einvoice"));
  const findings: Findings | null = data === undefined || data === null ? null : status === "ready" ? own : status === "failed" ? "failed" : "checking";
  const state = !isAsked ? <p className="jpd-hint">{texts.noInvoice}</p> : engine?.checksInvoices ? <State findings={findings} /> : <p className="jpd-hint">{texts.onlyService}</p>;
  return (
    <Item title={texts.einvoice} hint={texts.einvoiceHint} state={state}>
      <div>
        <Button variant="outline" onClick={() => actions.reveal({ pointer: "/template/pdf/einvoice" })}>
          {isAsked ? texts.terms : texts.setUp}
        </Button>
      </div>
    </Item>
  );
}

function Item({ title, hint, state, children }: { title: string; hint: string; state: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className="jpd-checklist__item jpd-stack" role="group" aria-labelledby={id}>
      <h4 className="jpd-checklist__title" id={id}>
        {title}
      </h4>
      <p className="jpd-hint">{hint}</p>
      {children}
      {state}
    </div>
  );
}

function State({ findings }: { findings: Findings | null }) {
  const t = useT();
  const texts = t.checklist;
  if (findings === null || typeof findings === "string") {
    return (
      <p className="jpd-hint" role="status">
        {findings === null ? texts.needsData : findings === "checking" ? t.problemsPanel.checking : texts.failed}
      </p>
    );
  }
  const isFine = !findings.some(({ severity }) => severity === "error");
  const Icon = isFine ? IconCheck : IconAlertTriangle;
  return (
    <>
      <p className="jpd-checklist__state" role="status" data-tone={isFine ? "fine" : "warning"}>
        <Icon /> {isFine ? texts.fine : texts.missing(findings.length)}
      </p>
      {findings.length > 0 && (
        <ul className="jpd-checklist__list">
          {findings.map((problem, index) => (
            <li key={index} className="jpd-problem" data-tone={toneOf(problem)}>
              <ProblemMain problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const toneOf = ({ severity }: Problem) => severity;
