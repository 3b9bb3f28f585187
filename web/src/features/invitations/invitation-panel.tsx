import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Facts } from "../../ui/facts.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { useMay } from "../identity/use-may.ts";
import { InvitationActions } from "./invitation-actions.tsx";
import { InvitationBadge } from "./invitation-badge.tsx";
import { NewInvitation } from "./new-invitation.tsx";
import { invitationQuery, type Invitation } from "./invitation.queries.ts";

function Mail({ invitation: { mail, mailed_at: at } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`invitationMail.${mail}`)} {at !== null && <When at={at} />}
    </>
  );
}

function About({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user_id: userId, accepted_at: acceptedAt } = invitation;
  return (
    <Facts
      facts={[
        [t("users.status"), <InvitationBadge status={invitation.status} />],
        [t("users.role"), t(`role.${invitation.role}`)],
        [t("users.manager"), invitation.manager?.name ?? "–"],
        [t("invitations.projects"), format.number(invitation.project_ids.length)],
        [t("invitations.inviter"), invitation.inviter?.name ?? "–"],
        [t("invitations.mail"), <Mail invitation={invitation} />],
        [t("invitations.expires"), <When at={invitation.expires_at} />],
        ...(userId === null || acceptedAt === null
          ? []
          : ([
              [
                t("invitations.account"),
                <Link
                  from="/settings/people"
                  to="."
                  search={(before) => ({ ...before, invitation: undefined, user: userId })}
                >
                  {format.date(acceptedAt)}
                </Link>,
              ],
            ] as const)),
      ]}
    />
  );
}

interface OneProps {
  id: string;
  onNext: () => void;
  onClose: () => void;
}

function OneInvitation({ id, onNext, onClose }: OneProps) {
  const { t } = useTranslation();
  const mayInvite = useMay("invitation.create");
  const mayManage = useMay("invitation.manage");
  const query = useQuery(invitationQuery(id));
  // A revoked invitation has no buttons.
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <SidePanel title={query.data?.email ?? t("invitations.one")} onClose={onClose}>
      <WhenLoaded query={query}>
        {(invitation) => (
          <div {...kept}>
            <About invitation={invitation} />
            {mayManage && <InvitationActions invitation={invitation} />}
            {mayInvite && (
              <Button variant="subtle" onClick={onNext}>
                {t("invitations.another")}
              </Button>
            )}
          </div>
        )}
      </WhenLoaded>
    </SidePanel>
  );
}

interface PanelProps {
  /** `new` for one that has not been sent. */
  invitation: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One invitation beside the list, or a new one. */
export function InvitationPanel({ invitation, onOpen, onClose }: PanelProps) {
  const { t } = useTranslation();
  if (invitation !== "new")
    return <OneInvitation key={invitation} id={invitation} onNext={() => onOpen("new")} onClose={onClose} />;
  return (
    <SidePanel title={t("invitations.new")} onClose={onClose}>
      <NewInvitation onDone={onOpen} />
    </SidePanel>
  );
}
