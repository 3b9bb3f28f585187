import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { linkedAccountsQuery } from "./me.queries.ts";

/** The chat accounts linked to the user. */
export function LinkedAccountsCard() {
  const { t } = useTranslation();
  const { id } = useProfile();
  const queries = useQueryClient();
  const query = useQuery(linkedAccountsQuery(id));
  const unlink = useMutation({
    mutationFn: (accountId: string) =>
      api.DELETE("/linked-accounts/{id}", { params: { path: { id: accountId } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["me", "linked-accounts"] }),
  });
  return (
    <Card title={t("me.chats")}>
      <WhenLoaded query={query} lines={2}>
        {({ linked_accounts: accounts }) =>
          accounts.length === 0 ? (
            <Note>{t("me.noChats")}</Note>
          ) : (
            <ul className={layout["rows"]}>
              {accounts.map(({ id: accountId, kind, display_name: name, linked_at: at }) => (
                <li key={accountId}>
                  <span className={layout["grow"]}>
                    {t(`integrationKind.${kind}`)}: {name}{" "}
                    <Note>
                      <When at={at} />
                    </Note>
                  </span>
                  <Button
                    variant="default"
                    loading={unlink.isPending}
                    onClick={() => unlink.mutate(accountId)}
                  >
                    {t("me.unlink")}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      {unlink.isError && <Problem error={unlink.error} />}
    </Card>
  );
}
