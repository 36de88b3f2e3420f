/**
 * The definition of a picture that drawings use by its id: a square of side 1. It shows the picture as it is stored, because
 * the drawing turns it itself; browsers would turn it once more as its file says.
 */
export function pictureElement(id: string, uri: string): string {
  const address = uri.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<image id="${id}" width="1" height="1" preserveAspectRatio="none" style="image-orientation:none" href="${address}"/>`;
}
