/** Fields that would belong to another zone if the bands had other sizes. */
import { classifyZone } from "../../core/page";
import type { Bands, Field, PageDesign } from "../../core/types";

export function zoneChanges(design: PageDesign, patch: Bands & { page?: PageDesign["page"] }): Field[] {
  const before = bandsOf(design);
  const after = { ...before, ...patch };
  return design.schemas.filter(
    (field) => field && classifyZone(field, design.page, before) !== classifyZone(field, patch.page ?? design.page, after),
  );
}

function bandsOf({ headerHeight, footerHeight, marginLeft, marginRight }: PageDesign): Bands {
  return { headerHeight, footerHeight, marginLeft, marginRight };
}

/** The size that just holds the fields of a band. */
export function fittingBand(design: PageDesign, band: keyof Bands): number | null {
  const zone = { headerHeight: "header", footerHeight: "footer", marginLeft: "marginLeft", marginRight: "marginRight" }[band];
  const { width, height } = design.page;
  const reach = design.schemas
    .filter((field) => field && classifyZone(field, design.page, bandsOf(design)) === zone)
    .map((field) => {
      if (band === "headerHeight") return field.y + field.height;
      if (band === "footerHeight") return height - field.y;
      return band === "marginLeft" ? field.x + field.width : width - field.x;
    });
  return reach.length === 0 ? null : Math.round(Math.max(...reach) * 100) / 100;
}
