import { startApi } from "../../../api/start-api.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Config } from "../../../platform/config.ts";
import { createLogger } from "../../../platform/logger.ts";
import { freePort } from "../../../testkit/free-port.ts";
import { DAY_MS } from "./days.ts";
import { openClient, type OrganisationClient } from "./organisation-client.ts";
import type { People } from "./people.ts";

/** The product on past days. */
export interface PastDays {
  /** Lets the users of the demo organisation act on that day; then they sign out. */
  on(daysAgo: number, act: (people: People) => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Someone who signs in with their first request. */
function signingIn(id: string, open: () => Promise<OrganisationClient>): OrganisationClient {
  let opened: Promise<OrganisationClient> | undefined;
  const client = (): Promise<OrganisationClient> => (opened ??= open());
  return {
    id,
    get: async (...input) => (await client()).get(...input),
    send: async (...input) => (await client()).send(...input),
    upload: async (...input) => (await client()).upload(...input),
  };
}

/**
 * An API of its own whose clock the demo sets. What its users do takes all the usual paths, and is recorded as
 * of that day everywhere, in the audit log too: no row is changed afterwards.
 */
export async function openPastDays(config: Config, people: People, password: string): Promise<PastDays> {
  let offset = 0;
  const clock: Clock = { now: () => new Date(Date.now() - offset) };
  const port = await freePort();
  const own = { ...config, HOST: "127.0.0.1", PORT: port, METRICS_PORT: 0, SIGN_IN_PER_MINUTE: 10_000 };
  const api = await startApi(own, createLogger("demo", "error"), clock);
  return {
    async on(daysAgo, act) {
      offset = daysAgo * DAY_MS;
      const signedIn: OrganisationClient[] = [];
      const person = (name: keyof People): OrganisationClient =>
        signingIn(people[name].id, async () => {
          const client = await openClient(`http://127.0.0.1:${port}`, `${name}@example.com`, password);
          signedIn.push(client);
          return client;
        });
      await act({
        admin: person("admin"),
        customer: person("customer"),
        manager: person("manager"),
        auditor: person("auditor"),
      });
      for (const client of signedIn) await client.send("POST", "/api/v1/auth/logout", {});
    },
    stop: api.stop,
  };
}
