import { useTranslation } from "react-i18next";
import { ApiMessage } from "../../ui/api-message.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import type { Invited } from "./use-invite.ts";

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
          <li key={id}>
            <span className={layout["grow"]}>{email}</span>
            <Badge tone="good">{t("invitationStatus.pending")}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
