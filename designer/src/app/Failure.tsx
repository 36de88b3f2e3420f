/** What went wrong and what to do, as the service words it. */
import { useLocale } from "../i18n";
import { Button } from "../ui";
import { ApiError, type Refusal } from "./api";
import { textsFor } from "./texts";

export interface FailureProps {
  error: unknown;
  retry?: string;
  onRetry?: () => void;
}

export function Failure({ error, retry, onRetry }: FailureProps) {
  const t = textsFor(useLocale());
  // What the service could not word, because nothing came from it.
  const unheard = error instanceof ApiError && error.status === 0;
  const refusal: Refusal = unheard ? { error: t.noAnswer, code: error.code } : error instanceof ApiError ? error.refusal : { error: String(error), code: "internal" };
  const further = (refusal.problems ?? []).filter((problem) => problem.error !== refusal.error);
  return (
    <div className="app-failure jpd-part" role="alert">
      <p>{sentence(refusal.error)}</p>
      {further.length > 0 && (
        <ul>
          {further.map((problem) => (
            <li key={`${problem.pointer}${problem.error}`}>{problem.field ? `${problem.error} (${problem.field})` : problem.error}</li>
          ))}
        </ul>
      )}
      {refusal.advice && <p className="app-advice">{sentence(refusal.advice)}</p>}
      {onRetry && <Button onClick={onRetry}>{retry}</Button>}
    </div>
  );
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
