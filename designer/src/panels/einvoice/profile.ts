/** The profile of e-invoices that name none. */
export const DEFAULT_PROFILE = "en16931";
