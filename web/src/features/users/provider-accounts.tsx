import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api } from "../../http/client.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Note } from "../../ui/note.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { providerAccountsQuery, type User } from "./user.queries.ts";

type Account = AnswerOf<"/users/{id}/upstream-accounts">["upstream_accounts"][number];

function Unlink({ account, user }: { account: Account; user: User }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const provider = account.provider.name;
  const unlink = () =>
    api.DELETE("/users/{id}/upstream-accounts/{accountId}", {
      params: { path: { id: user.id, accountId: account.id } },
    });
  const onUnlinked = async () => {
    await queries.invalidateQueries({ queryKey: ["users"] });
    toast({ text: t("users.unlinked", { provider, name: user.name }) });
  };
  return (
    <ConfirmedAction
      text={t("users.unlink")}
      warning={t("users.unlinkWarning", { provider })}
      run={unlink}
      onDone={onUnlinked}
    />
  );
}

/** The accounts at identity providers with which a user signs in. They are linked at the first sign-in. */
export function ProviderAccounts({ user }: { user: User }) {
  const { t } = useTranslation();
  const accounts = useQuery(providerAccountsQuery(user.id)).data?.upstream_accounts ?? [];
  const [hadSome, setHadSome] = useState(false);
  if (accounts.length > 0 && !hadSome) setHadSome(true);
  // The list stays once its last row is removed: the focus was in it.
  if (!hadSome) return null;
  return (
    <section aria-label={t("users.providerAccounts")}>
      <h3>{t("users.providerAccounts")}</h3>
      <RowList label={t("users.providerAccounts")} empty="–">
        {accounts.map((account) => (
          <li key={account.id}>
            <span className={layout["grow"]}>
              {account.provider.name}: {account.subject}
              <br />
              <Note>
                {t("users.providerLastUsed")} <When at={account.last_used_at} />
              </Note>
            </span>
            <Unlink account={account} user={user} />
          </li>
        ))}
      </RowList>
    </section>
  );
}
