import type { PastDays } from "./past-days.ts";
import type { People } from "./people.ts";

/** What someone did on a day. */
export interface Deed {
  daysAgo: number;
  act: (people: People) => Promise<unknown>;
}

/** Does everything in the order of its days, the oldest first. */
export async function live(past: PastDays, deeds: readonly Deed[]): Promise<void> {
  for (const { daysAgo, act } of deeds.toSorted((a, b) => b.daysAgo - a.daysAgo)) await past.on(daysAgo, act);
}
