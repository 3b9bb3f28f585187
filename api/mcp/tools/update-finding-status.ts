import { z } from "zod";
import { updateFinding } from "../../../domain/findings/finding.commands.ts";
import { loadFinding, presentDetail } from "../../../domain/findings/finding.queries.ts";
import { FINDING_STATUSES } from "../../../domain/findings/finding.rules.ts";
import { invalid } from "../../../platform/errors.ts";
import { fieldErrors } from "../../../platform/field-errors.ts";
import { may } from "../../access.ts";
import { UpdateFindingBody, transitionOf } from "../../findings/change-findings.contract.ts";
import { FindingDetail, presentInFull } from "../../findings/findings.contract.ts";
import { Id } from "../../common.contract.ts";
import { defineTool } from "../tool.ts";

/** The route's combined checks of status, reason and date. */
function readTransition(change: object) {
  const parsed = UpdateFindingBody.safeParse(change);
  if (parsed.success) return transitionOf(parsed.data);
  throw invalid(...fieldErrors("input", parsed.error, change));
}

export const updateFindingStatus = defineTool({
  name: "update_finding_status",
  title: "Change a finding's status",
  description:
    "Change a finding's status to in-progress or resolved or, if you may decide on it, to accepted (until a date), false-positive, closed or open again.",
  input: z.strictObject({
    finding_id: Id,
    status: z.enum(FINDING_STATUSES),
    reason: UpdateFindingBody.shape.reason,
    until: z.iso.datetime({ offset: true }).optional().meta({ description: "End of the acceptance" }),
  }),
  output: FindingDetail.omit({ integration_data: true }),
  hints: { readOnly: false, destructive: true },
  access: may("finding.update"),
  load: async (ctx, input) => {
    const finding = await loadFinding(ctx, input.finding_id);
    return { project: finding.project, finding };
  },
  run: async (ctx, { finding_id: _id, ...change }, { finding }) => {
    const transition = readTransition(change);
    return presentInFull(
      await presentDetail(ctx, await updateFinding(ctx, { finding, change: {}, transition })),
    );
  },
});
