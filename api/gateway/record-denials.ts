import type { MikroORM } from "@mikro-orm/postgresql";
import type { AccessRules } from "../../domain/access/access-rule.ts";
import { accessRules } from "../../domain/access-rules.ts";
import type { Actor } from "../../domain/actor.ts";
import { recordAccess, type AuditedAction } from "../../domain/audit-log/record-access.ts";
import type { Origin } from "../../domain/context.ts";
import { isIdShaped } from "../../domain/is-id-shaped.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import { createBackgroundWork } from "../../platform/concurrency/background-work.ts";
import type { Logger } from "../../platform/logger.ts";

/** A refusal for the audit log. */
export interface Denial {
  actor: Actor | null;
  origin: Origin;
  /** Method and path of the route. */
  route: string;
  action: string | null;
  because: string;
  rule: unknown;
  resourceId: string | null;
}

export interface DenialRecorder {
  /** Records it in the background; a failure to write fails no request. */
  note(denial: Denial): void;
  /** Resolves when nothing is running. */
  settled(): Promise<void>;
}

/** A scanner that tries many ids must not fill the disk: only the log line is written for each. */
const PER_CALLER = 60;
const PER_MINUTE = 3_000;
const MINUTE_MS = 60_000;
/** Returns true once a minute for the same caller, rule and row, within limits per caller and in total. */
export function createDenialWindow(clock: Clock): (caller: string, what: string) => boolean {
  let minute = 0;
  let total = 0;
  const noted = new Map<string, Set<string>>();
  return (caller, what) => {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS);
    if (now !== minute) {
      [minute, total] = [now, 0];
      noted.clear();
    }
    const known = noted.get(caller) ?? new Set();
    if (total >= PER_MINUTE || known.size >= PER_CALLER || known.has(what)) return false;
    noted.set(caller, known.add(what));
    total += 1;
    return true;
  };
}

const rules: AccessRules = accessRules;

function notedOf({
  action,
  route,
  because,
  rule,
  resourceId,
}: Denial): AuditedAction & { action: "access.denied" } {
  const subjectKind = action === null ? "route" : (rules[action]?.on ?? action.split(".")[0]!);
  const isProject = subjectKind === "project" && resourceId !== null && isIdShaped(resourceId);
  return {
    action: "access.denied",
    subjectKind,
    subjectId: resourceId,
    projectId: isProject ? resourceId : null,
    data: { route, wanted: action, because, rule },
  };
}

export function createDenialRecorder(deps: { orm: MikroORM; clock: Clock; logger: Logger }): DenialRecorder {
  const work = createBackgroundWork(deps.logger);
  const isNew = createDenialWindow(deps.clock);
  const write = (denial: Denial): Promise<void> => {
    const { actor, origin } = denial;
    return recordAccess({ em: deps.orm.em.fork(), clock: deps.clock, actor, origin }, notedOf(denial));
  };
  return {
    note: (denial) => {
      const { actor, origin, action, route, because, rule, resourceId } = denial;
      const what = JSON.stringify([action ?? route, because, rule, resourceId]);
      if (!isNew(actor?.id || (origin.address ?? ""), what)) return;
      const message = "a denial could not be written to the audit log";
      work.add(write(denial), { message, about: { route } });
    },
    settled: () => work.settled(),
  };
}
