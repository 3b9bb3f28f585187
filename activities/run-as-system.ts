import type { MikroORM } from "@mikro-orm/postgresql";
import type { SystemContext } from "../domain/context.ts";
import type { Clock } from "../platform/clock.ts";

export interface SystemDeps {
  orm: MikroORM;
  clock: Clock;
}

/** Runs a command on behalf of the service in one transaction. */
export const runAsSystem = <T>(deps: SystemDeps, command: (ctx: SystemContext) => Promise<T>): Promise<T> =>
  deps.orm.em.fork().transactional((em) => command({ em, actor: null, clock: deps.clock, events: [] }));
