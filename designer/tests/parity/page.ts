/** The page of the parity test: makes documents in a worker and says what came out. */
import { loadEngine } from "../../src/engine/load";
import type { DocumentInput } from "../../src/engine/types";
import address from "../../src/engine/generated/engine.wasm?url";

const engine = await loadEngine({
  module: address,
  worker: () => new Worker(new URL("../../src/engine/worker.ts", import.meta.url), { type: "module" }),
});

async function outcome(input: DocumentInput): Promise<string> {
  try {
    const { bytes } = await engine.render(input);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
    return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")} (${bytes.length} bytes)`;
  } catch (error) {
    const { code, field } = error as { code: string; field?: string };
    return `${code}${field ? ` in ${field}` : ""}`;
  }
}

Object.assign(window, { outcome, ready: true });
