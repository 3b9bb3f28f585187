import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";

const invitationRef = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  project_ids: z.array(z.string()),
  sends: z.int(),
});
const about = { invitation: invitationRef };

const invitation = {
  id: exampleId(1),
  email: "kim@example.com",
  role: "customer",
  project_ids: [exampleId(2)],
  sends: 1,
};
const user = { id: exampleId(4), email: "kim@example.com", name: "Kim", role: "customer" };

export const invitationEvents = {
  "invitation.created": event("An e-mail address was invited", about, { invitation }),
  "invitation.resent": event("An invitation was sent again, with a new link", about, {
    invitation: { ...invitation, sends: 2 },
  }),
  "invitation.link_issued": event("An administrator created a link to hand over in person", about, {
    invitation,
  }),
  "invitation.revoked": event("An invitation was revoked; its link no longer works", about, {
    invitation,
  }),
  "invitation.accepted": event(
    "The invited person created their account; `joined` names the projects it was added to",
    {
      ...about,
      user: z.object({ id: z.string(), email: z.string(), name: z.string(), role: z.string() }),
      joined: z.array(z.string()),
    },
    { invitation, user, joined: [exampleId(2)] },
  ),
};
