import type { MikroORM } from "@mikro-orm/postgresql";
import type { StartingEvent } from "../../domain/context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Shares } from "./create-shares.ts";
import type { LargeBodies } from "./large-body/create-large-bodies.ts";
import type { DenialLogs } from "./log-denials.ts";
import type { SpoolOptions } from "./multipart.ts";
import type { FailureRecorder } from "./record-failures.ts";
import type { Throttle } from "./throttle.ts";

export interface RouteRuntime extends DenialLogs {
  orm: MikroORM;
  clock: Clock;
  authenticator: Authenticator;
  uploads: SpoolOptions;
  largeBodies: LargeBodies;
  shares: Shares;
  throttle: Throttle;
  /** Encrypts stored responses. */
  encryptionKey: Buffer;
  recordFailure: FailureRecorder["note"];
  /** Starts the workflows of committed events; must not throw. */
  dispatch: (events: readonly StartingEvent[]) => void;
  /** Validate responses against their schemas: on during development and tests. */
  checkOutput: boolean;
}
