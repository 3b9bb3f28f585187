import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Facts } from "../../ui/facts.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { useMay } from "../identity/use-may.ts";
import { EditUser } from "./edit-user.tsx";
import { FactorBadge } from "./factor-badge.tsx";
import { NewUser } from "./new-user.tsx";
import { ProviderAccounts } from "./provider-accounts.tsx";
import { UserAccess } from "./user-access.tsx";
import { UserDuties } from "./user-duties.tsx";
import { UserBadge } from "./user-badge.tsx";
import { userQuery, type User } from "./user.queries.ts";

function About({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { second_factor: factor } = user;
  return (
    <Facts
      facts={[
        [t("users.status"), <UserBadge active={user.active} />],
        [t("signIn.email"), user.email],
        [t("users.role"), t(`role.${user.role}`)],
        [t("users.factor"), factor === undefined ? null : <FactorBadge user={user} />],
        [t("users.manager"), user.manager?.name ?? "–"],
        [
          t("users.lastSignIn"),
          user.last_login === undefined ? t("users.never") : <When at={user.last_login} />,
        ],
        [t("users.since"), format.date(user.created_at)],
      ]}
    />
  );
}

function OneUser({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const mayManage = useMay("user.create");
  const query = useQuery(userQuery(id));
  return (
    <SidePanel title={query.data?.name ?? t("users.user")} onClose={onClose}>
      <WhenLoaded query={query}>
        {(user) => (
          <>
            <About user={user} />
            {mayManage && <UserDuties user={user} />}
            {mayManage && <EditUser user={user} />}
            {mayManage && <UserAccess user={user} />}
            {mayManage && <ProviderAccounts user={user} />}
          </>
        )}
      </WhenLoaded>
    </SidePanel>
  );
}

interface PanelProps {
  /** An id, or `new` to create a user. */
  user: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** The side panel for one user, or for creating one. */
export function UserPanel({ user, onOpen, onClose }: PanelProps) {
  const { t } = useTranslation();
  if (user !== "new") return <OneUser key={user} id={user} onClose={onClose} />;
  return (
    <SidePanel title={t("users.new")} onClose={onClose}>
      <NewUser onDone={onOpen} />
    </SidePanel>
  );
}
