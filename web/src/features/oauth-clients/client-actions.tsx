import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmFirst } from "../../ui/confirm-first.tsx";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { OauthClient } from "./oauth-client.queries.ts";

/** Public clients have no secret. */
export function SecretRotation({ client: { client_id: id, type } }: { client: OauthClient }) {
  const { t } = useTranslation();
  const rotate = useMutation({
    mutationFn: () => api.POST("/oauth-clients/{id}/rotate-secret", { params: { path: { id } } }),
  });
  const secret = rotate.data?.data?.data.client_secret;
  if (type === "public") return null;
  return (
    <>
      <ConfirmFirst
        text={t("clients.rotateSecret")}
        warning={t("clients.rotateSecretWarning")}
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      />
      {rotate.isError && <Problem error={rotate.error} />}
      {secret !== undefined && <ShownOnce label={t("clients.secret")} secret={secret} />}
    </>
  );
}

export function ClientDeletion({
  client: { client_id: id },
  onDone,
}: {
  client: OauthClient;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = () => api.DELETE("/oauth-clients/{id}", { params: { path: { id } } });
  const onRemoved = async () => {
    onDone();
    queries.removeQueries({ queryKey: ["oauth-clients", "one", id] });
    await queries.invalidateQueries({ queryKey: ["oauth-clients", "list"] });
    toast({ text: t("clients.deleted") });
  };
  return (
    <>
      <ConfirmedAction
        text={t("clients.delete")}
        warning={t("clients.deleteWarning")}
        run={remove}
        onDone={onRemoved}
      />
    </>
  );
}
