/** In the place of the value of a card that has none yet: what to do. It is no part of the print. */
import { KPI_DEFAULT_SIZES, KPI_PADDING_MM, kpiElementOffset } from "../../core/kpi";
import type { KpiSchema } from "../../core/types";
import { useT } from "../../i18n";
import { FONT, mm, pt } from "./length";

/** Its size against that of the value. */
const SMALLER = 0.6;

export function ValueToChoose({ card }: { card: KpiSchema }) {
  const t = useT();
  const size = pt((card.valueFontSize || KPI_DEFAULT_SIZES.value) * SMALLER);
  const { x = KPI_PADDING_MM, y = card.height / 2 - size / 2 } = kpiElementOffset(card, "value") ?? {};
  return (
    <span
      className="jpd-field__tochoose"
      style={{ position: "absolute", left: mm(x), right: mm(KPI_PADDING_MM), top: mm(y), fontSize: mm(size), lineHeight: 1, fontFamily: FONT, color: card.textColor || "#ffffff", pointerEvents: "none" }}
    >
      {t.kpi.chooseValue}
    </span>
  );
}
