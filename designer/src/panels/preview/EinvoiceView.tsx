/** The XML of the e-invoice in the place of the pages, with what its rules find. */
import { useMemo } from "react";
import { saveBlob } from "../../core/download";
import { problemLine } from "../../core/problem-text";
import { useT, withInlineCode } from "../../i18n";
import { IconAlertTriangle, IconCheck, IconDownload } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { ProblemMain } from "../problems/Problems";
import { useProblems } from "../problems/live";
import { choiceLabel } from "../properties/words";
import type { EinvoiceState } from "./useEinvoice";

/** A page shows no more lines well; the file has them all. */
const MAX_LINES = 5000;

export function EinvoiceView({ state, profile, name }: { state: EinvoiceState; profile: string; name: string }) {
  const t = useT();
  const texts = t.einvoiceView;
  const { Button } = useUiComponents();
  const { problems } = useProblems();
  const { xml } = state;
  const findings = xml === null && state.problems.length > 0 ? state.problems : problems.filter(({ code }) => code.startsWith("einvoice"));
  const isFine = xml !== null && !findings.some(({ severity }) => severity === "error");
  return (
    <>
      <div className="jpd-einvoice__bar">
        {state.status === "failed" ? (
          <p className="jpd-error" role="alert">
            {texts.unavailable} {withInlineCode(problemLine(state.error, t))}
          </p>
        ) : (
          <p className="jpd-checklist__state" role="status" data-tone={isFine || state.status !== "ready" ? "fine" : "warning"}>
            {state.status !== "ready" && xml === null ? (
              texts.making
            ) : isFine ? (
              <>
                <IconCheck /> {texts.passed(choiceLabel({ key: "profile" }, profile, t))}
              </>
            ) : (
              <>
                <IconAlertTriangle /> {texts.refused}
              </>
            )}
          </p>
        )}
        {xml !== null && (
          <Button variant="outline" disabled={state.status !== "ready"} onClick={() => saveBlob(new Blob([xml], { type: "application/xml" }), `${name}.xml`)}>
            <IconDownload /> {texts.downloadXml}
          </Button>
        )}
      </div>
      {findings.length > 0 && (
        <ul className="jpd-checklist__list jpd-einvoice__findings">
          {findings.map((problem, index) => (
            <li key={index} className="jpd-problem" data-tone={problem.severity}>
              <ProblemMain problem={problem} />
            </li>
          ))}
        </ul>
      )}
      {xml !== null && <Xml xml={xml} label={texts.label} isStale={state.status === "making"} />}
    </>
  );
}

const TAGS = /(<[^>]*>)/;

function Xml({ xml, label, isStale }: { xml: string; label: string; isStale: boolean }) {
  const lines = useMemo(() => xml.trimEnd().split("\n", MAX_LINES + 1), [xml]);
  return (
    <pre className="jpd-einvoice__xml" tabIndex={0} role="region" aria-label={label} data-stale={isStale || undefined}>
      <code>
        {lines.slice(0, MAX_LINES).map((line, index) => (
          <span key={index} className="jpd-einvoice__line">
            {line.split(TAGS).map((part, at) => (part.startsWith("<") ? <span key={at}>{part}</span> : part !== "" && <b key={at}>{part}</b>))}
            {"\n"}
          </span>
        ))}
        {lines.length > MAX_LINES && "…"}
      </code>
    </pre>
  );
}
