/** A failure with advice: in the words of the page, with those of the service behind them. */
import { problemText, sentence } from "../core/problem-text";
import { useLocale, useT, withInlineCode } from "../i18n";
import { ProblemDetail } from "../panels/problems/ProblemDetail";
import { Button } from "../ui";
import { ApiError } from "./api";
import { textsFor } from "./texts";

export interface FailureProps {
  error: unknown;
  retry?: string;
  onRetry?: () => void;
}

export function Failure({ error, retry, onRetry }: FailureProps) {
  const t = useT();
  const locale = useLocale();
  const refusal = error instanceof ApiError ? error.refusal : null;
  // Without an answer the service has worded nothing.
  const isUnheard = error instanceof ApiError && error.status === 0;
  const { text, facts, action, lang, detail } = problemText(isUnheard ? textsFor(locale).noAnswer : (refusal ?? error), t, locale);
  const further = (refusal?.problems ?? []).filter((problem) => problem.error !== refusal?.error).map((problem) => ({ ...problemText(problem, t, locale), field: problem.field }));
  const details = [detail, ...further.map((own) => own.detail)].filter((own) => own !== undefined);
  return (
    <div className="app-failure jpd-part" role="alert">
      <p lang={lang}>{withInlineCode(sentence(named(text, facts)))}</p>
      {further.length > 0 && (
        <ul>
          {further.map((own, index) => (
            <li key={index} lang={own.lang}>
              {withInlineCode(named(own.text, own.facts))}
              {own.field && ` (${own.field})`}
            </li>
          ))}
        </ul>
      )}
      {action !== undefined && (
        <p className="app-advice" lang={lang}>
          {withInlineCode(sentence(action))}
        </p>
      )}
      <ProblemDetail detail={details.join(" ")} />
      {onRetry && <Button onClick={onRetry}>{retry}</Button>}
    </div>
  );
}

const named = (text: string, facts: readonly string[]): string => (facts.length > 0 ? `${text}: ${facts.map((fact) => `\`${fact}\``).join(", ")}` : text);
