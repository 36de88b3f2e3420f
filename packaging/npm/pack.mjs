// Makes the packages for npm: the one that people install, and one that carries the program of each
// platform, of which npm installs the one that fits.
//
//   node pack.mjs FOLDER PLATFORM=BINARY...       such as linux-x64=target/release/reportctl
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [folder, ...platforms] = process.argv.slice(2);
if (!folder || platforms.length === 0) {
  console.error("usage: node pack.mjs FOLDER PLATFORM=BINARY...");
  process.exit(2);
}

const [, version] = /\[workspace\.package\]\s+version = "([^"]+)"/.exec(
  readFileSync(join(root, "Cargo.toml"), "utf8"),
);
const common = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const out = resolve(folder);
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "reportctl-npm-"));

function pack(name, fill, manifest) {
  const place = join(work, name);
  mkdirSync(place, { recursive: true });
  fill(place);
  copyFileSync(join(root, "LICENSE"), join(place, "LICENSE"));
  writeFileSync(join(place, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: place });
  console.log(join(out, packed.toString().trim()));
}

const optionalDependencies = {};
for (const entry of platforms) {
  const [, os, cpu, binary] = /^([a-z0-9]+)-([a-z0-9]+)=(.+)$/.exec(entry) ?? [];
  if (!binary) throw new Error(`${entry}: expected PLATFORM=BINARY, such as linux-x64=reportctl`);
  const name = `@reportctl/${os}-${cpu}`;
  const file = os === "win32" ? "reportctl.exe" : "reportctl";
  optionalDependencies[name] = version;
  const fill = (place) => {
    mkdirSync(join(place, "bin"));
    copyFileSync(binary, join(place, "bin", file));
    chmodSync(join(place, "bin", file), 0o755);
  };
  pack(`${os}-${cpu}`, fill, {
    name,
    description: `The program of reportctl for ${os} on ${cpu}`,
    license: common.license,
    os: [os],
    cpu: [cpu],
    files: ["bin"],
    preferUnplugged: true,
  });
}
const fill = (place) => {
  cpSync(join(here, "bin"), join(place, "bin"), { recursive: true });
  copyFileSync(join(here, "README.md"), join(place, "README.md"));
};
pack("reportctl", fill, { ...common, optionalDependencies });
rmSync(work, { recursive: true });
