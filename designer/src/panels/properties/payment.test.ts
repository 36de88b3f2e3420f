import { describe, expect, it } from "vitest";
import { amountText, decodePayment } from "./payment";

describe("a payment code says who is paid, where and how much", () => {
  it("GiroCode", () => {
    expect(decodePayment("BCD\n002\n1\nSCT\n\nCafe Mirador GmbH\nDE89370400440532013000\nEUR18.30\n\n\nRechnung 2026-17")).toEqual({
      payee: "Cafe Mirador GmbH",
      account: "DE89 3704 0044 0532 0130 00",
      amount: "18.30",
      currency: "EUR",
      reference: "Rechnung 2026-17",
      writtenIn: "text",
    });
  });

  it("GiroCode with a text in the place of the creditor reference", () => {
    const code = (reference: string) => decodePayment(`BCD\n002\n1\nSCT\n\nCafe Mirador GmbH\nDE89370400440532013000\nEUR18.30\n\n${reference}`);
    expect(code("Rechnung 2026-17")).toMatchObject({ reference: "Rechnung 2026-17", writtenIn: "reference", unstructured: true });
    expect(code("RF18539007547034")).not.toHaveProperty("unstructured");
  });

  it("QR-bill", () => {
    const lines = `SPC\n0200\n1\nCH4431999123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel\nCH\n${"\n".repeat(7)}1949.75\nCHF\nS\nPia-Maria Rutschmann-Schnyder\nGrosse Marktgasse\n28\n9400\nRorschach\nCH\nQRR\n210000000003139471430009017\nOrder dated 18.06.2020\nEPD`;
    expect(decodePayment(lines)).toEqual({
      payee: "Robert Schneider AG",
      account: "CH44 3199 9123 0008 8901 2",
      amount: "1949.75",
      currency: "CHF",
      reference: "210000000003139471430009017",
      writtenIn: "reference",
    });
  });

  it("SPAYD, UPI and Pix", () => {
    expect(decodePayment("SPD*1.0*ACC:CZ5855000000001265098001+RZBCCZPP*AM:480.50*CC:CZK*RN:JAN%20NOVAK*MSG:DAR")).toEqual({
      payee: "JAN NOVAK",
      account: "CZ58 5500 0000 0012 6509 8001",
      amount: "480.50",
      currency: "CZK",
      reference: "DAR",
      writtenIn: "MSG",
    });
    expect(decodePayment("upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&am=10")).toEqual({ payee: "nadeem chinna", account: "nadeem@npci", amount: "10", currency: "INR" });
    const pix = "00020126330014br.gov.bcb.pix0111ana@aol.com5204000053039865406123.455802BR5913Fulano de Tal6008BRASILIA62070503***6304ABCD";
    expect(decodePayment(pix)).toMatchObject({ payee: "Fulano de Tal", account: "ana@aol.com", amount: "123.45", currency: "BRL" });
  });

  it("amounts are written as people of the locale do", () => {
    expect(amountText({ amount: "418.50", currency: "EUR" }, "de")).toBe("418,50\u00a0€");
    expect(amountText({ amount: "418.50", currency: "EUR" }, "en")).toBe("€418.50");
    expect(amountText({ amount: "418.50", currency: "euro" }, "en")).toBe("euro 418.50");
    expect(amountText({}, "en")).toBeUndefined();
  });

  it("leaves other texts alone, and what is cut or wrong", () => {
    expect(decodePayment("https://example.org")).toBeNull();
    expect(decodePayment("BCD")).toEqual({});
    expect(decodePayment("000201260014xx")).toEqual({});
    expect(decodePayment("SPD*1.0*RN:%")).toEqual({ payee: "%" });
  });
});
