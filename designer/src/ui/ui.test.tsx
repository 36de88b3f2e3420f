// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  Button,
  Card,
  Checkbox,
  cx,
  Input,
  Modal,
  PalettePicker,
  TabPanel,
  Textarea,
  UiComponentsProvider,
  useUiComponents,
  type InputProps,
  type UiComponentsOverride,
} from ".";
import * as kit from ".";
import * as icons from "./icons";

afterEach(cleanup);

describe("cx", () => {
  it("drops doubles and empties, and is undefined when nothing is left", () => {
    expect(cx("a b", undefined, "b c", false, "")).toBe("a b c");
    expect(cx(undefined, "")).toBeUndefined();
  });
});

describe("primitives", () => {
  it("write variant and size as data, the host's class after ours, and are buttons by default", () => {
    const ref = createRef<HTMLButtonElement>();
    render(
      <Button ref={ref} variant="danger" className="mine jpd-btn" style={{ color: "red" }}>
        go
      </Button>,
    );
    expect(ref.current).toBe(screen.getByRole("button"));
    expect(ref.current?.dataset).toMatchObject({ variant: "danger", size: "sm" });
    expect(ref.current?.className).toBe("jpd-btn mine");
    expect(ref.current?.type).toBe("button");
    expect(ref.current?.style.color).toBe("red");
  });

  it("label their control, and are bare without a label", () => {
    render(<Input label="Width" mono parts={{ root: "r", label: { className: "l" } }} />);
    const input = screen.getByLabelText("Width");
    expect(input.dataset.mono).toBe("true");
    expect(input.closest("label")?.className).toBe("jpd-labeled r");
    const { container } = render(<Textarea />);
    expect(container.firstElementChild?.tagName).toBe("TEXTAREA");
    render(<Checkbox label="Repeat" />);
    expect(screen.getByRole("checkbox", { name: "Repeat" })).toBeTruthy();
  });

  it("TabPanel folds its content away from keyboard and screen readers", () => {
    const { container } = render(<TabPanel collapsed>x</TabPanel>);
    expect(container.querySelector(".jpd-tabpanel")?.hasAttribute("inert")).toBe(true);
  });

  it("has the 21 icons, silent for screen readers, 14 px", () => {
    const names = Object.keys(kit).filter((name) => name.startsWith("Icon"));
    expect(names).toHaveLength(21);
    for (const Icon of Object.values(icons)) {
      const { container } = render(<Icon />);
      const svg = container.querySelector("svg");
      expect(svg?.getAttribute("width")).toBe("14");
      expect(svg?.getAttribute("aria-hidden")).toBe("true");
      cleanup();
    }
  });
});

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <Modal title="Settings" onClose={() => setOpen(false)} size="sm" footer={<button type="button">ok</button>}>
          <input aria-label="inside" />
        </Modal>
      )}
    </>
  );
}

describe("Modal (96)", () => {
  it("is a named dialog on the body; Esc closes it and the focus returns", async () => {
    render(<Opener />);
    const opener = screen.getByText("open");
    opener.focus();
    fireEvent.click(opener);
    const dialog = screen.getByRole("dialog", { name: "Settings" });
    expect(dialog.getAttribute("aria-modal")).toBe("true");
    expect(dialog.parentElement?.parentElement).toBe(document.body);
    expect(dialog.contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(opener);
  });
});

describe("PalettePicker", () => {
  it("chooses by keyboard", () => {
    const chosen = vi.fn();
    const items = ["a", "b", "c", "d"].map((name) => ({ name, label: name.toUpperCase(), colors: ["#000"] }));
    render(
      <PalettePicker label="Palette" currentName="b" currentColors={["#000"]} onSelect={chosen} variant="grid" groups={[{ label: "Light", items }]} />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Palette b" }));
    const selected = screen.getByRole("option", { selected: true });
    expect(document.activeElement).toBe(selected);
    fireEvent.keyDown(selected, { key: "ArrowDown" });
    expect(document.activeElement).toBe(screen.getByRole("option", { name: "D" }));
    fireEvent.click(document.activeElement!);
    expect(chosen).toHaveBeenCalledWith("d");
    expect(screen.queryByRole("listbox")).toBeNull();
  });
});

describe("registry (10)", () => {
  const Fancy = (props: { children?: React.ReactNode }) => <b data-testid="fancy">{props.children}</b>;
  const Probe = () => {
    const { Button: B, Card: C } = useUiComponents();
    return (
      <C data-testid="card">
        <B>x</B>
      </C>
    );
  };

  it("merges key by key with the provider above", () => {
    render(
      <UiComponentsProvider components={{ Button: Fancy as never }}>
        <UiComponentsProvider components={{ Card: Fancy as never, Button: undefined }}>
          <Probe />
        </UiComponentsProvider>
      </UiComponentsProvider>,
    );
    expect(screen.getAllByTestId("fancy")).toHaveLength(2);
    expect(kit.defaultUiComponents.Card).toBe(Card);
    expect(Object.keys(kit.defaultUiComponents)).toHaveLength(12);
  });

  it("warns of nothing in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const view = () => (
      <UiComponentsProvider components={{ Button: (() => null) as never }}>
        <Probe />
      </UiComponentsProvider>
    );
    const { rerender } = render(view());
    rerender(view());
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    vi.unstubAllEnvs();
  });

  it("typing keeps the focus with components of the host that stay the same", () => {
    const Own = (props: InputProps) => <input data-own="" {...props} />;
    const components = { Input: Own as never };
    function Typed() {
      const { Input: Field } = useUiComponents();
      const [value, setValue] = useState("");
      return (
        <UiComponentsProvider components={components}>
          <Field aria-label="name" value={value} onChange={(event) => setValue(event.target.value)} />
        </UiComponentsProvider>
      );
    }
    render(
      <UiComponentsProvider components={components}>
        <Typed />
      </UiComponentsProvider>,
    );
    const input = screen.getByLabelText<HTMLInputElement>("name");
    expect(input.dataset.own).toBe("");
    input.focus();
    for (const value of ["A", "An", "Ana"]) fireEvent.change(document.activeElement!, { target: { value } });
    expect(document.activeElement).toBe(input);
    expect(input.value).toBe("Ana");
  });

  it("warns once when components change between renders, not when only the object is new", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const view = (components: UiComponentsOverride) => (
      <UiComponentsProvider components={components}>
        <Probe />
      </UiComponentsProvider>
    );
    const { rerender } = render(view({ Button: Fancy as never }));
    rerender(view({ Button: Fancy as never }));
    expect(warn).not.toHaveBeenCalled();
    rerender(view({ Button: (() => null) as never }));
    rerender(view({ Button: (() => null) as never }));
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain("Button");
    warn.mockRestore();
  });
});
