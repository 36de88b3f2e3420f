/** Parts of the page that are files of their own, loaded when they are used. */

/** Such a file did not come: the network failed, or the page is older than the files that its server has by now. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super("a part of the page could not be loaded; reload the page", { cause });
    this.name = "PartNotLoaded";
  }
}

/** The module that `load` imports; a failure to load differs from those of the part itself. */
export async function loadedPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new PartNotLoaded(cause);
  }
}
