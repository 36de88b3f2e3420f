// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import schema from "../../../docs/template.schema.json";
import { AppContext, type AppValue } from "./context";
import { MailTexts, mailWith } from "./MailTexts";
import { textsFor } from "./texts";

describe("texts of messages", () => {
  it("are stored with what the file says besides, without what is empty", () => {
    const before = { subject: "Old", later: true, cc: ["a@example.org"] };
    expect(mailWith(before, { subject: " Invoice {number} ", body: "Dear\n", cc: "", bcc: "b@example.org; c@example.org" })).toEqual({
      subject: "Invoice {number}",
      body: "Dear\n",
      later: true,
      bcc: ["b@example.org", "c@example.org"],
    });
    expect(mailWith({ subject: "Old" }, {})).toBeUndefined();
  });

  it("have an input for every key of the format", () => {
    const keys = Object.keys(schema.$defs.MailOptions.properties);
    expect(Object.keys(mailWith(undefined, Object.fromEntries(keys.map((key) => [key, "a@example.org"]))) ?? {}).sort()).toEqual(keys.sort());
  });

  it("are written in a form", async () => {
    const onSave = vi.fn(async () => {});
    const onClose = vi.fn();
    render(
      <AppContext.Provider value={{ t: textsFor("en") } as AppValue}>
        <MailTexts mail={{ subject: "Old" }} onSave={onSave} onClose={onClose} />
      </AppContext.Provider>,
    );
    fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "Invoice {number}" } });
    fireEvent.change(screen.getByLabelText("Text"), { target: { value: "Dear {client.name}" } });
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save" })));
    expect(onSave).toHaveBeenCalledWith({ subject: "Invoice {number}", body: "Dear {client.name}" });
    expect(onClose).toHaveBeenCalled();
  });
});
