import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { UnlinkAccount } from "../integrations/unlink-account.tsx";
import { linkedAccountsQuery } from "./me.queries.ts";

/** The chat accounts linked to the user. */
export function LinkedAccountsCard() {
  const { t } = useTranslation();
  const { id } = useProfile();
  const query = useQuery(linkedAccountsQuery(id));
  return (
    <Card title={t("me.chats")}>
      <WhenLoaded query={query} lines={2}>
        {({ linked_accounts: accounts }) => (
          <RowList label={t("me.chats")} empty={t("me.noChats")}>
            {accounts.map((account) => (
              <li key={account.id}>
                <span className={layout["grow"]}>
                  {t(`integrationKind.${account.kind}`)}: {account.display_name}{" "}
                  <Note>
                    <When at={account.linked_at} />
                  </Note>
                </span>
                <UnlinkAccount account={account} />
              </li>
            ))}
          </RowList>
        )}
      </WhenLoaded>
    </Card>
  );
}
