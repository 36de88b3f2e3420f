/** An action of a dialog that runs once, also after further clicks, until it fails. */
import { useRef, useState } from "react";

/** `run` drops calls while an action runs; `onError` gets its failure, and `null` when it begins. */
export function useSingleRun(onError: (failure: unknown) => void): { busy: boolean; run: (action: () => Promise<void>) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  // The second click of a double click comes before the next rendering.
  const isRunning = useRef(false);
  const run = async (action: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    onError(null);
    try {
      await action();
    } catch (failure) {
      onError(failure);
      setBusy(false);
      isRunning.current = false;
    }
  };
  return { busy, run };
}
