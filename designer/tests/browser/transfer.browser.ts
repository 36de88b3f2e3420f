/** What crosses the wire until a template stands open in the application: `reportctl serve` with the page of `npm run build:app`. */
import { describe, expect, it } from "vitest";
import { missing } from "../reportctl";
import { useVisit } from "./program";

/** Bytes of all answers, heads included, that the page may need before it can be used. */
const MOST = 2_500_000;

describe.skipIf(missing)("until a template stands open", () => {
  let address = "";
  const visit = useVisit({ viewport: { width: 1400, height: 900 } }, async ({ running, port }) => {
    running.run("init", ".");
    address = await running.start(["design", "--no-open", "--port", String(port)], /the designer is at (http:\/\/[^/]+)/);
  });

  it("at most 2.5 MB come over the wire, the engine beside the script", async () => {
    const { page, context } = visit;
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    const started = new Map<string, { path: string; at: number }>();
    const got: { path: string; bytes: number; from: number; to: number }[] = [];
    network.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
      if (request.url.startsWith("http")) started.set(requestId, { path: new URL(request.url).pathname, at: timestamp });
    });
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
      const start = started.get(requestId);
      if (start) got.push({ path: start.path, bytes: encodedDataLength, from: start.at, to: timestamp });
    });
    // A line on which the order of requests shows: 2 MB a second, 20 ms away.
    await network.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 2_000_000, uploadThroughput: 1_000_000 });
    await page.goto(`${address}/#/templates/receipt`);
    // The first field of the template does not print on the first page.
    await page.locator("[data-sheet] [data-field-id]:not([data-absent])").first().waitFor();
    await page.waitForLoadState("networkidle");

    const bytes = got.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(bytes, JSON.stringify(got, null, 1)).toBeLessThan(MOST);
    const one = (pattern: RegExp) => {
      const found = got.filter(({ path }) => pattern.test(path));
      expect(found, String(pattern)).toHaveLength(1);
      return found[0]!;
    };
    const [script, engine] = [one(/\/main-[^/]*\.js$/), one(/\/engine-[^/]*\.wasm$/)];
    expect(engine.from, "the engine waits for the script").toBeLessThan(script.to);
    console.info(`${bytes} bytes until a template stands open`);
  });
});
