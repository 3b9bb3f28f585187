import type { ConnectionBounds } from "./web/bound-connections.ts";

/** Of the system for this process: Node has raised it as far as it may. */
function mostHandles(): number {
  // It would ask for the name of every address that the process is connected to.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}

/** What a process has open itself: libraries, its log, connections to databases and to Temporal, files of an hour's work. */
const OWN_HANDLES = 100;

/** A third of the handles for connections, a third for what each of them opens besides, a third to say that it is too many. */
export function connectionBounds(handles = mostHandles()): ConnectionBounds {
  const third = Math.max(1, Math.floor((handles - OWN_HANDLES) / 3));
  return { served: third, refused: third };
}
