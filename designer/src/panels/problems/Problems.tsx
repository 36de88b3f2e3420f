import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { useDesignerActions, useDesignerConfig, useDesignerData, useDesignerEngine, useDesignerPage, useEditor } from "../../editor/hooks";
import { usePartRoot } from "../../editor/parts/root";
import { shownName } from "../../editor/operations/names";
import { toggled } from "../../editor/store/notes";
import type { PartProps } from "../../editor/types";
import type { Problem } from "../../engine/types";
import { problemLine, problemText } from "../../core/problem-text";
import { useLocale, useT, withInlineCode } from "../../i18n";
import { cx } from "../../ui/cx";
import { IconAlertTriangle, IconCheck, IconCircleInfo, IconCircleX, IconEye } from "../../ui/icons";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { fixesFor } from "./fixes";
import { useProblems } from "./live";
import { ProblemDetail } from "./ProblemDetail";

export type DesignerProblemsProps = PartProps;

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, info: IconCircleInfo };
const ORDER = { error: 0, warning: 1, info: 2 };

/** What a problem is known by when it is ignored: its place in a field, wherever that is in the list, and its words without figures. */
const keyOf = ({ code, pointer, field, message }: Problem) => {
  const place = field === undefined ? (pointer ?? "") : `${field} ${(pointer ?? "").replace(/^.*\/(?:schemas|bindings)\/\d+/, "")}`;
  return `${code} ${place} ${message.replaceAll(/\d+(?:[.,]\d+)*/g, "#")}`;
};

/** Findings of `reportctl check` in the document. A click leads to the control; ignored ones are remembered beside the document. */
export function DesignerProblems({ className, style, whenTab }: DesignerProblemsProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
  const { engine } = useDesignerEngine();
  const { problems, status, error } = useProblems();
  const editor = useEditor();
  const keys = useStore(editor.notes, (notes) => notes.ignored);
  const ignored = useMemo(() => new Set(keys), [keys]);
  const [all, setAll] = useState(false);
  const texts = t.problemsPanel;
  const sorted = useMemo(() => [...problems].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]), [problems]);
  const root = usePartRoot();
  if (!shown) return null;
  const hidden = sorted.filter((problem) => ignored.has(keyOf(problem))).length;
  const listed = all ? sorted : sorted.filter((problem) => !ignored.has(keyOf(problem)));
  const count = (severity: Problem["severity"]) => listed.filter((problem) => problem.severity === severity).length;
  const toggle = (key: string) => editor.notes.setState((notes) => toggled(notes, key));

  return (
    <div ref={root} className={cx("jpd-part jpd-problems", className)} style={style} data-part="problems" role="region" aria-label={texts.title}>
      <div className="jpd-problems__summary" role="status">
        {!engine
          ? texts.unavailable
          : status === "failed"
            ? texts.failed(problemLine(error, t))
            : listed.length > 0
              ? texts.counts(count("error"), count("warning"))
              : status === "ready"
                ? hidden > 0
                  ? texts.noneIgnored(hidden)
                  : texts.none
                : texts.checking}
        {engine && listed.length === 0 && status === "ready" && <IconCheck />}
      </div>
      <ul className="jpd-problems__list">
        {listed.map((problem) => (
          <ProblemRow key={keyOf(problem)} problem={problem} ignored={ignored.has(keyOf(problem))} onIgnore={() => toggle(keyOf(problem))} />
        ))}
      </ul>
      {(hidden > 0 || all) && (
        <button type="button" className="jpd-linkbtn" aria-pressed={all} onClick={() => setAll(!all)}>
          <IconEye /> {texts.showIgnored(hidden)}
        </button>
      )}
    </div>
  );
}

function ProblemRow({ problem, ignored, onIgnore }: { problem: Problem; ignored: boolean; onIgnore: () => void }) {
  const t = useT();
  const actions = useDesignerActions();
  const pair = useDesignerData();
  const { permissions, readOnly } = useDesignerConfig();
  const texts = t.problemsPanel;
  const fixes = useMemo(() => fixesFor(problem, pair, t), [problem, pair, t]);
  const place = problem.field ?? texts.template;
  return (
    <li className="jpd-problem" data-tone={problem.severity} data-ignored={ignored || undefined}>
      <ProblemMain problem={problem} />
      <span className="jpd-problem__actions">
        {!readOnly &&
          permissions.data &&
          fixes.map((fix) => (
            <button key={fix.label} type="button" className="jpd-linkbtn" onClick={() => fix.apply(actions)}>
              {fix.label}
            </button>
          ))}
        <button type="button" className="jpd-linkbtn jpd-muted" aria-label={ignored ? `${texts.restore}: ${problem.code}` : texts.ignoreAria(problem.code, place)} onClick={onIgnore}>
          {ignored ? texts.restore : texts.ignore}
        </button>
      </span>
    </li>
  );
}

/** The input of the term that an e-invoice lacks: the template has none for it yet. */
function termPointer({ pointer = "", ...details }: Problem): string | undefined {
  const { terms } = details as { terms?: unknown };
  const term = typeof terms === "string" ? /BT-[\d-]+$/.exec(terms)?.[0] : undefined;
  return term !== undefined && pointer.endsWith("/pdf/einvoice") ? `${pointer}/map/${term}` : undefined;
}

/** A problem with its kind and place; a click leads there. */
export function ProblemMain({ problem }: { problem: Problem }) {
  const t = useT();
  const locale = useLocale();
  const actions = useDesignerActions();
  const { design } = useDesignerPage();
  const texts = t.problemsPanel;
  const Icon = ICONS[problem.severity];
  const { text, facts, action, lang, detail } = problemText(problem, t, locale);
  // The button below adds it; how it is made is of no use here.
  const help = problem.code === "guardMissing" ? { text: texts.guardHelp } : { text: action, lang };
  const byName = design.schemas.find((field) => field?.name === problem.field);
  const go = () => {
    if (problem.pointer !== undefined) actions.reveal({ pointer: termPointer(problem) ?? problem.pointer });
    else if (byName) actions.reveal({ fieldId: byName.id, property: "content" });
  };
  return (
    <>
      <button type="button" className="jpd-problem__main" onClick={go}>
        <Icon className="jpd-problem__icon" aria-hidden={undefined} role="img" aria-label={texts.severity[problem.severity]} />
        <span className="jpd-problem__text">
          <span className="jpd-problem__message" lang={lang}>
            {withInlineCode(text)}
          </span>
          {facts.length > 0 && (
            <span className="jpd-problem__facts">
              {facts.map((fact) => (
                <code key={fact} className="jpd-code">
                  {fact}
                </code>
              ))}
            </span>
          )}
          {help.text !== undefined && (
            <span className="jpd-problem__help" lang={help.lang}>
              {withInlineCode(help.text)}
            </span>
          )}
          <span className="jpd-problem__meta">
            <span title={problem.field}>{byName ? shownName(byName, undefined, t) : (problem.field ?? texts.template)}</span>
            {problem.page !== undefined && `, ${texts.page(problem.page)}`} <code className="jpd-code">{problem.code}</code>
          </span>
        </span>
      </button>
      <ProblemDetail detail={detail} />
    </>
  );
}
