/** Background pictures: PNG or JPEG up to 20 MiB, kept as PNG, as every reader of templates expects. */
import { dataUri } from "../../core/base64";
import type { Dict } from "../../i18n";
import type { AssetStore } from "../types";

const LIMIT_MIB = 20;

export async function readBackground(file: File, assets: AssetStore | undefined, t: Dict): Promise<{ uri: string } | { error: string }> {
  if (file.size > LIMIT_MIB * 1024 * 1024) {
    const { title, action } = t.errors.imageUploadTooLarge;
    return { error: `${title(LIMIT_MIB)}. ${action}` };
  }
  try {
    const png = file.type === "image/png" ? file : await toPng(file);
    return { uri: assets ? await assets.save(png) : await dataUri(png) };
  } catch {
    const { title, action } = t.errors.imageUploadUnreadable;
    return { error: `${title}. ${action}` };
  }
}

async function toPng(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const canvas = Object.assign(window.document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"));
}
