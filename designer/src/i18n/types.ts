/** Languages of the editor; what is printed does not depend on them. */
export type Locale = "en" | "pt-BR";
