import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { LinkedAccount } from "./integration.queries.ts";

type Account = Pick<LinkedAccount, "id" | "display_name">;

/** Ends the link of a chat account to its user. */
export function UnlinkAccount({ account: { id, display_name: name } }: { account: Account }) {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  const unlink = () => api.DELETE("/linked-accounts/{id}", { params: { path: { id } } });
  const onUnlinked = async () => {
    toast({ text: t("integrations.unlinked", { name }) });
    await Promise.all(["linked-accounts", "me"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  };
  return (
    <ConfirmedAction
      text={t("me.unlink")}
      warning={t("integrations.unlinkWarning")}
      run={unlink}
      onDone={onUnlinked}
    />
  );
}
