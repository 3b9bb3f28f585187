import type { ConnectionBounds } from "../web/bound-connections.ts";

/** The system's limit for this process, which Node has already raised as far as possible. */
function mostHandles(): number {
  // Otherwise the report would resolve the name of every connected address.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}

/**
 * Handles that a process needs for itself: libraries, its log, connections to databases and Temporal, open
 * files.
 */
const OWN_HANDLES = 100;

/**
 * A third of the handles for connections, a third for what each connection opens, and a third to refuse
 * further connections.
 */
export function connectionBounds(handles = mostHandles()): ConnectionBounds {
  const third = Math.max(1, Math.floor((handles - OWN_HANDLES) / 3));
  return { served: third, refused: third };
}
