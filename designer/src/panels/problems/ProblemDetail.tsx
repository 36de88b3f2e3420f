/** The message of the engine or the service behind the words of the page, for who wants to know more. */
import { useT, withInlineCode } from "../../i18n";

export function ProblemDetail({ detail }: { detail: string | undefined }) {
  const t = useT();
  if (detail === undefined || detail === "") return null;
  return (
    <details className="jpd-disclosure jpd-problem__detail">
      <summary className="jpd-disclosure__summary">{t.previewPanel.detail}</summary>
      <p lang="en">{withInlineCode(detail)}</p>
    </details>
  );
}
