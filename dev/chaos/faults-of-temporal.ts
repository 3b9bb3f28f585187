import { rm } from "node:fs/promises";
import type { Fault } from "./fault.ts";
import type { Member } from "./member.ts";

/** Temporal starts again without any data: namespace, schedules and workflows are gone. */
export const faultsOfTemporal = (temporal: Member, folder: string): Fault[] => [
  {
    name: `empty ${temporal.name}`,
    async begin() {
      await temporal.stop();
      await rm(folder, { recursive: true, force: true });
    },
    repair: () => temporal.start(),
  },
];
