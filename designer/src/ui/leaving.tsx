/** Leaving a dialog in which something was entered: a press beside it, or Esc, is easily made by mistake, so it asks first. */
import { type ReactNode, useRef, useState } from "react";
import { useT } from "../i18n";
import { useUiComponents } from "./registry";

export interface LeavingOptions {
  /** The content so far; a change of it withdraws the question. */
  draft: unknown;
  /** `true` where closing would lose something. */
  isChanged: () => boolean;
  onClose: () => void;
  /** The action of the dialog, for a footer that the question replaces. */
  action?: ReactNode;
}

export interface Leaving {
  /** `onClose` of the dialog: closes where nothing is lost, else asks. */
  leave: () => void;
  /** The question, in the place of the footer, once it is asked. */
  question: ReactNode | undefined;
}

export function useLeaving({ draft, isChanged, onClose, action }: LeavingOptions): Leaving {
  const t = useT().modal;
  const { Button } = useUiComponents();
  const [asked, setAsked] = useState<{ draft: unknown } | null>(null);
  const written = useRef<Element | null>(null);
  const isAsking = asked !== null && Object.is(asked.draft, draft);
  const leave = () => {
    if (!isChanged()) return onClose();
    if (isAsking) return;
    written.current = document.activeElement;
    setAsked({ draft });
  };
  const goOn = () => {
    setAsked(null);
    (written.current as HTMLElement | null)?.focus();
  };
  const question = isAsking ? (
    <>
      <p className="jpd-warn" role="alert">
        {t.unsaved}
      </p>
      <Button variant="outline" onClick={onClose}>
        {t.discard}
      </Button>
      <Button variant="outline" autoFocus onClick={goOn}>
        {t.goOn}
      </Button>
      {action}
    </>
  ) : undefined;
  return { leave, question };
}
