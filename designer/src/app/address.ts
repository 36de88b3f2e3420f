/** Addresses inside the application. */

export function templateAddress(id: string): string {
  return `#/templates/${encodeURIComponent(id)}`;
}

/** The template that the address of the page names (`#/templates/invoice`); `null` for the list. */
export function templateInAddress(): string | null {
  const id = /^#\/templates\/([^/]+)$/.exec(location.hash)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
}
