import type { Invitation } from "./invitation.entity.ts";

/** The invitation as events name it. */
export const invitationReference = ({ id, email, role, projectIds, sends }: Invitation) => ({
  invitation: { id, email, role, project_ids: projectIds, sends },
});
