import type { ReactNode, SVGProps } from "react";

export type IconProps = SVGProps<SVGSVGElement>;

/** The common frame: 14 px, drawn with the colour of the text, silent for screen readers. */
function icon(content: ReactNode, props: IconProps) {
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
      {...props}
      className={props.className ? `jpd-icon ${props.className}` : "jpd-icon"}
    >
      {content}
    </svg>
  );
}

const path = (d: string) => <path d={d} />;

export const IconPageNumber = (p: IconProps) =>
  icon(
    <>
      <rect x={5} y={2.5} width={14} height={19} rx={1.5} />
      <path d="M9.5 17h1M12 17h.1M13.5 17h1" />
    </>,
    p,
  );
export const IconPayment = (p: IconProps) =>
  icon(
    <>
      <path d="M3 3h7v7H3zM14 3h7v7h-7zM3 14h7v7H3z" />
      <path d="M20 14.5h-2.5a2.5 2.5 0 0 0 0 5H20M14 16.5h3.5M14 18.5h3" />
    </>,
    p,
  );
export const IconSignature = (p: IconProps) => icon(path("M3 20h18M4 15c3-8 6-11 7-9s-4 9-2 9 3-4 5-4 0 4 2 4 2-1 4-2"), p);
export const IconAlertTriangle = (p: IconProps) => icon(path("M12 3.5 22 20.5H2zM12 10v4.5M12 17.6v.1"), p);
export const IconArrowDown = (p: IconProps) => icon(path("M12 4v16M5 13l7 7 7-7"), p);
export const IconArrowUp = (p: IconProps) => icon(path("M12 20V4M5 11l7-7 7 7"), p);
export const IconArrowsHorizontal = (p: IconProps) => icon(path("M7 8l-4 4 4 4M17 8l4 4-4 4M3 12h18"), p);
export const IconArrowsVertical = (p: IconProps) => icon(path("M8 7l4-4 4 4M8 17l4 4 4-4M12 3v18"), p);
export const IconBold = (p: IconProps) => icon(path("M7 4h6.5a4 4 0 0 1 0 8H7zM7 12h7.5a4 4 0 0 1 0 8H7z"), { strokeWidth: 2.5, ...p });
export const IconHeading = (p: IconProps) => icon(path("M6 4v16M18 4v16M6 12h12"), p);
export const IconItalic = (p: IconProps) => icon(path("M10 4h8M6 20h8M14.5 4l-5 16"), p);
export const IconBullets = (p: IconProps) => icon(path("M9 6h12M9 12h12M9 18h12M4 6h.1M4 12h.1M4 18h.1"), { strokeWidth: 2.5, ...p });
export const IconNumbers = (p: IconProps) => icon(path("M10 6h11M10 12h11M10 18h11M3.5 5 5 4v5M3.5 15.5c0-2 3-2 3 0 0 1.5-3 2.5-3 4.5h3"), p);
export const IconBringToFront = (p: IconProps) =>
  icon(
    <>
      <rect x={8} y={8} width={8} height={8} rx={1} fill="currentColor" />
      <path d="M4 10V5a1 1 0 0 1 1-1h5M20 14v5a1 1 0 0 1-1 1h-5" />
    </>,
    p,
  );
export const IconChevronLeft = (p: IconProps) => icon(path("M15 5l-7 7 7 7"), p);
export const IconChevronRight = (p: IconProps) => icon(path("M9 5l7 7-7 7"), p);
export const IconDots = (p: IconProps) =>
  icon(
    <g fill="currentColor" stroke="none">
      <circle cx={5} cy={12} r={2} />
      <circle cx={12} cy={12} r={2} />
      <circle cx={19} cy={12} r={2} />
    </g>,
    p,
  );
export const IconDownload = (p: IconProps) => icon(path("M12 3v12M7 10l5 5 5-5M4 20h16"), p);
export const IconFolderUp = (p: IconProps) =>
  icon(path("M3 18V6a1 1 0 0 1 1-1h5l2 2.5h9a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM12 16v-5M9.5 13l2.5-2.5 2.5 2.5"), p);
export const IconGrip = (p: IconProps) =>
  icon(
    <g fill="currentColor" stroke="none">
      {[6, 12, 18].flatMap((y) => [9, 15].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r={1.7} />))}
    </g>,
    p,
  );
export const IconLink = (p: IconProps) =>
  icon(path("M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.3 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.3-1.4"), p);
export const IconLock = (p: IconProps) =>
  icon(
    <>
      <rect x={5} y={11} width={14} height={9} rx={1.5} />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>,
    p,
  );
export const IconLockOpen = (p: IconProps) =>
  icon(
    <>
      <rect x={5} y={11} width={14} height={9} rx={1.5} />
      <path d="M8 11V8a4 4 0 0 1 7.6-1.7" />
    </>,
    p,
  );
export const IconMinus = (p: IconProps) => icon(path("M5 12h14"), p);
export const IconPencil = (p: IconProps) => icon(path("M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5"), p);
export const IconPlus = (p: IconProps) => icon(path("M12 5v14M5 12h14"), p);
export const IconRefresh = (p: IconProps) => icon(path("M20 5v5h-5M4 19v-5h5M19.3 10A8 8 0 0 0 5.5 7.5M4.7 14a8 8 0 0 0 13.8 2.5"), p);
export const IconSendToBack = (p: IconProps) =>
  icon(
    <>
      <rect x={4} y={4} width={8} height={8} rx={1} />
      <rect x={12} y={12} width={8} height={8} rx={1} fill="currentColor" />
    </>,
    p,
  );
export const IconTrash = (p: IconProps) => icon(path("M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5"), p);
export const IconUpload = (p: IconProps) => icon(path("M12 15V3M7 8l5-5 5 5M4 20h16"), p);
export const IconX = (p: IconProps) => icon(path("M6 6l12 12M18 6L6 18"), p);

// Beyond the public set.
export const IconCheck = (p: IconProps) => icon(path("M5 12.5l4.5 4.5L19 7"), p);
export const IconChevronDown = (p: IconProps) => icon(path("M5 9l7 7 7-7"), p);
/** A panel at the right, and the way it goes. */
export const IconFold = (p: IconProps) => icon(path("M4 5h16v14H4zM15 5v14M8 9.5l2.5 2.5L8 14.5"), p);
export const IconSettings = (p: IconProps) => icon(path("M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4"), p);
export const IconChevronUp = (p: IconProps) => icon(path("M5 15l7-7 7 7"), p);
export const IconCircleInfo = (p: IconProps) =>
  icon(
    <>
      <circle cx={12} cy={12} r={9} />
      <path d="M12 11v5.5M12 7.6v.1" />
    </>,
    p,
  );
export const IconCircleX = (p: IconProps) =>
  icon(
    <>
      <circle cx={12} cy={12} r={9} />
      <path d="M9 9l6 6M15 9l-6 6" />
    </>,
    p,
  );
export const IconEye = (p: IconProps) =>
  icon(
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx={12} cy={12} r={2.5} />
    </>,
    p,
  );
export const IconSearch = (p: IconProps) =>
  icon(
    <>
      <circle cx={10.5} cy={10.5} r={6.5} />
      <path d="M15.5 15.5L21 21" />
    </>,
    p,
  );
export const IconUndo = (p: IconProps) => icon(path("M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4"), p);
export const IconRedo = (p: IconProps) => icon(path("M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4"), p);
export const IconReset = (p: IconProps) => icon(path("M4 5v5h5M4.8 10A8 8 0 1 1 4 13.5"), p);
export const IconText = (p: IconProps) => icon(path("M5 7V5h14v2M12 5v14M9 19h6"), p);
export const IconTable = (p: IconProps) =>
  icon(
    <>
      <rect x={3} y={5} width={18} height={14} rx={1.5} />
      <path d="M3 10h18M3 14.5h18M10 10v9" />
    </>,
    p,
  );
export const IconImage = (p: IconProps) =>
  icon(
    <>
      <rect x={3} y={5} width={18} height={14} rx={1.5} />
      <circle cx={8.5} cy={10} r={1.5} />
      <path d="M4 18l5.5-5 4 3.5L17 13l4 4" />
    </>,
    p,
  );
export const IconSection = (p: IconProps) =>
  icon(
    <>
      <rect x={4} y={4} width={16} height={6} rx={1.5} />
      <rect x={4} y={14} width={16} height={6} rx={1.5} strokeDasharray="3 2.5" />
    </>,
    p,
  );
export const IconChart = (p: IconProps) => icon(path("M4 20V4M4 20h16M8.5 20v-7M13 20V8M17.5 20v-4.5"), p);
export const IconKpi = (p: IconProps) =>
  icon(
    <>
      <rect x={3} y={5} width={18} height={14} rx={3} />
      <path d="M7 15l3-3.5 2.5 2L17 9" />
    </>,
    p,
  );
export const IconData = (p: IconProps) => icon(path("M8 4c-2.5 0-3 1-3 3v2c0 1.5-.5 2.5-2 3 1.5.5 2 1.5 2 3v2c0 2 .5 3 3 3M16 4c2.5 0 3 1 3 3v2c0 1.5.5 2.5 2 3-1.5.5-2 1.5-2 3v2c0 2-.5 3-3 3"), p);
export const IconCopy = (p: IconProps) => icon(path("M9 11a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1"), p);
export const IconPagesGrid = (p: IconProps) => icon(path("M4 4h6v7H4zM14 4h6v7h-6zM4 15h6v5H4zM14 15h6v5h-6z"), p);
export const IconQrcode = (p: IconProps) => icon(path("M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v3M17 20h3M14 20v-2"), p);
export const IconBarcode = (p: IconProps) => icon(path("M4 5v14M7 5v14M11 5v14M13 5v14M17 5v14M20 5v14"), p);
export const IconLine = (p: IconProps) => icon(path("M4 19 20 5"), p);
export const IconRectangle = (p: IconProps) => icon(path("M4 6h16v12H4z"), p);
export const IconEllipse = (p: IconProps) => icon(<ellipse cx={12} cy={12} rx={9} ry={6.5} />, p);
export const IconPath = (p: IconProps) => icon(path("M4 18C8 4 12 22 20 6"), p);
export const IconUnderline = (p: IconProps) => icon(path("M6 4v6a6 6 0 0 0 12 0V4M4 20h16"), p);
export const IconStrikethrough = (p: IconProps) => icon(path("M4 12h16M16 6.5A4 3 0 0 0 12 4.5c-2.6 0-4.5 1.3-4.5 3.2 0 1.8 1.5 2.7 4.5 4.3M8 17a4.5 3 0 0 0 4 2.5c2.7 0 4.5-1.4 4.5-3.3 0-1.6-.8-2.8-2-4.2"), p);
export const IconAlignLeft = (p: IconProps) => icon(path("M4 6h16M4 12h10M4 18h13"), p);
export const IconAlignCenter = (p: IconProps) => icon(path("M4 6h16M7 12h10M5.5 18h13"), p);
export const IconAlignRight = (p: IconProps) => icon(path("M4 6h16M10 12h10M7 18h13"), p);
export const IconAlignJustify = (p: IconProps) => icon(path("M4 6h16M4 12h16M4 18h16"), p);
export const IconAlignStart = (p: IconProps) => icon(path("M4 4v16M8 8h12M8 16h7"), p);
export const IconAlignEnd = (p: IconProps) => icon(path("M20 4v16M4 8h12M9 16h7"), p);
export const IconTop = (p: IconProps) => icon(path("M4 4h16M12 20V9M8 13l4-4 4 4"), p);
export const IconMiddle = (p: IconProps) => icon(path("M4 12h16M12 3v5M9.5 5.5L12 8l2.5-2.5M12 21v-5M9.5 18.5L12 16l2.5 2.5"), p);
export const IconBottom = (p: IconProps) => icon(path("M4 20h16M12 4v11M8 11l4 4 4-4"), p);
export const IconPie = (p: IconProps) => icon(path("M12 3v9h9a9 9 0 1 1-9-9zM15.5 3.7A9 9 0 0 1 20.3 8.5h-4.8z"), p);
export const IconDonut = (p: IconProps) =>
  icon(
    <>
      <circle cx={12} cy={12} r={9} />
      <circle cx={12} cy={12} r={3.5} />
    </>,
    p,
  );
export const IconCircle = (p: IconProps) => icon(<circle cx={12} cy={12} r={9} />, p);
export const IconPortrait = (p: IconProps) => icon(<rect x={6} y={3} width={12} height={18} rx={1.5} />, p);
export const IconLandscape = (p: IconProps) => icon(<rect x={3} y={6} width={18} height={12} rx={1.5} />, p);
export const IconGroup = (p: IconProps) => icon(path("M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8h5v5H8zM12 12h4v4h-4z"), p);
export const IconChevronSmall = (p: IconProps) => icon(path("M9 6l6 6-6 6"), p);
