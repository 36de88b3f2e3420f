import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import cases from "../../../../../tests/vectors/file-names.json";
import { template } from "../../../editor/testing";
import type { DocumentInput, EngineAdapter } from "../../../engine/types";
import { zipOf } from "./zip";
import { defaultNames, FileNames, numberName, safeStem, nameOfShown } from "./file-names";

describe("names of files", () => {
  it("are safe as those of the command line", () => {
    for (const [name, expected] of cases as [string, string | null][]) expect(safeStem(name), name).toBe(expected?.replace(/\.pdf$/, "") ?? "");
    expect(safeStem("a\nb")).toBe("a b");
  });

  it("are given once, whatever their case", () => {
    const names = new FileNames();
    expect(["Ana", "ana", "Ana-2", "ANA"].map((name) => names.free(name))).toEqual(["Ana.pdf", "ana-2.pdf", "Ana-2-2.pdf", "ANA-3.pdf"]);
    const long = "x".repeat(196);
    names.free(long);
    expect(names.free(long)).toBe(`${"x".repeat(194)}-2.pdf`);
  });

  it("are what the documents are, with the value by which people know a row, where it is another one in each", () => {
    const rows = [
      { employee: { id: 7, fullName: "Ana" }, month: "2026-10" },
      { employee: { id: 8, fullName: "Bob" }, month: "2026-11" },
    ];
    expect(defaultNames(rows, "payslip")).toEqual({ prefix: "payslip", rule: "payslip-{employee.fullName}.pdf" });
    const same = rows.map(({ employee, month }) => ({ employee: { ...employee, fullName: "Ana" }, month }));
    expect(defaultNames(same, "payslip").rule).toBe("payslip-{employee.id}.pdf");
    expect(defaultNames(rows.map(({ month }) => ({ month })), "pay{slip}")).toEqual({ prefix: "payslip", rule: null });
    expect(defaultNames([{ "E-mail": "a", Nr: "1" }, { "E-mail": "b", Nr: "" }], "").rule).toBeNull();
    expect(defaultNames([{ "Full Name": "A/B" }, { "Full Name": "A_B" }], "").rule).toBeNull();
  });

  it("are numbers of one length without a rule", () => {
    expect([numberName(0, 3), numberName(11, 300), numberName(0, 1200)]).toEqual(["001", "012", "0001"]);
  });
});

/** The PDF of a row is its name; that of a row without one fails. */
function engine(renders: unknown[] = []): EngineAdapter {
  return {
    async render({ data }: DocumentInput) {
      renders.push(data);
      const { name } = data as { name?: string };
      if (name === undefined) throw new Error("the row has no name");
      return { bytes: new TextEncoder().encode(name), pages: 1, warnings: name === "Bob" ? [{ code: "overflow" }, { code: "other" }] : [] };
    },
    check: async () => [],
    evaluate: async (text: string, data: { name: string }) => (text === "{" ? { text: "", error: { message: "open", offset: 0 } } : { text: text.replace("{name}", data.name) }),
  } as unknown as EngineAdapter;
}

const pair = { template: template([]), bindings: [] };
const filesIn = async (file: Blob | null) => {
  const entries = unzipSync(new Uint8Array(await file!.arrayBuffer()));
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
};

describe("all documents", () => {
  const job = (rows: unknown[], fileName?: string) => ({ engine: engine(), pair, rows, fileName, onProgress: () => {}, signal: new AbortController().signal });

  it("are in one ZIP file, by the rule of the template or by number", async () => {
    const rows = [{ name: "Ana" }, { name: "Ana" }, { name: "Müller/2" }];
    expect(await filesIn((await zipOf(job(rows, "slip {name}.pdf"))).file)).toEqual({ "slip Ana.pdf": "Ana", "slip Ana-2.pdf": "Ana", "slip Müller_2.pdf": "Müller/2" });
    expect(Object.keys(await filesIn((await zipOf(job(rows))).file))).toEqual(["001.pdf", "002.pdf", "003.pdf"]);
    expect(Object.keys(await filesIn((await zipOf({ ...job(rows), prefix: "payslip" })).file))).toEqual(["payslip-001.pdf", "payslip-002.pdf", "payslip-003.pdf"]);
    expect(Object.keys(await filesIn((await zipOf(job(rows, "{"))).file))).toEqual(["001.pdf", "002.pdf", "003.pdf"]);
  });

  it("are made but for those that fail, which are named with the reason", async () => {
    const progress: number[] = [];
    const { file, failed, warned } = await zipOf({ ...job([{ name: "Ana" }, {}, { name: "Bob" }]), onProgress: (done) => progress.push(done) });
    expect(Object.keys(await filesIn(file))).toEqual(["001.pdf", "003.pdf"]);
    expect(failed.map(({ index, problem }) => [index, (problem as Error).message])).toEqual([[1, "the row has no name"]]);
    expect(warned).toEqual([{ index: 2, problem: { code: "overflow" } }]);
    expect(progress).toEqual([1, 2, 3]);
    expect((await zipOf(job([{}]))).file).toBeNull();
  });

  it("have warnings for problems that come from the data of the row, not for those of the template alone", async () => {
    const ofTemplate = { code: "emptyText", severity: "warning", pointer: "/template/schemas/0", message: "the text is empty" };
    const missing = (key: string) => ({ code: "missingPath", severity: "warning", pointer: "/template/schemas/1", message: `${key} is not in the data` });
    const check = async ({ data }: { data?: { name: string; net?: number } }) => {
      if (data === undefined) return [ofTemplate];
      const { name, net } = data;
      if (name === "Dan") throw new Error("the check failed");
      const hint = { code: "hint", severity: "info", message: "a hint" };
      const wrong = { code: "noNumber", severity: "error", message: "the tax is no number" };
      return [ofTemplate, hint, ...(net === undefined ? [missing("net"), missing("gross"), ...(name === "Eve" ? [wrong] : [])] : [])];
    };
    const rows = [{ name: "Ana", net: 1 }, { name: "Cid" }, { name: "Dan" }, { name: "Bob", net: 2 }, { name: "Eve" }];
    const { warned, failed } = await zipOf({ ...job(rows), engine: { ...engine(), check } as unknown as EngineAdapter });
    expect(warned.map(({ index, problem }) => [index, (problem as { message?: string; code: string }).message ?? (problem as { code: string }).code])).toEqual([
      [1, "net is not in the data"],
      [3, "overflow"],
      [4, "the tax is no number"],
    ]);
    expect(failed).toEqual([]);
  });

  it("stop where they are cancelled during a check", async () => {
    const controller = new AbortController();
    const check = async ({ data }: { data?: { name: string } }, signal?: AbortSignal) => {
      if (data?.name === "b") controller.abort();
      signal?.throwIfAborted();
      return [];
    };
    const renders: unknown[] = [];
    const running = zipOf({ ...job([{ name: "a" }, { name: "b" }, { name: "c" }]), engine: { ...engine(renders), check } as unknown as EngineAdapter, signal: controller.signal });
    await expect(running).rejects.toThrow(/abort/i);
    expect(renders).toHaveLength(2);
  });

  it("stop where they are cancelled", async () => {
    const renders: unknown[] = [];
    const controller = new AbortController();
    const running = zipOf({ ...job([{ name: "a" }, { name: "b" }, { name: "c" }]), engine: engine(renders), onProgress: (done) => done === 2 && controller.abort(), signal: controller.signal });
    await expect(running).rejects.toThrow(/abort/i);
    expect(renders).toHaveLength(2);
  });
});

it("the file of a row that is shown has its number", () => {
  expect(nameOfShown("payslip", null)).toBe("payslip.pdf");
  expect(nameOfShown("payslip", { data: {}, index: 1, count: 6 })).toBe("payslip-002.pdf");
});
