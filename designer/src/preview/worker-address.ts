let address: string | undefined;
let changes = 0;

/**
 * Uses a worker script of the host, of the version of pdf.js that this package has. Not needed: the package brings its
 * own.
 */
export function configurePdfWorker(url: string): void {
  address = url;
  changes += 1;
}

/** The address that the host gave, and how often it did. */
export function configuredWorker(): { address: string | undefined; changes: number } {
  return { address, changes };
}
