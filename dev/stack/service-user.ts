import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram, isOpenToAll } from "../setup/locations.mjs";
import { StackError } from "./stack-error.ts";

export interface ServiceUser {
  uid: number;
  gid: number;
}

const NAME = "compliance-stack";

function lookUp(name: string): ServiceUser | undefined {
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([found]) => found === name);
  return entry === undefined ? undefined : { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/**
 * PostgreSQL and Elasticsearch refuse to run as root, which runs them as a dedicated system user, or as
 * `nobody` if none can be created. Undefined for ordinary users, who run them as themselves.
 */
export function serviceUser(): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp(NAME);
  const useradd = findProgram("useradd", ["/usr/sbin", "/sbin"]);
  if (known !== undefined || useradd === null) return known ?? lookUp("nobody");
  const options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"];
  try {
    execFileSync(useradd, [...options, "--shell", "/usr/sbin/nologin", NAME], { stdio: "ignore" });
  } catch {
    // Another stack may have created it at the same moment, or users cannot be added.
  }
  return lookUp(NAME) ?? lookUp("nobody");
}

/**
 * The data folder of a server, created for its user. It is in the data folder or, if that is private, in the
 * system's, named after its path. Throws StackError if the data is in the other one, rather than starting without it.
 */
export function serverFolder(dataDir: string, name: string, user: ServiceUser | undefined): string {
  const closed = user !== undefined && !isOpenToAll(dataDir);
  const systems = join("/var/lib/compliance-service", dataDir.replaceAll("/", "_").slice(1));
  const [home, other] = closed ? [systems, dataDir] : [dataDir, systems];
  const [folder, earlier] = [join(home, name), join(other, name)];
  if (!existsSync(folder) && existsSync(earlier))
    throw new StackError(
      `The data of ${name} is in ${earlier}, but ${dataDir} is ${closed ? "no longer" : "now"} open to its user: ` +
        `restore the permissions, or move the data to ${folder}.`,
    );
  mkdirSync(home, { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}
