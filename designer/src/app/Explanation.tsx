/** A picture of what the program does: a design and data become documents, which are mailed. */
import { useApp } from "./context";

const LINES = [0, 1, 2, 3];

export function Explanation() {
  const { t } = useApp();
  const [design, data, document, mail] = t.explanation;
  return (
    <figure className="app-explanation">
      <svg viewBox="0 0 640 190" role="img" aria-label={t.explanation.join(", ")}>
        <g className="app-explanation__sheet" transform="translate(20 15)">
          <rect width="100" height="130" rx="4" />
          <rect className="app-explanation__accent" x="12" y="14" width="46" height="10" rx="2" />
          {LINES.map((line) => (
            <rect key={line} className="app-explanation__faint" x="12" y={38 + line * 18} width={line % 2 ? 60 : 76} height="8" rx="2" strokeDasharray="3 3" />
          ))}
        </g>
        <text x="138" y="86" className="app-explanation__sign">
          +
        </text>
        <g className="app-explanation__sheet" transform="translate(165 35)">
          <rect width="120" height="90" rx="4" />
          <path d="M0 22h120M0 45h120M0 68h120M40 0v90M80 0v90" />
          <rect className="app-explanation__accent" width="120" height="22" rx="4" />
        </g>
        <path className="app-explanation__arrow" d="M300 80h48m-10-9 10 9-10 9" />
        {LINES.slice(0, 3).map((page) => (
          <g key={page} className="app-explanation__sheet" transform={`translate(${365 + page * 14} ${30 - page * 8})`}>
            <rect width="88" height="116" rx="4" />
            <rect className="app-explanation__accent" x="10" y="12" width="40" height="9" rx="2" />
            {LINES.map((line) => (
              <rect key={line} className="app-explanation__text" x="10" y={34 + line * 16} width={line % 2 ? 54 : 68} height="6" rx="2" />
            ))}
          </g>
        ))}
        <path className="app-explanation__arrow" d="M496 80h38m-10-9 10 9-10 9" />
        <g className="app-explanation__sheet" transform="translate(545 50)">
          <rect width="80" height="56" rx="4" />
          <path d="m0 4 40 30L80 4" />
        </g>
        {[
          [70, design],
          [225, data],
          [425, document],
          [585, mail],
        ].map(([x, words]) => (
          <text key={x} x={x} y="176" className="app-explanation__words">
            {words}
          </text>
        ))}
      </svg>
    </figure>
  );
}
