import type { AccessKind } from "../../domain/audit-log/audit.rules.ts";
import { recordAccess } from "../../domain/audit-log/record-access.ts";
import type { RouteContext } from "../route.ts";
import { hasCopy, requestedRange } from "./send-blob.ts";

type KindIn<Action> = Action extends `${infer Kind}.downloaded` ? Kind : never;

interface Downloaded {
  id: string;
  fileName: string | null | undefined;
  sha256: string | null | undefined;
  fileSize: number | null | undefined;
  project: { id: string };
}

/** Whether the answer has bytes of the file: HEAD, 304 and 416 have none. */
function sendsBytes({ request }: RouteContext, { sha256, fileSize }: Downloaded): boolean {
  if (request.method === "HEAD") return false;
  if (!sha256) return true;
  if (hasCopy(request, sha256)) return false;
  return typeof fileSize !== "number" || requestedRange(request, sha256, fileSize) !== "outside";
}

/** Before the first byte: a download that cannot be recorded is refused. */
export async function recordDownload(
  ctx: RouteContext,
  subjectKind: KindIn<AccessKind>,
  downloaded: Downloaded,
  more: Record<string, unknown> = {},
): Promise<void> {
  if (!sendsBytes(ctx, downloaded)) return;
  const { id, fileName, sha256, project } = downloaded;
  const details = { id, ...more, file_name: fileName, sha256 };
  await recordAccess(ctx, {
    action: `${subjectKind}.downloaded`,
    subjectKind,
    subjectId: id,
    projectId: project.id,
    data: { [subjectKind]: details, range: ctx.request.get("range") ?? null },
  });
}
