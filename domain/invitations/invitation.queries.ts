import type { Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import type { Role } from "../users/user.rules.ts";
import { invitationAccess } from "./invitation.access.ts";
import { Invitation } from "./invitation.entity.ts";
import { rowsWith, type InvitationStatus } from "./invitation.rules.ts";

export const invitationListing: Listing<Invitation> = {
  entity: Invitation,
  sortable: { created_at: "createdAt", expires_at: "expiresAt", email: "email", role: "role" },
  searchable: { email: "email" },
  createdAt: "createdAt",
  lowerCase: ["email"],
};

export const visibleInvitation: Visible<Invitation> = {
  entity: Invitation,
  rule: invitationAccess["invitation.read"],
  name: "Invitation",
};

export interface InvitationListInput extends ListInput {
  status?: OneOrMore<InvitationStatus>;
  role?: OneOrMore<Role>;
}

/** Invitations of every status, newest first. */
export function listInvitations(
  ctx: QueryContext,
  { status, role, ...input }: InvitationListInput,
): Promise<Page<Row<Invitation>>> {
  const wanted = status === undefined ? [] : [status].flat();
  const now = ctx.clock.now();
  return listPage(ctx.em, invitationListing, input, [
    where(ctx.actor, invitationAccess["invitation.read"]),
    ...(wanted.length === 0 ? [] : [{ $or: wanted.map((one) => rowsWith(one, now)) }]),
    ...matching({ role }),
  ]);
}

/** The invitation for administrators; NOT_FOUND for everyone else. */
export const loadInvitation = (ctx: QueryContext, id: string): Promise<Invitation> =>
  loadVisible(ctx, visibleInvitation, id);
