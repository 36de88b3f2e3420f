// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { I18nProvider, type Locale } from "../i18n";
import { ApiError } from "./api";
import { AppContext, type AppValue } from "./context";
import { DataSets } from "./DataSets";
import { loadTexts } from "./texts";
import { type OpenDataSets, useDataSets } from "./useDataSets";

const keptHere = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../editor/store/kept", () => ({
  kept: () => ({
    load: async (key: string) => keptHere.get(key),
    store: async (key: string, value: unknown) => (keptHere.set(key, value), true),
    remove: async (key: string) => void keptHere.delete(key),
  }),
}));

/** A service with data sets of one template, each with a counted version. */
function service(first: Record<string, unknown>) {
  const sets = new Map(Object.entries(first).map(([name, data]) => [name, { data, version: 1 }]));
  let versions = 1;
  const refused = (status: number, code: string) => new ApiError(status, { error: code, code });
  const api = {
    dataSets: async () => [...sets.keys()].map((name) => ({ name })),
    dataSet: async (_: string, name: string) => {
      const set = sets.get(name);
      if (!set) throw refused(404, "dataSetNotFound");
      return { value: set.data, version: `${set.version}` };
    },
    saveDataSet: vi.fn(async (_: string, name: string, data: unknown, version?: string | null) => {
      const known = sets.get(name);
      if (version !== undefined && version !== (known ? `${known.version}` : null)) throw refused(412, "conflict");
      versions += 1;
      sets.set(name, { data, version: versions });
      return `${versions}`;
    }),
    removeDataSet: async (_: string, name: string, version: string) => {
      const known = sets.get(name);
      if (version !== (known ? `${known.version}` : null)) throw refused(412, "conflict");
      sets.delete(name);
    },
  };
  return {
    api,
    data: (name: string) => sets.get(name)?.data,
    /** As somebody else would. */
    store: (name: string, data: unknown) => sets.set(name, { data, version: (versions += 1) }),
    remove: (name: string) => sets.delete(name),
  };
}

describe("data sets that somebody else changes meanwhile", () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    keptHere.clear();
  });

  async function open(first: Record<string, unknown>, locale: Locale = "en") {
    const remote = service(first);
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const now: { sets: OpenDataSets | null } = { sets: null };
    const context = { api: remote.api, session: { tenant: "" }, t: await loadTexts(locale), locale } as unknown as AppValue;
    function Probe() {
      now.sets = useDataSets("invoice", onError);
      return <DataSets sets={now.sets} readOnly={false} />;
    }
    const show = () => render(
      <I18nProvider locale={locale}>
        <AppContext.Provider value={context}>
          <Probe />
        </AppContext.Provider>
      </I18nProvider>,
    );
    let view = show();
    await waitFor(() => expect(now.sets?.name).toBe("sample"));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return {
      ...remote,
      errors,
      /** Goes back to the list of templates. */
      leave: () => act(async () => view.unmount()),
      again: () => act(async () => void (view = show())),
      get sets() {
        return now.sets as OpenDataSets;
      },
      change: async (data: unknown) => {
        act(() => now.sets?.change(data));
        await act(() => vi.advanceTimersByTimeAsync(1100));
      },
    };
  }

  const press = (name: string) => act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name })));

  it("are compared, and both changes are stored", async () => {
    const app = await open({ sample: { number: 1, city: "Olinda", name: "Ana" } });
    app.store("sample", { number: 2, city: "Recife", name: "Ana" });
    await app.change({ number: 3, city: "Olinda", name: "Bia" });
    const dialog = screen.getByRole("dialog", { name: "The data set “standard” was changed meanwhile" });
    expect(within(dialog).getAllByRole("row").map((row) => row.textContent)).toEqual([
      "PartYoursTheirsKeep",
      "Data numberchanged 3changed 2YoursTheirs",
      "Data city— changed \"Recife\"Theirs",
      "Data namechanged \"Bia\"— Yours",
    ]);
    // Nothing was overwritten.
    expect(app.data("sample")).toMatchObject({ number: 2 });
    fireEvent.change(within(dialog).getByLabelText("Keep: number"), { target: { value: "theirs" } });
    await press("Use this");
    expect(app.data("sample")).toEqual({ number: 2, city: "Recife", name: "Bia" });
    expect(app.sets.data).toEqual({ number: 2, city: "Recife", name: "Bia" });
    expect(screen.queryByRole("dialog")).toBeNull();
    // The version is that of what was stored.
    await app.change({ number: 4 });
    expect(app.data("sample")).toEqual({ number: 4 });
  });

  it("are shown without the file names of the data that templates come with", async () => {
    const app = await open({ sample: { number: 1 }, typical: { number: 2 }, "large-order": { number: 3 } });
    const options = () => within(screen.getByLabelText("Data set")).getAllByRole("option").map((option) => option.textContent);
    expect(options()).toEqual(["Data set: standard", "Data set: typical", "Data set: large-order"]);
    fireEvent.click(screen.getByRole("button", { name: "Delete data set" }));
    await press("Delete");
    expect(options()).toEqual(["Data set: standard", "Data set: large-order"]);
    expect(app.data("sample")).toBeUndefined();
    // A second one of that name could not be held apart.
    fireEvent.click(screen.getByRole("button", { name: "New data set" }));
    const name = within(screen.getByRole("dialog")).getByRole("textbox");
    const isRefused = () => within(screen.getByRole("dialog")).getByRole<HTMLButtonElement>("button", { name: "New data set" }).disabled;
    fireEvent.change(name, { target: { value: "standard" } });
    expect(isRefused()).toBe(true);
    fireEvent.change(name, { target: { value: "small" } });
    expect(isRefused()).toBe(false);
  });

  it("say when a change is on its way to the service, and when it is there", async () => {
    const app = await open({ sample: { number: 1 } });
    expect(app.sets.state).toBe("idle");
    act(() => app.sets.change({ number: 2 }));
    expect(app.sets.state).toBe("storing");
    await act(() => vi.advanceTimersByTimeAsync(1100));
    expect([app.sets.state, app.data("sample")]).toEqual(["stored", { number: 2 }]);
    app.api.saveDataSet.mockRejectedValueOnce(new ApiError(0, { error: "no answer", code: "noAnswer" }));
    await app.change({ number: 3 });
    expect(app.sets.state).toBe("idle");
  });

  it("stay as they are while they cannot be read and something is typed in their place", async () => {
    const app = await open({ sample: { number: 1 }, other: { number: 2 } });
    await app.leave();
    const { dataSet } = app.api;
    app.api.dataSet = async () => Promise.reject(new ApiError(0, { error: "no answer", code: "noAnswer" }));
    await app.again();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect([app.sets.name, app.sets.data, app.sets.names]).toEqual([null, {}, ["sample", "other"]]);
    expect(app.errors.at(-1)).toMatchObject({ code: "noAnswer" });
    app.api.dataSet = dataSet;
    await app.change({ number: 3 });
    expect([app.data("sample"), app.data("other"), app.data("typical")]).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    expect(app.sets.names).toEqual(["other", "sample", "typical"]);
  });

  it("are compared in the other language, too", async () => {
    const app = await open({ sample: { number: 1 } }, "pt-BR");
    app.store("sample", { number: 2 });
    await app.change({ number: 3 });
    screen.getByRole("dialog", { name: "O conjunto de dados “padrão” foi alterado nesse meio-tempo" });
    await press("Usar o do outro");
    expect([app.data("sample"), app.sets.data]).toEqual([{ number: 2 }, { number: 2 }]);
    expect(app.errors.at(-1)).toBeNull();
  });

  it("are not left before one has chosen, and asked about again", async () => {
    const app = await open({ sample: { number: 1 }, small: { number: 0 } });
    app.store("sample", { number: 2 });
    await app.change({ number: 3 });
    await press("Close");
    expect(app.errors.at(-1)).toMatchObject({ status: 412 });
    await act(async () => app.sets.choose("small"));
    expect(app.sets.name).toBe("sample");
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
    await press("Keep all of mine");
    expect(app.data("sample")).toEqual({ number: 3 });
    await act(async () => app.sets.choose("small"));
    expect(app.sets.data).toEqual({ number: 0 });
  });

  it("stay deleted, or are stored again", async () => {
    const app = await open({ sample: { number: 1 }, small: { number: 0 } });
    app.remove("sample");
    await app.change({ number: 3 });
    await press("Keep all of mine");
    expect(app.data("sample")).toEqual({ number: 3 });
    app.remove("sample");
    await app.change({ number: 4 });
    await press("Take theirs");
    expect(app.data("sample")).toBeUndefined();
    expect([app.sets.name, app.sets.names, app.sets.data]).toEqual(["small", ["small"], { number: 0 }]);
  });

  it("are compared before they are deleted", async () => {
    const app = await open({ sample: { number: 1 }, small: { number: 0 } });
    const remove = async () => {
      act(() => void fireEvent.click(screen.getByRole("button", { name: "Delete data set" })));
      await press("Delete");
    };
    app.store("sample", { number: 2 });
    await remove();
    const dialog = screen.getByRole("dialog", { name: "The data set “standard” was changed meanwhile" });
    expect(within(dialog).getAllByRole("row").at(-1)?.textContent).toBe('Data removed changed {"number":2}YoursTheirs');
    await press("Take theirs");
    expect([app.data("sample"), app.sets.data]).toEqual([{ number: 2 }, { number: 2 }]);
    app.store("sample", { number: 3 });
    await remove();
    await press("Close");
    expect([app.data("sample"), app.sets.name, app.errors.at(-1)]).toEqual([{ number: 3 }, "sample", null]);
    await remove();
    await press("Keep all of mine");
    expect([app.data("sample"), app.sets.names]).toEqual([undefined, ["small"]]);
    // Who else deletes it wants the same.
    app.remove("small");
    await remove();
    expect([screen.queryByRole("dialog"), app.sets.names]).toEqual([null, []]);
  });

  it("are deleted with the version that their last change gave", async () => {
    const app = await open({ sample: { number: 1 } });
    await app.change({ number: 2 });
    await act(() => app.sets.remove());
    expect([app.data("sample"), screen.queryByRole("dialog")]).toEqual([undefined, null]);
  });

  it("are not asked about where both have the same", async () => {
    const app = await open({ sample: { number: 1 } });
    app.store("sample", { number: 3 });
    await app.change({ number: 3 });
    expect(screen.queryByRole("dialog")).toBeNull();
    await app.change({ number: 4 });
    expect(app.data("sample")).toEqual({ number: 4 });
  });

  it("are asked about with the next visit where the template was left before", async () => {
    const app = await open({ sample: { number: 1, city: "Olinda" } });
    app.store("sample", { number: 2, city: "Olinda" });
    act(() => app.sets.change({ number: 1, city: "Recife" }));
    await app.leave();
    expect(app.data("sample")).toEqual({ number: 2, city: "Olinda" });
    await app.again();
    await press("Use this");
    expect(app.data("sample")).toEqual({ number: 2, city: "Recife" });
    expect(keptHere.size).toBe(0);
  });

  /** The answer for a set is held back until it is let through. */
  function heldBack(app: Awaited<ReturnType<typeof open>>, held: string): () => Promise<void> {
    const answer = app.api.dataSet;
    let through = () => {};
    const wait = new Promise<void>((done) => (through = done));
    app.api.dataSet = async (id, name) => {
      if (name === held) await wait;
      return answer(id, name);
    };
    return () => act(async () => through());
  }

  it("keep what is changed while another one is loaded", async () => {
    const app = await open({ sample: { number: 1 }, large: { number: 9 } });
    app.store("large", { number: 9 });
    const answer = heldBack(app, "large");
    await act(async () => app.sets.choose("large"));
    act(() => app.sets.change({ number: 2 }));
    await answer();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect([app.data("sample"), app.data("large"), app.sets.conflict, app.errors]).toEqual([{ number: 2 }, { number: 9 }, null, []]);
    expect([app.sets.name, app.sets.data]).toEqual(["large", { number: 9 }]);
  });

  it("stay on the one that was asked for last, also if an earlier answer comes later", async () => {
    const app = await open({ sample: { number: 1 }, a: { number: 2 }, b: { number: 3 } });
    const answer = heldBack(app, "a");
    await act(async () => app.sets.choose("a"));
    await act(async () => app.sets.choose("b"));
    await answer();
    expect([app.sets.name, app.sets.data]).toEqual(["b", { number: 3 }]);
  });

  it.each([0, 429, 502, 503, 504])("are sent again after growing pauses where the service could not take them: %i", async (status) => {
    const app = await open({ sample: { number: 1 } });
    const busy = async () => Promise.reject(new ApiError(status, { error: "busy", code: "noAnswer" }));
    app.api.saveDataSet.mockImplementationOnce(busy).mockImplementationOnce(busy);
    await app.change({ number: 2 });
    expect(app.errors.at(-1)).toMatchObject({ status });
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect([app.api.saveDataSet.mock.calls.length, app.data("sample")]).toEqual([2, { number: 1 }]);
    await act(() => vi.advanceTimersByTimeAsync(3500));
    expect(app.api.saveDataSet).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(700));
    expect([app.data("sample"), app.sets.state, app.errors.at(-1)]).toEqual([{ number: 2 }, "stored", null]);
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
  });

  it("are sent at once when the network is back", async () => {
    const app = await open({ sample: { number: 1 } });
    app.api.saveDataSet.mockRejectedValueOnce(new ApiError(503, { error: "busy", code: "noAnswer" }));
    await app.change({ number: 2 });
    await act(async () => void dispatchEvent(new Event("online")));
    expect(app.data("sample")).toEqual({ number: 2 });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(app.api.saveDataSet).toHaveBeenCalledTimes(2);
  });

  it("of the same name are not replaced by a new one", async () => {
    const app = await open({ sample: { number: 1 } });
    app.store("large", { number: 9 });
    await expect(app.sets.create("large")).rejects.toMatchObject({ status: 412 });
    expect(app.data("large")).toEqual({ number: 9 });
  });

  it("stay as they are where other data is added beside them, under a free name", async () => {
    const app = await open({ sample: { number: 1 }, payroll: { number: 2 } });
    await act(() => app.sets.add({ rows: [] }, "Payroll 2026!"));
    await act(() => app.sets.add({ lines: [] }, "payroll"));
    expect(app.sets.names).toEqual(["payroll", "payroll-2", "payroll-2026", "sample"]);
    expect([app.data("sample"), app.data("payroll"), app.data("payroll-2026"), app.data("payroll-2")]).toEqual([{ number: 1 }, { number: 2 }, { rows: [] }, { lines: [] }]);
    expect([app.sets.name, app.sets.data]).toEqual(["payroll-2", { lines: [] }]);
  });

  it("are stored one after the other while the service is slow", async () => {
    const app = await open({ sample: { number: 1 } });
    const { api } = app;
    const quick = api.saveDataSet.getMockImplementation()!;
    api.saveDataSet.mockImplementation(async (...given) => {
      await new Promise((done) => setTimeout(done, 3000));
      return quick(...given);
    });
    await app.change({ number: 2 });
    await app.change({ number: 3 });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(app.data("sample")).toEqual({ number: 3 });
  });
});
