import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { NotificationPreferences } from "../notifications/notification-preferences.tsx";
import { ConsentsCard } from "./consents-card.tsx";
import { LinkedAccountsCard } from "./linked-accounts-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

/** The user's own account: preferences and sign-in. */
export function MePage() {
  const { t } = useTranslation();
  const { email } = useProfile();
  return (
    <>
      <PageTitle title={t("nav.me")}>
        <Note>{email}</Note>
      </PageTitle>
      <div className={layout["packed"]}>
        <ProfileCard />
        <NotificationPreferences />
        <SecondFactorCard />
        <PasswordCard />
        <SessionsCard />
        <ConsentsCard />
        <LinkedAccountsCard />
      </div>
    </>
  );
}
