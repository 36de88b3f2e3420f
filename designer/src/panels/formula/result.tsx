import { useState } from "react";
import { useT } from "../../i18n";
import { IconChevronLeft, IconChevronRight } from "../../ui/icons";
import type { Scope } from "./scope";
import { useResult } from "./useResult";

/** Result of the expression for the sample data, item by item. */
export function ExpressionResult({ text, scope, bare = false, lines = false }: { text: string; scope: Scope | null; bare?: boolean; lines?: boolean | undefined }) {
  const t = useT();
  const [at, setAt] = useState(0);
  const count = scope?.items.length ?? 0;
  const index = Math.min(at, Math.max(0, count - 1));
  const item = scope?.items[index];
  const result = useResult(text, item, bare, lines);
  if (scope === null) return null;
  if (!scope.hasData) return <p className="jpd-hint">{t.formula.noData}</p>;
  const many = scope.list !== null && count > 1;
  return (
    <div className="jpd-result">
      <span className="jpd-result__label">{many ? t.formula.resultFor(index + 1, count) : t.formula.result}</span>
      {many && (
        <span className="jpd-row">
          <button
            type="button"
            className="jpd-iconbtn"
            aria-label={t.formula.previousItem}
            disabled={index === 0}
            onClick={() => setAt(index - 1)}
          >
            <IconChevronLeft />
          </button>
          <button
            type="button"
            className="jpd-iconbtn"
            aria-label={t.formula.nextItem}
            disabled={index >= count - 1}
            onClick={() => setAt(index + 1)}
          >
            <IconChevronRight />
          </button>
        </span>
      )}
      <output className="jpd-result__value" data-empty={result === "" || undefined} data-lines={lines || undefined}>
        {result === "" ? t.formula.empty : result}
      </output>
    </div>
  );
}
