/** Addresses inside the application. */

export function templateAddress(id: string): string {
  return `#/templates/${encodeURIComponent(id)}`;
}

/** The template that the address of the page names (`#/templates/invoice`); `null` for the list. */
export function templateInAddress(hash = location.hash): string | null {
  const id = /^#\/templates\/([^/]+)$/.exec(hash)?.[1];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    // No id is written so: as it stands it is one that is not found.
    return id;
  }
}
