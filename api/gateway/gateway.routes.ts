import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { unavailable } from "../../platform/errors.ts";
import { open } from "../access.ts";
import { defineRoute, type Route } from "../route.ts";
import { defineView } from "../define-schemas.ts";

export interface DependencyCheck {
  name: string;
  check(): Promise<void>;
  /** The free space, for checks of a disk. */
  freeBytes?: () => Promise<number>;
  /** Reported, but no reason to be unready: its work is done later. */
  isOptional?: true;
}

export interface GatewayRouteDeps {
  version: string;
  clock: Clock;
  startedAt: Date;
  checks: readonly DependencyCheck[];
}

const CHECK_TIMEOUT_MS = 2_000;
/** How long callers of the readiness share one result. */
const SHARED_MS = 500;

const Health = defineView("Health", {
  status: z.literal("ok"),
  version: z.string(),
  uptime_seconds: z.number(),
});
const Dependency = z.object({
  status: z.enum(["up", "down"]),
  milliseconds: z.number(),
  free_bytes: z.number().optional(),
});
const Readiness = defineView("Readiness", {
  status: z.literal("ready"),
  dependencies: z.record(z.string(), Dependency),
});

async function probe(dependency: DependencyCheck): Promise<[string, z.infer<typeof Dependency>]> {
  const { name, check, freeBytes } = dependency;
  const start = performance.now();
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("no answer before the deadline")), CHECK_TIMEOUT_MS).unref(),
  );
  const status = await Promise.race([check(), late]).then(
    () => "up" as const,
    () => "down" as const,
  );
  const milliseconds = Math.round(performance.now() - start);
  const free = await freeBytes?.().catch(() => undefined);
  return [name, { status, milliseconds, ...(free !== undefined && { free_bytes: free }) }];
}

type Dependencies = Record<string, z.infer<typeof Dependency>>;

/** Probes all dependencies, at most once in `SHARED_MS` whatever the number of callers. */
function shareProbes(checks: GatewayRouteDeps["checks"]): () => Promise<Dependencies> {
  let last: Promise<Dependencies> | null = null;
  return () => {
    if (last !== null) return last;
    const probes = Promise.all(checks.map(probe)).then((found) => Object.fromEntries(found));
    const forget = (): void => void setTimeout(() => (last = null), SHARED_MS).unref();
    void probes.finally(forget);
    return (last = probes);
  };
}

export function createGatewayRoutes(deps: GatewayRouteDeps): Route[] {
  const dependenciesNow = shareProbes(deps.checks);
  const health = defineRoute({
    method: "get",
    path: "/api/health",
    everywhere: true,
    uncounted: true,
    summary: "Liveness: the process answers",
    access: open("load balancers send no credentials"),
    output: Health,
    act: async () => ({
      status: "ok" as const,
      version: deps.version,
      uptime_seconds: Math.round((deps.clock.now().getTime() - deps.startedAt.getTime()) / 1_000),
    }),
  });
  const ready = defineRoute({
    method: "get",
    path: "/api/ready",
    uncounted: true,
    summary: "Readiness: 200 when every dependency can be reached, else 503",
    access: open("load balancers send no credentials"),
    output: Readiness,
    noStore: true,
    answers: {
      503: "Not ready: `details` has the status `not_ready` and names the dependencies that are down",
    },
    act: async () => {
      const dependencies = await dependenciesNow();
      const isReady = deps.checks.every(
        ({ name, isOptional: mayBeAway }) => mayBeAway === true || dependencies[name]?.status === "up",
      );
      if (isReady) return { status: "ready" as const, dependencies };
      const details = { status: "not_ready", dependencies };
      // The expected answer to this request, so it is not logged.
      throw unavailable("Some dependencies are unavailable: see details", {
        details,
        expected: true,
      });
    },
  });
  return [health, ready];
}
