import type { Link, LinkState } from "../stack/link.ts";
import type { Fault } from "./fault.ts";
import type { Member } from "./member.ts";
import type { Stage } from "./stage.ts";

const kill = (member: Member): Fault => ({
  name: `kill ${member.name}`,
  begin: () => member.kill(),
  repair: () => member.start(),
});

/** A clean stop has other errors than a power failure: servers end sessions with a reason. */
const stop = (member: Member): Fault => ({
  name: `stop ${member.name}`,
  begin: () => member.stop(),
  repair: () => member.start(),
});

const pause = (member: Member): Fault => ({
  name: `pause ${member.name}`,
  begin: async () => member.pause(),
  hasEffect: async () => member.isPaused(),
  repair: async () => member.resume(),
});

const LINK_FAULTS: Record<Exclude<LinkState, "open">, string> = {
  cut: "cut off",
  hung: "hang",
  busy: "answer 429 on",
  slow: "slow down",
  failing: "fail calls of",
};

const ofLink = ([name, link]: [string, Link], state: Exclude<LinkState, "open">): Fault => ({
  name: `${LINK_FAULTS[state]} ${name}`,
  begin: async () => link.set(state),
  hasEffect: async () => link.hasHit(),
  repair: async () => link.set("open"),
});

/** All possible faults of the stage. */
export function faultsOf({ members, links, more }: Pick<Stage, "members" | "links" | "more">): Fault[] {
  const pairs = [...links];
  const linksTo = (server: string) => pairs.filter(([name]) => name.endsWith(`-${server}`));
  return [
    ...members.flatMap((member) => [kill(member), stop(member), pause(member)]),
    ...pairs.flatMap((pair) => [ofLink(pair, "cut"), ofLink(pair, "hung")]),
    ...linksTo("elasticsearch").flatMap((pair) => [ofLink(pair, "busy"), ofLink(pair, "slow")]),
    ...linksTo("temporal").map((pair) => ofLink(pair, "failing")),
    ...more,
  ];
}

/** Whether both may happen at the same time: one process is not broken twice. */
export const goTogether = (one: Fault, other: Fault): boolean => {
  const subject = ({ name }: Fault): string => name.split(" ").at(-1)!;
  const [a, b] = [subject(one), subject(other)];
  return !a.split("-").some((part) => b.split("-").includes(part));
};
