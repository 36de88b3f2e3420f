import { memo, useMemo } from "react";
import { pictureElement } from "../../engine/picture-element";
import type { DrawnPage, Placement } from "../../engine/types";
import type { Hit } from "./search";

/** Ids of the preview, apart from those of the canvas, which shows the same document. */
function scoped(svg: string, prefix: string): string {
  return svg
    .replaceAll(/\bid="/g, `id="${prefix}`)
    .replaceAll(/href="#/g, `href="#${prefix}`)
    .replaceAll("url(#", `url(#${prefix}`);
}

export interface PreviewPageProps {
  page: DrawnPage;
  images: Readonly<Record<number, string>>;
  label: string;
  /** Pointers of the selected fields. */
  selected: ReadonlySet<string>;
  /** Matches of the search on this page. */
  found?: Hit | undefined;
  /** Shows the box of every field; pointing at one names it. */
  flow?: boolean;
  onPick: (placement: Placement) => void;
  prefix: string;
}

/** A field at one place; one that did not change is not read and painted again. */
const Drawing = memo(function Drawing({ svg }: { svg: string }) {
  return <g dangerouslySetInnerHTML={{ __html: svg }} />;
});

/** A printed page: exact outlines out of the engine, sharp at every size. */
export const PreviewPage = memo(function PreviewPage({ page, images, label, selected, found, flow = false, onPick, prefix }: PreviewPageProps) {
  const own = `${prefix}${page.number}-`;
  const defs = useMemo(() => {
    const pictures = page.pictures.map((number) => pictureElement(`image-${number}`, images[number] ?? ""));
    return scoped(`${page.defs}${pictures.join("")}`, own);
  }, [page, images, own]);
  const drawings = useMemo(() => [page.background, ...page.placements.map((placement) => placement.svg)].map((svg) => scoped(svg, own)), [page, own]);
  const places = found ? page.placements.filter(({ pointer }) => pointer === found.pointer) : [];
  const hit = places.toSorted((a, b) => Math.abs(a.y - (found?.y ?? 0)) - Math.abs(b.y - (found?.y ?? 0)))[0];
  const marks = page.placements.filter((placement) => selected.has(placement.pointer));

  return (
    <svg
      className="jpd-preview__svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${page.width} ${page.height}`}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * page.width;
        const y = ((event.clientY - box.top) / box.height) * page.height;
        const hit = page.placements.findLast(
          (placement) => x >= placement.x && x <= placement.x + placement.width && y >= placement.y && y <= placement.y + placement.height,
        );
        if (hit) onPick(hit);
      }}
    >
      <defs dangerouslySetInnerHTML={{ __html: defs }} />
      {drawings.map((svg, index) => (
        <Drawing key={index} svg={svg} />
      ))}
      {flow &&
        page.placements.map((placement, index) => (
          <g key={index} className="jpd-preview__flow" data-flow={placement.field} data-zone={placement.zone}>
            <rect x={placement.x} y={placement.y} width={Math.max(placement.width, 0.2)} height={Math.max(placement.height, 0.2)}>
              <title>{placement.item === undefined ? placement.field : `${placement.field} ${placement.item + 1}`}</title>
            </rect>
          </g>
        ))}
      {hit && (
        <rect className="jpd-preview__hit" data-hit="" x={hit.x} y={hit.y} width={Math.max(hit.width, 0.2)} height={Math.max(hit.height, 0.2)} />
      )}
      {marks.map((placement, index) => (
        <rect
          key={index}
          className="jpd-preview__mark"
          x={placement.x}
          y={placement.y}
          width={Math.max(placement.width, 0.2)}
          height={Math.max(placement.height, 0.2)}
        />
      ))}
    </svg>
  );
});
