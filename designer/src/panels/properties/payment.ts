/** The content of a printed payment code, read back from its text: payee, account and amount. */

export interface Payment {
  /** Keys of `payment` in the dictionary. */
  payee?: string;
  account?: string;
  /** A plain decimal number. */
  amount?: string;
  /** ISO 4217. */
  currency?: string;
  reference?: string;
  /** Key of `payload` that the reference is written in. */
  writtenIn?: string;
  /** True if the reference stands where banks expect that of a creditor, `RF…` (ISO 11649), and is none. */
  unstructured?: true;
}

/** The payment in the text of a code; `null` where it is of no known kind. */
export function decodePayment(text: string): Payment | null {
  const lines = text.split(/\r?\n/);
  if (lines[0] === "BCD") return epc(lines);
  if (lines[0] === "SPC") return swiss(lines);
  if (text.startsWith("SPD*")) return spayd(text);
  if (/^upi:\/\/pay\?/i.test(text)) return upi(text);
  return text.startsWith("000201") ? pix(text) : null;
}

/** Without what the code leaves open. */
function given(payment: Payment): Payment {
  const without = [...(payment.amount ? [] : ["currency"]), ...(payment.reference ? [] : ["writtenIn"])];
  return Object.fromEntries(Object.entries(payment).filter(([key, value]) => value !== undefined && value !== "" && !without.includes(key))) as Payment;
}

/** In groups of four, as it is written on paper. */
const iban = (text: string | undefined) => text?.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");

/** The first of two values that is there, with the key of the one that is. */
const either = (key: string, value: string | undefined, other: string, second: string | undefined) => ({ reference: value || second, writtenIn: value ? key : other });

/** The amount as people of the locale write it. */
export function amountText({ amount, currency }: Payment, locale: string): string | undefined {
  const number = Number(amount);
  if (!amount || !Number.isFinite(number)) return amount;
  if (!/^[A-Z]{3}$/.test(currency ?? "")) return [currency, amount].filter(Boolean).join(" ");
  return new Intl.NumberFormat(locale, { style: "currency", currency: currency! }).format(number);
}

/** EPC069-12: one value a line. */
function epc(lines: readonly string[]): Payment {
  const [, currency, amount] = /^([A-Z]{3})(.*)$/.exec(lines[7] ?? "") ?? [];
  const unstructured = lines[9] && !/^RF\d\d/i.test(lines[9]) ? true : undefined;
  return given({ payee: lines[5], account: iban(lines[6]), amount, currency, ...either("reference", lines[9], "text", lines[10]), unstructured });
}

/** Swiss Payment Standards, QR-bill: one value a line. */
function swiss(lines: readonly string[]): Payment {
  return given({ payee: lines[5], account: iban(lines[3]), amount: lines[18], currency: lines[19], ...either("reference", lines[28], "message", lines[29]) });
}

/** Short Payment Descriptor: `KEY:value` between stars. */
function spayd(text: string): Payment {
  const parts = new Map(
    text.split("*").slice(2).map((part) => {
      const at = part.indexOf(":");
      return [part.slice(0, at), decoded(part.slice(at + 1))] as const;
    }),
  );
  // The account may be followed by a BIC.
  return given({ payee: parts.get("RN"), account: iban(parts.get("ACC")?.split("+")[0]), amount: parts.get("AM"), currency: parts.get("CC"), ...either("RF", parts.get("RF"), "MSG", parts.get("MSG")) });
}

function upi(text: string): Payment {
  const query = new URLSearchParams(text.slice(text.indexOf("?") + 1));
  const of = (key: string) => query.get(key) ?? undefined;
  return given({ payee: of("pn"), account: of("pa"), amount: of("am"), currency: of("cu") ?? "INR", ...either("tr", of("tr"), "tn", of("tn")) });
}

/** EMV: an identifier and a length of two digits each before every value. */
function pix(text: string): Payment {
  const values = elements(text);
  const account = elements(values.get("26") ?? "");
  return given({ payee: values.get("59"), account: account.get("01") ?? account.get("25"), amount: values.get("54"), currency: "BRL", reference: elements(values.get("62") ?? "").get("05"), writtenIn: "txid" });
}

function elements(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at + 4 <= text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    if (!Number.isInteger(length)) break;
    found.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
