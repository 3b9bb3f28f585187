import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { InvitationBadge } from "./invitation-badge.tsx";
import { invitationListQuery, type Invitation } from "./invitation.queries.ts";

const PAGE_ROWS = 25;
export type InvitationsShown = "open" | "all";

function Row({ invitation, isChosen }: { invitation: Invitation; isChosen: boolean }) {
  const { t } = useTranslation();
  return (
    <tr aria-selected={isChosen}>
      <td className={layout["grow"]}>
        <Link
          from="/settings/people"
          to="."
          search={(before) => ({ ...before, user: undefined, invitation: invitation.id })}
          resetScroll={false}
          className={table["rowLink"]}
        >
          {invitation.email}
        </Link>
        <div className={table["under"]} data-narrow>
          {t(`role.${invitation.role}`)}
        </div>
      </td>
      <td data-wide>{t(`role.${invitation.role}`)}</td>
      <td data-wide>{invitation.inviter?.name ?? "–"}</td>
      <td data-wide>
        <When at={invitation.expires_at} />
      </td>
      <td>
        <InvitationBadge status={invitation.status} />
      </td>
    </tr>
  );
}

function Rows({ invitations, chosen }: { invitations: readonly Invitation[]; chosen: string | undefined }) {
  const { t } = useTranslation();
  if (invitations.length === 0)
    return <Empty title={t("invitations.none")}>{t("invitations.noneHint")}</Empty>;
  return (
    <DataTable
      columns={[
        { text: t("signIn.email") },
        { text: t("users.role"), wide: true },
        { text: t("invitations.inviter"), wide: true },
        { text: t("invitations.expires"), wide: true },
        { text: t("users.status") },
      ]}
    >
      {invitations.map((invitation) => (
        <Row key={invitation.id} invitation={invitation} isChosen={invitation.id === chosen} />
      ))}
    </DataTable>
  );
}

interface InvitationsCardProps {
  shown: InvitationsShown;
  page: number;
  chosen: string | undefined;
  onShow: (shown: InvitationsShown) => void;
}

/** Invitations: the open ones, or all of the last months. */
export function InvitationsCard({ shown, page, chosen, onShow }: InvitationsCardProps) {
  const { t } = useTranslation();
  const status = shown === "open" ? { status: "pending,expired" } : {};
  const query = useQuery(invitationListQuery({ limit: PAGE_ROWS, page, ...status }));
  return (
    <>
      <Card
        flush
        title={t("invitations.title")}
        aside={
          <SegmentedControl
            size="xs"
            aria-label={t("invitations.shown")}
            data={[
              { value: "open", label: t("invitations.open") },
              { value: "all", label: t("invitations.all") },
            ]}
            value={shown}
            onChange={(value) => onShow(value)}
          />
        }
      >
        <WhenLoaded query={query}>
          {({ invitations }) => <Rows invitations={invitations} chosen={chosen} />}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} name="invitationsPage" />
    </>
  );
}
