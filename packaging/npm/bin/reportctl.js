#!/usr/bin/env node
// Runs the program that the package of this platform carries.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const platform = `${process.platform}-${process.arch}`;

function program() {
  if (process.env.REPORTCTL_BINARY) return process.env.REPORTCTL_BINARY;
  const name = process.platform === "win32" ? "reportctl.exe" : "reportctl";
  try {
    return require.resolve(`@reportctl/${platform}/bin/${name}`);
  } catch {
    console.error(
      `reportctl: there is no program for ${platform} in node_modules\n` +
        "  = hint: install without --omit=optional; on other platforms, build it with cargo and " +
        "name it in REPORTCTL_BINARY",
    );
    process.exit(1);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both; the program decides when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on("error", (error) => {
  console.error(`reportctl: the program cannot be run: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
