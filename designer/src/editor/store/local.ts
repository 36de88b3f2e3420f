/** Preferences kept in the browser's storage, as JSON. Where it is blocked or full they last until the page is left. */

export function readLocal(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    // No storage, or not ours: the default.
    return null;
  }
}

/** `null` forgets the value. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Blocked or full.
  }
}
