/** Icons of the kinds of field, by their names in the format. */
import type { ComponentType } from "react";
import * as icons from "../../ui/icons";

const KIND_ICONS: Record<string, ComponentType<icons.IconProps>> = {
  text: icons.IconText,
  table: icons.IconTable,
  image: icons.IconImage,
  section: icons.IconSection,
  chart: icons.IconChart,
  kpi: icons.IconKpi,
  qrcode: icons.IconQrcode,
  barcode: icons.IconBarcode,
  line: icons.IconLine,
  rectangle: icons.IconRectangle,
  ellipse: icons.IconEllipse,
  path: icons.IconPath,
  svg: icons.IconImage,
  heading: icons.IconHeading,
  payment: icons.IconPayment,
  pageNumber: icons.IconPageNumber,
  signature: icons.IconSignature,
  signatureLine: icons.IconSignature,
};

export const kindIcon = (kind: string): ComponentType<icons.IconProps> => KIND_ICONS[kind] ?? icons.IconText;
