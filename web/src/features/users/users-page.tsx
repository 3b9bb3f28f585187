import { Button } from "@mantine/core";
import { IconMail, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { sortParameters } from "../../ui/sorting.ts";
import { When } from "../../ui/when.tsx";
import { useSorting } from "../../ui/use-sorting.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { useMay } from "../identity/use-may.ts";
import { InvitationPanel } from "../invitations/invitation-panel.tsx";
import { InvitationsCard } from "../invitations/invitations-card.tsx";
import { FactorBadge } from "./factor-badge.tsx";
import { UserBadge } from "./user-badge.tsx";
import { UserPanel } from "./user-panel.tsx";
import { userListQuery, type User } from "./user.queries.ts";
import { UsersFilters } from "./users-filters.tsx";
import type { UsersSearch, UsersSorting } from "./users-search.ts";

const route = getRouteApi("/signed-in/settings/people");
const PAGE_ROWS = 25;

function Row({ user, isChosen }: { user: User; isChosen: boolean }) {
  const { t } = useTranslation();
  const { second_factor: factor } = user;
  return (
    <tr aria-selected={isChosen}>
      <td>
        <Link
          from="/settings/people"
          to="."
          search={(before) => ({ ...before, invitation: undefined, user: user.id })}
          resetScroll={false}
          className={table["rowLink"]}
        >
          {user.name}
        </Link>
      </td>
      <td data-wide>{user.email}</td>
      <td>{t(`role.${user.role}`)}</td>
      <td data-wide="more">{user.manager?.name ?? "–"}</td>
      <td data-wide="more">
        {user.last_login === undefined ? t("users.never") : <When at={user.last_login} />}
      </td>
      {factor !== undefined && (
        <td data-wide="more">
          <FactorBadge user={user} />
        </td>
      )}
      <td>
        <UserBadge active={user.active} />
      </td>
    </tr>
  );
}

interface UsersProps {
  users: readonly User[];
  chosen: string | undefined;
  sorting: UsersSorting;
}

function Users({ users, chosen, sorting }: UsersProps) {
  const { t } = useTranslation();
  if (users.length === 0) return <Empty title={t("users.none")}>{t("users.noneHint")}</Empty>;
  return (
    <DataTable
      sorting={sorting}
      columns={[
        { text: t("users.name"), by: "name" },
        { text: t("signIn.email"), by: "email", wide: true },
        { text: t("users.role"), by: "role" },
        { text: t("users.manager"), wide: "more" },
        { text: t("users.lastSignIn"), by: "last_login", wide: "more" },
        // Known to administrators.
        ...(users[0]?.second_factor === undefined
          ? []
          : [{ text: t("users.factor"), wide: "more" as const }]),
        { text: t("users.status") },
      ]}
    >
      {users.map((user) => (
        <Row key={user.id} user={user} isChosen={user.id === chosen} />
      ))}
    </DataTable>
  );
}

function useUsers() {
  const { q, role, status, factor, sort, order, page = 1 } = route.useSearch();
  return useQuery(
    userListQuery({
      limit: PAGE_ROWS,
      page,
      search: q,
      role,
      ...(factor === undefined ? {} : { second_factor: factor === "with" ? "true" : "false" }),
      ...sortParameters({ sort, order }),
      ...(status === "active" || status === "inactive" ? { status } : {}),
    }),
  );
}

function UsersList() {
  const { user, ...search } = route.useSearch();
  const sorting = useSorting(search);
  return (
    <WhenLoaded query={useUsers()}>
      {({ users }) => <Users users={users} chosen={user} sorting={sorting} />}
    </WhenLoaded>
  );
}

/** What the panel shows: a user or an invitation. */
function useOpen() {
  const navigate = route.useNavigate();
  return (shown: Pick<UsersSearch, "user" | "invitation">) =>
    void navigate({
      search: (before) => ({ ...before, user: undefined, invitation: undefined, ...shown }),
      resetScroll: false,
    });
}

function Invitations() {
  const { invitation, invitations, invitationsPage = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const open = useOpen();
  return (
    <>
      <InvitationsCard
        shown={invitations === "all" ? "all" : "open"}
        page={invitationsPage}
        chosen={invitation}
        onShow={(shown) =>
          void navigate({
            search: (before) => ({
              ...before,
              invitationsPage: undefined,
              invitations: shown === "all" ? shown : undefined,
            }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      {invitation !== undefined && (
        <InvitationPanel
          invitation={invitation}
          onOpen={(id) => open({ invitation: id })}
          onClose={() => open({})}
        />
      )}
    </>
  );
}

/** The users: all for administrators, their reports for managers. And the invitations. */
export function UsersPage() {
  const { t } = useTranslation();
  const { user } = route.useSearch();
  const query = useUsers();
  const mayCreate = useMay("user.create");
  const mayInvite = useMay("invitation.create");
  const open = useOpen();
  return (
    <>
      <PageTitle title={t("users.title")}>
        <div className={layout["inline"]}>
          {mayCreate && (
            <Button
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => open({ user: "new" })}
            >
              {t("users.new")}
            </Button>
          )}
          {mayInvite && (
            <Button
              leftSection={<IconMail size={15} aria-hidden />}
              onClick={() => open({ invitation: "new" })}
            >
              {t("invitations.new")}
            </Button>
          )}
        </div>
      </PageTitle>
      <UsersFilters />
      <div className={layout["stack"]}>
        <Card flush>
          <UsersList />
        </Card>
        <AddressPager query={query} />
        {mayInvite && <Invitations />}
      </div>
      {user !== undefined && (
        <UserPanel user={user} onOpen={(id) => open({ user: id })} onClose={() => open({})} />
      )}
    </>
  );
}
