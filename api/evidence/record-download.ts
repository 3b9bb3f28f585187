import type { AccessKind } from "../../domain/audit-log/audit.rules.ts";
import { recordAccess } from "../../domain/audit-log/record-access.ts";
import type { RouteContext } from "../route.ts";
import { hasCopy } from "./send-blob.ts";

type KindIn<Action> = Action extends `${infer Kind}.downloaded` ? Kind : never;

interface Downloaded {
  id: string;
  fileName: string | null | undefined;
  sha256: string | null | undefined;
  project: { id: string };
}

/** Before the first byte: a download that cannot be recorded is refused. HEAD and 304 send no bytes. */
export async function recordDownload(
  ctx: RouteContext,
  subjectKind: KindIn<AccessKind>,
  { id, fileName, sha256, project }: Downloaded,
  more: Record<string, unknown> = {},
): Promise<void> {
  if (ctx.request.method === "HEAD" || (sha256 && hasCopy(ctx.request, sha256))) return;
  const details = { id, ...more, file_name: fileName, sha256 };
  await recordAccess(ctx, {
    action: `${subjectKind}.downloaded`,
    subjectKind,
    subjectId: id,
    projectId: project.id,
    data: { [subjectKind]: details, range: ctx.request.get("range") ?? null },
  });
}
