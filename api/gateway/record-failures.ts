import type { MikroORM } from "@mikro-orm/postgresql";
import { AuditIntake } from "../../domain/audit-log/audit-intake.entity.ts";
import type { FailedAuthentication } from "../../domain/audit-log/failed-authentication.ts";
import { intakeRow } from "../../domain/audit-log/record-access.ts";
import type { Origin } from "../../domain/context.ts";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/http/ip-ranges.ts";
import { createBackgroundWork } from "../../platform/concurrency/background-work.ts";
import type { Logger } from "../../platform/logger.ts";

type IntakeRow = ReturnType<typeof intakeRow>;

interface FailureRecorderDeps {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
}

export interface FailureRecorder {
  /** Records it in the background; a failure to write fails no request. */
  note(failure: FailedAuthentication, origin: Origin): void;
  /** Writes pending counts and stops. */
  stop(): Promise<void>;
}

const WINDOW_MS = 10 * 60_000;
/**
 * Guessing must not fill the disk: within a window, this many failures are distinguished per network, and in
 * total.
 */
const PER_NETWORK = 10;
const PER_WINDOW = 300;

/** The same failure within a window: the first is written at once, the others are counted. */
interface Tally {
  failure: FailedAuthentication;
  origin: Origin;
  more: number;
  from: Date;
  until: Date;
}

/** Stands for all failures that are no longer distinguished. */
const OTHERS: FailedAuthentication = {
  action: "auth.credential_refused",
  subjectKind: "session",
  subjectId: null,
  actor: null,
  sessionId: "",
  data: { credential: "several", reason: "Too many to list individually" },
};

interface Group {
  key: string;
  failure: FailedAuthentication;
  origin: Origin;
}

/** Assigns failures to counts, and holds the open ones. */
function createGroups() {
  const ofNetwork = new Map<string, number>();
  let total = 0;
  return (failure: FailedAuthentication, origin: Origin, isKnown: (key: string) => boolean): Group => {
    const own = { key: JSON.stringify([origin.address, failure]), failure, origin };
    if (isKnown(own.key)) return own;
    const network = networkOf(origin.address ?? "");
    const before = ofNetwork.get(network) ?? 0;
    if (before >= PER_NETWORK) return { key: network, failure: OTHERS, origin };
    if (total >= PER_WINDOW) return { key: "others", failure: OTHERS, origin: { ...origin, address: null } };
    ofNetwork.set(network, before + 1);
    total += 1;
    return own;
  };
}

/**
 * Records failed authentications in the audit log, each kind from one address at most twice within a window:
 * at once, and at the end with the number of repetitions.
 */
export function createFailureRecorder(
  { orm, clock, logger }: FailureRecorderDeps,
  windowMs = WINDOW_MS,
): FailureRecorder {
  const work = createBackgroundWork(logger);
  let tallies = new Map<string, Tally>();
  let groupOf = createGroups();
  const rowOf = ({ failure, origin }: Group | Tally, more: object): IntakeRow => {
    const { action, subjectKind, subjectId, actor, sessionId, data } = failure;
    const from = { ...origin, sessionId };
    const noted = { action, subjectKind, subjectId, projectId: null, data: { ...data, ...more } };
    return intakeRow({ clock, actor, origin: from }, noted);
  };
  const writeBehind = (rows: IntakeRow[]): void => {
    const message = "failed authentications could not be written to the audit log";
    work.add(orm.em.fork().insertMany(AuditIntake, rows), { message, about: { entries: rows.length } });
  };
  const endWindow = (): void => {
    const counted = [...tallies.values()].filter(({ more }) => more > 0);
    tallies = new Map();
    groupOf = createGroups();
    if (counted.length === 0) return;
    writeBehind(
      counted.map((tally) => rowOf(tally, { count: tally.more, from: tally.from, until: tally.until })),
    );
  };
  const timer = setInterval(endWindow, windowMs).unref();
  return {
    note(failure, origin) {
      const now = clock.now();
      const group = groupOf(failure, origin, (key) => tallies.has(key));
      const known = tallies.get(group.key);
      if (known === undefined) {
        tallies.set(group.key, { ...group, more: 0, from: now, until: now });
        return writeBehind([rowOf(group, {})]);
      }
      known.more += 1;
      known.until = now;
      if (known.more === 1) known.from = now;
    },
    async stop() {
      clearInterval(timer);
      endWindow();
      await work.settled();
    },
  };
}
