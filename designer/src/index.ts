export type * from "./core/types";
