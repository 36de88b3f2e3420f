/** The payment code of the sample data as a bank reads it, or the reason why there is none: the engine makes and verifies it. */
import { useEffect, useState } from "react";
import type { Field } from "../../core/types";
import { useDesignerData, useDesignerEngine } from "../../editor/hooks";
import type { EngineAdapter } from "../../engine/types";
import { problemText } from "../../core/problem-text";
import { useLocale, useT, withInlineCode } from "../../i18n";
import { useScope } from "../formula/scope";
import { probe } from "../formula/useResult";
import { ProblemDetail } from "../problems/ProblemDetail";
import { missingText, wrongPart } from "./missing-payment";
import { amountText, decodePayment, type Payment } from "./payment";

export interface PaymentResultProps {
  field: Field;
  payload: Record<string, unknown>;
}

type Result = { payment: Payment; text: string } | { fault: unknown };

/** The code alone on a page: neither its place nor its conditions count, and what is wrong with it is said. */
async function encoded(engine: EngineAdapter, template: Parameters<typeof probe>[0], payload: object, item: unknown, signal: AbortSignal): Promise<Result | null> {
  const input = probe(template, "", item);
  const field = { id: "probe", name: "probe", type: "qrcode", x: 0, y: 0, width: 50, height: 50, payload, onError: "fail" };
  const alone = { ...input, template: { ...(input.template as object), extensions: 1, schemas: [field] } };
  try {
    const model = (await engine.layout?.(alone, signal)) as { pages?: { placements?: { value?: unknown }[] }[] } | undefined;
    const text = model?.pages?.[0]?.placements?.[0]?.value;
    return typeof text === "string" ? { text, payment: decodePayment(text) ?? {} } : null;
  } catch (error) {
    if (signal.aborted) return null;
    return { fault: error };
  }
}

export function PaymentResult({ field, payload }: PaymentResultProps) {
  const dict = useT();
  const locale = useLocale();
  const t = dict.payment;
  const { template } = useDesignerData();
  const { engine } = useDesignerEngine();
  const scope = useScope(field, "text");
  const item = scope?.items[0];
  const hasData = scope?.hasData ?? false;
  const missing = missingText(payload, dict, locale);
  const isMissing = missing !== null;
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    setResult((before) => (hasData ? before : null));
    if (!engine?.layout || !hasData || isMissing) return undefined;
    const controller = new AbortController();
    void encoded(engine, template, payload, item, controller.signal).then((next) => !controller.signal.aborted && setResult(next));
    return () => controller.abort();
  }, [engine, template, payload, item, hasData, isMissing]);
  if (missing !== null) return <p className="jpd-hint">{missing}</p>;
  if (!hasData) return <p className="jpd-hint">{t.noData}</p>;
  if (result === null) return null;
  if ("fault" in result) {
    const { text, lang, detail } = problemText(result.fault, dict);
    const part = wrongPart(result.fault, dict);
    return (
      <div role="alert">
        <p className="jpd-error" lang={lang}>
          {part !== null && `${part}: `}
          {withInlineCode(text)}
        </p>
        <ProblemDetail detail={detail} />
      </div>
    );
  }
  const { payment } = result;
  const purpose = (dict.properties as Record<string, string>)[`payload.${payment.writtenIn}`] ?? t.reference;
  const all = [
    [t.payee, payment.payee],
    [t.account, payment.account],
    [t.amount, amountText(payment, locale)],
    [purpose, payment.reference],
  ];
  const rows = all.filter(([, value]) => value !== undefined);
  return (
    <div className="jpd-payment" role="status">
      <p className="jpd-payment__title">{t.verified}</p>
      <dl className="jpd-payment__parts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {result.payment.unstructured && <p className="jpd-hint">{t.unstructured}</p>}
    </div>
  );
}
