/** Icons of alignment: a line and two bars. */
import { Fragment, type ReactNode, type SVGProps } from "react";

function icon(bars: ReactNode[]) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg width={16} height={16} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" focusable="false" {...props}>
        {bars.map((one, index) => (
          <Fragment key={index}>{one}</Fragment>
        ))}
      </svg>
    );
  };
}

const bar = (x: number, y: number, width: number, height: number, faint = false) => (
  <rect x={x} y={y} width={width} height={height} rx={0.75} opacity={faint ? 0.55 : 1} />
);

export const ARRANGE_ICONS = {
  alignLeft: icon([bar(2, 1, 1, 14), bar(4.5, 3.5, 9, 3.5, true), bar(4.5, 9, 5.5, 3.5, true)]),
  alignCenter: icon([bar(3.5, 3.5, 9, 3.5, true), bar(5.25, 9, 5.5, 3.5, true), bar(7.5, 1, 1, 14)]),
  alignRight: icon([bar(13, 1, 1, 14), bar(2.5, 3.5, 9, 3.5, true), bar(6, 9, 5.5, 3.5, true)]),
  alignTop: icon([bar(1, 2, 14, 1), bar(3.5, 4.5, 3.5, 9, true), bar(9, 4.5, 3.5, 5.5, true)]),
  alignMiddle: icon([bar(3.5, 3.5, 3.5, 9, true), bar(9, 5.25, 3.5, 5.5, true), bar(1, 7.5, 14, 1)]),
  alignBottom: icon([bar(1, 13, 14, 1), bar(3.5, 2.5, 3.5, 9, true), bar(9, 6, 3.5, 5.5, true)]),
  distributeHorizontal: icon([bar(1, 1.5, 1, 13), bar(14, 1.5, 1, 13), bar(6, 4, 4, 8, true)]),
  distributeVertical: icon([bar(1.5, 1, 13, 1), bar(1.5, 14, 13, 1), bar(4, 6, 8, 4, true)]),
  sameWidth: icon([bar(2, 3, 12, 3.5, true), bar(2, 9.5, 12, 3.5, true), bar(1, 1.5, 1, 13), bar(14, 1.5, 1, 13)]),
  sameHeight: icon([bar(3, 2, 3.5, 12, true), bar(9.5, 2, 3.5, 12, true), bar(1.5, 1, 13, 1), bar(1.5, 14, 13, 1)]),
} as const;
