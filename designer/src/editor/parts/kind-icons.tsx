/** Icons of the kinds of field. */
import type { ComponentType, ReactNode } from "react";
import { IconChart, type IconProps, IconImage, IconKpi, IconSection, IconTable, IconText } from "../../ui/icons";

function drawn(content: ReactNode): ComponentType<IconProps> {
  return function KindIcon(props) {
    return (
      <svg
        width={14}
        height={14}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        className="jpd-icon"
        {...props}
      >
        {content}
      </svg>
    );
  };
}

export const KIND_ICONS: Record<string, ComponentType<IconProps>> = {
  text: IconText,
  table: IconTable,
  image: IconImage,
  section: IconSection,
  chart: IconChart,
  kpi: IconKpi,
  qrcode: drawn(<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v3M17 20h3M14 20v-2" />),
  barcode: drawn(<path d="M4 5v14M7 5v14M11 5v14M13 5v14M17 5v14M20 5v14" />),
  line: drawn(<path d="M4 19 20 5" />),
  rectangle: drawn(<path d="M4 6h16v12H4z" />),
  ellipse: drawn(<ellipse cx={12} cy={12} rx={9} ry={6.5} />),
  path: drawn(<path d="M4 18C8 4 12 22 20 6" />),
};

export const kindIcon = (kind: string): ComponentType<IconProps> => KIND_ICONS[kind] ?? IconText;
