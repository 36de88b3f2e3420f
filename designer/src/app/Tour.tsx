/**
 * A tour of the page of a template for who opens it first: five short steps below the page, each with the part that it is about marked.
 * Everything can be used meanwhile: the tour has a row of its own and covers nothing.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../ui";
import { useApp } from "./context";
import { local, read, write } from "./storage";
import type { AppTexts } from "./texts";

type Step = keyof AppTexts["tour"]["steps"];

/** The steps in their order, and where their parts are. */
const STEPS: readonly (readonly [Step, string])[] = [
  ["page", "[data-part=canvas]"],
  ["insert", "[data-part=toolbar]"],
  ["panel", "[data-part=sidebar]"],
  ["data", ".app-docks"],
  ["save", ".app-header"],
];

const KEY = "reportctl:tour";
/** Between the part and the line around it. */
const ROOM_PX = 4;

export function Tour() {
  const [isOpen, setOpen] = useState(() => read(local, KEY) === null);
  if (!isOpen) return null;
  const end = () => {
    // Also where nothing can be kept, it is over for this page.
    write(local, KEY, "done");
    setOpen(false);
    document.querySelector<HTMLElement>("[data-part=canvas]")?.focus({ preventScroll: true });
  };
  return <Steps onEnd={end} />;
}

function Steps({ onEnd }: { onEnd: () => void }) {
  const { t } = useApp();
  const [at, setAt] = useState(0);
  const id = useId();
  const next = useRef<HTMLButtonElement>(null);
  const [step, target] = STEPS[at]!;
  const texts = t.tour.steps[step];
  // The focus is on the button, so that Enter leads on; screen readers read the words by `aria-describedby`.
  useEffect(() => next.current?.focus({ preventScroll: true }), [at]);
  return (
    <>
      <Mark target={target} />
      <section
        className="app-tour jpd-part"
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        onKeyDown={(event) => {
          // Letters are commands of the canvas elsewhere.
          event.stopPropagation();
          if (event.key === "Escape") onEnd();
        }}
      >
        <div className="app-tour__words">
          <h2 id={`${id}-title`}>{texts.title}</h2>
          <p id={`${id}-text`}>{texts.text}</p>
        </div>
        <div className="app-tour__bar">
          <small>{t.tour.step(at + 1, STEPS.length)}</small>
          {at < STEPS.length - 1 && (
            <Button variant="ghost" onClick={onEnd}>
              {t.tour.skip}
            </Button>
          )}
          {at > 0 && (
            <Button variant="outline" onClick={() => setAt(at - 1)}>
              {t.tour.back}
            </Button>
          )}
          <Button ref={next} onClick={() => (at < STEPS.length - 1 ? setAt(at + 1) : onEnd())}>
            {at < STEPS.length - 1 ? t.tour.next : t.tour.done}
          </Button>
        </div>
      </section>
    </>
  );
}

/** A line around the part that a step is about; none where that is not on the screen. */
function Mark({ target }: { target: string }) {
  const [box, setBox] = useState<DOMRect | null>(null);
  useLayoutEffect(() => {
    const part = document.querySelector(target);
    if (!part) {
      setBox(null);
      return undefined;
    }
    const measure = () => setBox(part.getBoundingClientRect());
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(part);
    watcher.observe(document.documentElement);
    return () => watcher.disconnect();
  }, [target]);
  if (!box || box.width === 0) return null;
  return (
    <div
      className="app-tour__mark"
      aria-hidden="true"
      style={{ left: box.left - ROOM_PX, top: box.top - ROOM_PX, width: box.width + 2 * ROOM_PX, height: box.height + 2 * ROOM_PX }}
    />
  );
}
