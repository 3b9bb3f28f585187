import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ApiMessage } from "../../ui/api-message.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { invitationQuery } from "./invitation.queries.ts";
import type { Invited } from "./use-invite.ts";

/** Without a mail server, the person gets a link from the one who invited them: its page creates one. */
function Pending({ id, email }: { id: string; email: string }) {
  const { t } = useTranslation();
  const mail = useQuery(invitationQuery(id)).data?.mail ?? "waiting";
  return (
    <li>
      <span className={layout["grow"]}>
        <Link to="/settings/people" search={{ invitation: id }}>
          {email}
        </Link>
        <br />
        <Note>
          {t(`invitationMail.${mail}`)}
          {mail === "not_configured" && `. ${t("invitations.needsLink")}`}
        </Note>
      </span>
      <Badge tone={mail === "not_configured" ? "warn" : "good"}>{t("invitationStatus.pending")}</Badge>
    </li>
  );
}

/** The result for each address: the refused ones are back in the form. */
export function InvitedList({ invited: { invitations, refused } }: { invited: Invited }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("invitations.result")}>
      <h3 role="status">
        {t("invitations.sent", { count: invitations.length, total: invitations.length + refused.length })}
      </h3>
      <ul className={layout["list"]}>
        {refused.map(({ email, error }) => (
          <li key={email}>
            <span className={layout["grow"]}>
              {email}
              <br />
              <Note>
                <ApiMessage error={error} />
              </Note>
            </span>
            <Badge tone="bad">{t("invitations.notSent")}</Badge>
          </li>
        ))}
        {invitations.map(({ id, email }) => (
          <Pending key={id} id={id} email={email} />
        ))}
      </ul>
    </section>
  );
}
