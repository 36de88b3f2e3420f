import { describe, expect, it } from "vitest";
import { dictFor } from "../../i18n";
import { inWords, nameFromContent, newField, titleOf, unusedName, wordsOf } from "./names";

describe("names of new fields", () => {
  it("are their kind, with a number where it is taken", () => {
    expect(newField("text", dictFor("en"), new Set()).name).toBe("Text");
    expect(newField("text", dictFor("en"), new Set(["Text", "Text 2"])).name).toBe("Text 3");
    expect(newField("kpi", dictFor("en"), new Set())).toMatchObject({ name: dictFor("en").fieldTypeLabels.kpi, value: "" });
    expect(newField("table", dictFor("pt-BR"), new Set()).name).toBe(dictFor("pt-BR").fieldTypeLabels.table);
    expect(unusedName("Lines", new Set())).toBe("Lines");
  });

  it.each([
    ["{invoice.number}", "Invoice number"],
    ["{CURRENCY(total)}", "Total"],
    ["Invoice no. {number}", "Invoice no"],
    ["**Dear** {client.name},\nthank you", "Dear"],
    ["{client.firstName} {client.last_name}", "Client first name"],
    ["", ""],
    ["A very long sentence that goes on and on about nothing", "A very long sentence that goes on and…"],
  ])("say what is shown: %s", (content, name) => {
    expect(nameFromContent(content)).toBe(name);
  });

  it("put paths into words", () => {
    expect(wordsOf("order.shipTo.zip_code")).toBe("Ship to zip code");
    expect(wordsOf('["e mail"]')).toBe("E mail");
  });

  it("keep what is in capitals", () => {
    expect(["IBAN", "vatID", "VATRate", "seller.IBAN", "lineIDs", "VAT_ID", "Due Date"].map(wordsOf)).toEqual(["IBAN", "Vat ID", "VAT rate", "Seller IBAN", "Line IDs", "VAT ID", "Due date"]);
  });
});

describe("names as programs write them", () => {
  it("are shown in words", () => {
    expect(["due_date_label", "dueDate", "number_value", "a_copy", "größe_mm"].map(inWords)).toEqual(["Due date label", "Due date", "Number value", "A copy", "Größe mm"]);
  });

  it("what people wrote stays as it is", () => {
    const own = ["Invoice number", "sender", "GmbH", "IBAN", "x", "Total (EUR)", "_x", "iPhone 5"];
    expect(own.map(inWords)).toEqual(own);
  });

  it("of columns of the data are words with a capital letter, and those of a sheet stay as they are", () => {
    expect(["bezeichnung", "einzelpreis", "unitPrice", "vat_rate", "line.unit.price", "IBAN", "Preis in EUR", "menge Stück", "[ ]"].map(titleOf)).toEqual(["Bezeichnung", "Einzelpreis", "Unit price", "Vat rate", "Unit price", "IBAN", "Preis in EUR", "Menge Stück", "[ ]"]);
  });
});
