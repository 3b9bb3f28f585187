import type { Starter } from "../events/workflow-start.ts";
import { securityChangeOf, securityChangeWorkflowId } from "./security-change.rules.ts";

/** Mails a user that their sign-in changed. */
export const notifyOwner: Starter = (event) =>
  securityChangeOf(event) === null
    ? null
    : {
        workflow: "notifySecurityChange",
        workflowId: securityChangeWorkflowId(event.id),
        args: [{ eventId: event.id }],
        searchAttributes: {},
      };
