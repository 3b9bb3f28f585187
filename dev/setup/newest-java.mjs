import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where Linux distributions install Java. */
const FOLDER = "/usr/lib/jvm";
/** Our newest version of Elasticsearch is released with this one and does not know later ones. */
const NEWEST = 25;

/** The version of the Java in a folder; 0 if there is none. */
function versionOf(home) {
  try {
    return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(join(home, "release"), "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The home of the newest suitable Java among these, the first of equals; null if there is none. */
export function newestJava(homes) {
  const known = homes
    .map((home) => ({ home, version: versionOf(home) }))
    .filter(({ version }) => version > 0 && version <= NEWEST);
  return known.toSorted((a, b) => b.version - a.version)[0]?.home ?? null;
}

/** The home of the program that a path leads to; links are followed. */
export const homeOf = (program) => dirname(dirname(realpathSync(program)));

/** The version of a Java program, 0 if it has none. Scripts that stand for Java, as of version managers, are run. */
export function javaVersion(java) {
  const version = versionOf(homeOf(java));
  if (version > 0) return version;
  const { stderr } = spawnSync(java, ["-version"], { encoding: "utf8", timeout: 10_000 });
  return Number(/version "(\d+)/.exec(stderr ?? "")?.[1] ?? 0);
}

/** The homes of the Javas that the system's packages installed. */
export function installedJavas() {
  try {
    return readdirSync(FOLDER).map((name) => join(FOLDER, name));
  } catch {
    return [];
  }
}
