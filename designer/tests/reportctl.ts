/** The program that tests compare with and open pages of: that of the debug build, or the one that `REPORTCTL` names. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";

export const program = resolve(process.env.REPORTCTL ?? new URL("../../target/debug/reportctl", import.meta.url).pathname);
export const missing = !existsSync(program);

/** Why tests cannot run without it. */
export const MISSING = `${program} is missing: build it with cargo build, or name another in REPORTCTL`;

if (missing && process.env.REPORTCTL_REQUIRE_TOOLS) throw new Error(MISSING);
