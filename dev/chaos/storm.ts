import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { goTogether } from "./faults.ts";
import { pick } from "../../testkit/seeded-random.ts";

/** The duration of faults, and the longest pause between them. */
export interface Hold {
  shortestMs: number;
  longestMs: number;
  restMs: number;
}

const HOLD: Hold = { shortestMs: 2_000, longestMs: 12_000, restMs: 2_000 };
const POLL_MS = 250;
/** The longest time to wait for one recovery. */
const GIVE_UP_MS = 120_000;
const TWO_AT_ONCE = 0.25;

/** One fault, or two at once, and the duration of the recovery after the repair. */
export interface Strike {
  names: string[];
  /** Seconds since the start. */
  at: number;
  heldMs: number;
  /** Null if it did not recover in time. */
  recoveredMs: number | null;
  /** The last remaining problem. */
  trouble: string;
  /** Those that the product cannot have noticed. */
  unnoticed: string[];
}

export interface Storm {
  random: () => number;
  faults: readonly Fault[];
  hold?: Hold;
  /** Why not everything works; null if it does. */
  findTrouble(): Promise<string | null>;
  isOver(): boolean;
  onStrike(strike: Strike): void;
}

function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  const deck = [...items];
  for (let at = deck.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [deck[at], deck[other]] = [deck[other]!, deck[at]!];
  }
  return deck;
}

/** A check of its own may fail because of another fault. */
async function unnoticedOf(struck: readonly Fault[]): Promise<string[]> {
  const hasEffect = async (fault: Fault): Promise<boolean> => (await fault.hasEffect?.()) ?? true;
  const effects = await Promise.all(struck.map((fault) => hasEffect(fault).catch(() => false)));
  return struck.filter((_, n) => !effects[n]).map(({ name }) => name);
}

async function untilWell(
  findTrouble: Storm["findTrouble"],
): Promise<Pick<Strike, "recoveredMs" | "trouble">> {
  const since = Date.now();
  let trouble = "";
  while (Date.now() - since < GIVE_UP_MS) {
    const found = await findTrouble();
    if (found === null) return { recoveredMs: Date.now() - since, trouble };
    trouble = found;
    await sleep(POLL_MS);
  }
  return { recoveredMs: null, trouble };
}

/** Runs all faults in an order determined by the seed, repeatedly until the end. */
export async function runStorm(storm: Storm): Promise<Strike[]> {
  const { random, faults, hold = HOLD, findTrouble, isOver, onStrike } = storm;
  const strikes: Strike[] = [];
  const began = Date.now();
  let deck: Fault[] = [];
  while (!isOver()) {
    if (deck.length === 0) deck = shuffled(random, faults);
    const first = deck.pop()!;
    const others = deck.filter((fault) => goTogether(first, fault));
    const struck = random() < TWO_AT_ONCE && others.length > 0 ? [first, pick(random, others)] : [first];
    deck = deck.filter((fault) => !struck.includes(fault));
    const heldMs = Math.round(hold.shortestMs + random() * (hold.longestMs - hold.shortestMs));
    const at = (Date.now() - began) / 1_000;
    for (const fault of struck) await fault.begin();
    await sleep(heldMs);
    const unnoticed = await unnoticedOf(struck);
    await Promise.all(struck.map((fault) => fault.repair()));
    const recovery = await untilWell(findTrouble);
    const strike = { names: struck.map(({ name }) => name), at, heldMs, unnoticed, ...recovery };
    strikes.push(strike);
    onStrike(strike);
    await sleep(random() * hold.restMs);
  }
  return strikes;
}
