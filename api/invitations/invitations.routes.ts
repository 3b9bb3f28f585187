import type { z } from "zod";
import {
  invite,
  issueInvitationLink,
  resendInvitation,
  revokeInvitation,
} from "../../domain/invitations/invitation.commands.ts";
import {
  visibleInvitation,
  invitationListing,
  listInvitations,
  loadInvitation,
} from "../../domain/invitations/invitation.queries.ts";
import type { Invitation } from "../../domain/invitations/invitation.entity.ts";
import { invitationUrl } from "../../domain/invitations/invitation.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  InvitationLink,
  InvitationList,
  InvitationQuery,
  InvitationView,
  InviteBody,
  invitationListInput,
  presentInvitation,
} from "./invitations.contract.ts";

interface InvitationRouteDeps {
  publicUrl: string;
}

const PATH = "/api/v1/invitations";

const load = (ctx: RouteContext, { params }: { params: z.infer<typeof IdParams> }) =>
  loadInvitation(ctx, params.id);
const withTime = ({ clock }: RouteContext, invitation: Row<Invitation>) => ({ invitation, now: clock.now() });
const OVER = "The invitation was accepted or revoked";

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List invitations, newest first",
  access: lists("invitation.read"),
  query: InvitationQuery,
  listing: invitationListing,
  output: InvitationList,
  act: async (ctx, { query }) => {
    const { items, pagination } = await listInvitations(ctx, invitationListInput(query));
    return { items: items.map((invitation) => withTime(ctx, invitation)), pagination };
  },
  present: ({ items, pagination }) => ({ invitations: items.map(presentInvitation), pagination }),
});

const create = defineRoute({
  method: "post",
  path: PATH,
  summary:
    "Invite an e-mail address. The e-mail has a link that works once, for 7 days. Requires a bearer token",
  access: may("invitation.create"),
  body: InviteBody,
  status: 201,
  answers: { 409: "The address is already in use or already invited" },
  output: InvitationView,
  act: async (ctx, { body: { email, role, manager_id: managerId, project_ids: projectIds } }) =>
    withTime(ctx, await invite(ctx, { email, role, managerId, projectIds })),
  present: presentInvitation,
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get an invitation",
  access: reads(visibleInvitation),
  params: IdParams,
  output: InvitationView,
  act: async (ctx, _input, invitation) => withTime(ctx, invitation),
  present: presentInvitation,
});

const resend = defineRoute({
  method: "post",
  path: `${PATH}/:id/resend`,
  summary: "Send an invitation again with a new link, valid for 7 days. The old link stops working",
  access: may("invitation.manage"),
  params: IdParams,
  answers: { 409: OVER },
  output: InvitationView,
  load,
  act: async (ctx, _input, invitation) => withTime(ctx, await resendInvitation(ctx, invitation)),
  present: presentInvitation,
});

const issueLink = ({ publicUrl }: InvitationRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/:id/link`,
    summary:
      "Create a new link for an invitation, to hand over when no e-mail can be sent. It is returned only once; the old link stops working",
    access: may("invitation.manage"),
    params: IdParams,
    status: 201,
    answers: { 409: OVER },
    output: InvitationLink,
    noStore: true,
    load,
    act: (ctx, _input, invitation) => issueInvitationLink(ctx, invitation),
    present: ({ token, expiresAt }) => ({
      invitation_url: invitationUrl(publicUrl, token),
      expires_at: expiresAt.toISOString(),
    }),
  });

const revoke = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Revoke an invitation. Its link stops working at once",
  access: may("invitation.manage"),
  params: IdParams,
  message: "The invitation was revoked",
  answers: { 409: OVER },
  load,
  act: (ctx, _input, invitation) => revokeInvitation(ctx, invitation),
});

export const createInvitationRoutes = (deps: InvitationRouteDeps): Route[] => [
  list,
  create,
  read,
  resend,
  issueLink(deps),
  revoke,
];
