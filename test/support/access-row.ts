import type { Role } from "../../domain/users/user.rules.ts";
import { BODIES } from "./access-bodies.ts";
import { MISPLACED, NARROWED, PEOPLE, type Credential, type PersonName } from "./access-callers.ts";
import type { Subject } from "./access-subjects.ts";

const DEMO_ROLES = ["customer", "auditor", "manager", "admin"] as const satisfies readonly Role[];

export interface AccessRow {
  method: string;
  /** As OpenAPI writes it, with `{name}` parts. */
  path: string;
  subject: Subject;
  body: object | undefined;
  /** Every status that a caller gets. */
  statuses: readonly number[];
  anonymous: number;
  /** Role and scopes are reported before the owner is checked. */
  early: boolean;
  expected: (person: PersonName, credential: Credential) => number;
  /** The status for callers who may see demo projects; null if the route is about no project. */
  expectedOfDemo: ((role: Role) => number) | null;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The status of two that reveals less. */
const lessSpecific = (a: number, b: number): number => [404, 403].find((s) => s === a || s === b) ?? b;

/** Reads a line of the access table. */
export function parseRow(line: string): AccessRow {
  const [sessions = "", narrowed = "", demo = "", route = "", subject = ""] = line.split("|");
  const [anonymous = 0, ...statuses] = words(sessions).map(Number);
  const cells = words(narrowed);
  const demoCells = words(demo);
  if (
    statuses.length !== PEOPLE.length ||
    cells.length !== NARROWED.length ||
    ![1, 4].includes(demoCells.length)
  )
    throw new Error(`This line of the access table has a wrong number of columns: ${line}`);
  const [method = "", path = ""] = words(route);
  const early = cells[0]!.endsWith("!");
  return {
    method,
    path,
    subject: subject.trim() as Subject,
    body: BODIES[`${method} ${path}`],
    statuses: (`${sessions} ${narrowed} ${demo}`.match(/\d+/g) ?? []).map(Number),
    anonymous,
    early,
    expected: (person, credential) => {
      const status = statuses[PEOPLE.indexOf(person)]!;
      if (anonymous !== 401 || credential === "session") return status;
      if ((MISPLACED as readonly string[]).includes(credential)) return 403;
      if (early && (status === 403 || credential === "token to read")) return 403;
      const [forPeople = "", forAdmins = forPeople] =
        cells[NARROWED.indexOf(credential as never)]!.split("/");
      const cell = person === "admin" ? forAdmins : forPeople;
      return cell === "-" ? status : lessSpecific(status, Number(cell));
    },
    expectedOfDemo: demoCells.length === 1 ? null : (role) => Number(demoCells[DEMO_ROLES.indexOf(role)]),
  };
}

/** The row to add for a route that the table lacks; `open` if the route requires no credentials. */
export const lineToAdd = (route: string, open: boolean): string =>
  `  ${open ? "200" : "401"}  ${"___  ".repeat(PEOPLE.length)}| ___     ___  ___  | -                   | ${route.padEnd(47)} | nothing`;
