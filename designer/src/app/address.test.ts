import { expect, test } from "vitest";
import { templateAddress, templateInAddress } from "./address";

test("an address names the template that it was made for", () => {
  for (const id of ["invoice", "order-2", "fatura são"]) expect(templateInAddress(templateAddress(id))).toBe(id);
  for (const hash of ["", "#/", "#/templates/", "#/templates/a/b"]) expect(templateInAddress(hash)).toBeNull();
});

test("an address that cannot be decoded names a template that is not found", () => {
  for (const id of ["%E0%A4%A", "%", "100%25%"]) expect(templateInAddress(`#/templates/${id}`)).toBe(id);
});
