import { execFileSync, type ExecFileSyncOptions } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/*
 * Restrictions of the system on a child, in addition to Node's permission model: they also bind compromised
 * native code. Their availability depends on our user and the system, so it is tested once for each program.
 */

export interface Enclosure {
  /** Only an empty network namespace. */
  network: boolean;
  /** A separate user for each child, who owns nothing. */
  user: boolean;
  /** The command prefix that starts a child. */
  command: () => string[];
}

const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];
/** Far from the ids of people, services and container ranges. */
const FIRST_USER = 0x7000_0000;
const USERS = 65_536;
/** Much more than a busy machine takes: what is not seen to work in time is not used for as long as the process runs. */
const TRY_MS = 60_000;

/** Looks only where root alone can put programs, whatever PATH says. */
function find(name: string): string | null {
  const path = FOLDERS.map((folder) => join(folder, name)).find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return path ?? null;
}

let started = 0;
const nextUser = (): string => String(FIRST_USER + ((process.pid * 64 + started++) % USERS));

const BARE: Enclosure = { network: false, user: false, command: () => [] };

/** From the strongest to the weakest. */
function candidates(): Enclosure[] {
  const [unshare, setpriv] = [find("unshare"), find("setpriv")];
  const isRoot = process.getuid?.() === 0;
  const noNetwork =
    unshare === null ? null : [unshare, ...(isRoot ? [] : ["--user", "--map-current-user"]), "--net"];
  const noRights = [setpriv ?? "", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"];
  const asOther = (): string[] => {
    const user = nextUser();
    return [...noRights, `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  };
  const found: Enclosure[] = [];
  if (noNetwork !== null && setpriv !== null && isRoot) {
    found.push({ network: true, user: true, command: () => [...noNetwork, ...asOther()] });
    found.push({ network: true, user: false, command: () => [...noNetwork, ...noRights] });
  }
  if (noNetwork !== null) found.push({ network: true, user: false, command: () => noNetwork });
  if (setpriv !== null && isRoot) found.push({ network: false, user: true, command: asOther });
  return [...found, BARE];
}

/** Reports whether a child can read its program, and what it sees of networks and privileges. */
const TRY = `
  const { accessSync, constants } = require("node:fs");
  for (const path of process.argv.slice(1)) accessSync(path, constants.R_OK);
  const networks = Object.keys(require("node:os").networkInterfaces()).length;
  console.log(JSON.stringify({ networks, user: process.getuid() }));`;

const Report = z.object({ networks: z.int(), user: z.int() });

function works({ network, user, command }: Enclosure, readable: readonly string[]): boolean {
  const [program = "", ...args] = [...command(), process.execPath, "-e", TRY, ...readable];
  try {
    const options: ExecFileSyncOptions = {
      timeout: TRY_MS,
      env: {},
      cwd: "/",
      stdio: ["ignore", "pipe", "ignore"],
    };
    const reported = Report.parse(JSON.parse(execFileSync(program, args, options).toString("utf8")));
    return (!network || reported.networks === 0) && (!user || reported.user >= FIRST_USER);
  } catch {
    return false;
  }
}

const known = new Map<string, Enclosure>();

/** The strongest enclosure in which a child can still read these files. Tried once. */
export function findEnclosure(readable: readonly string[]): Enclosure {
  const key = readable.join("\n");
  const enclosure =
    known.get(key) ?? candidates().find((each) => each === BARE || works(each, readable)) ?? BARE;
  known.set(key, enclosure);
  return enclosure;
}
