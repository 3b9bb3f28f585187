import { daysAfter } from "../days.rules.ts";
import type { Role } from "../users/user.rules.ts";

export const INVITATION_DAYS = 7;
/** Invitations that have ended are listed for this long. */
export const INVITATIONS_KEPT_DAYS = 90;
export const PROJECTS_MAX = 20;

export const INVITATION_STATUSES = ["pending", "accepted", "revoked", "expired"] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/**
 * The state of the e-mail: `not_configured` if this installation sends none, `handed_over` if a link was
 * created instead before it could be sent.
 */
export const MAIL_STATES = ["waiting", "sent", "not_configured", "handed_over"] as const;
export type MailState = (typeof MAIL_STATES)[number];

interface Dates {
  acceptedAt?: Date | null;
  revokedAt?: Date | null;
  expiresAt: Date;
}

export function statusOf({ acceptedAt, revokedAt, expiresAt }: Dates, now: Date): InvitationStatus {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt > now ? "pending" : "expired";
}

const OPEN = { acceptedAt: null, revokedAt: null } as const;

/** The rows with a status, as a filter. */
export function rowsWith(status: InvitationStatus, now: Date): object {
  switch (status) {
    case "accepted":
      return { acceptedAt: { $ne: null } };
    case "revoked":
      return { revokedAt: { $ne: null } };
    case "pending":
      return { ...OPEN, expiresAt: { $gt: now } };
    case "expired":
      return { ...OPEN, expiresAt: { $lte: now } };
  }
}

export const expiryFrom = (now: Date): Date => daysAfter(now, INVITATION_DAYS);

/** Each sending of an invitation has its own workflow. */
export const invitationWorkflowId = (id: string, sends: number): string => `invitation-${id}-${sends}`;

/** The page behind the link. The token is in the query, which servers see, because the page works without scripts. */
export const INVITATION_PATH = "/invitation";
export const invitationUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}${INVITATION_PATH}?token=${token}`;

interface ReferencedInvitation {
  id: string;
  email: string;
  role: Role;
  projectIds: string[];
  sends: number;
}

/** The invitation in events. */
export const invitationReference = ({ id, email, role, projectIds, sends }: ReferencedInvitation) => ({
  invitation: { id, email, role, project_ids: projectIds, sends },
});
