import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmFirst } from "../../ui/confirm-first.tsx";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { useProfile } from "../identity/use-profile.ts";
import type { ApiKey } from "./api-key.queries.ts";

/** A key is rotated once; the panel shows its successor until it is left. */
function Rotation({ apiKey: { id, rotated_to: successor } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => api.POST("/api-keys/{id}/rotate", { params: { path: { id } }, body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["api-keys"] }),
  });
  return (
    <>
      {successor === null && (
        <ConfirmFirst
          text={t("apiKeys.rotateNow")}
          warning={t("apiKeys.rotateWarning")}
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate()}
        />
      )}
      {rotate.error !== null && <Problem error={rotate.error} />}
      {rotate.data?.data !== undefined && (
        <ShownOnce label={t("apiKeys.successor")} secret={rotate.data.data.api_key} />
      )}
    </>
  );
}

function Revocation({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const revoke = () => api.DELETE("/api-keys/{id}", { params: { path: { id } } });
  const onRevoked = async () => {
    await queries.invalidateQueries({ queryKey: ["api-keys"] });
    toast({ text: t("apiKeys.isRevoked", { name }) });
  };
  return (
    <>
      <ConfirmedAction
        text={t("apiKeys.revoke")}
        warning={t("apiKeys.revokeWarning")}
        run={revoke}
        onDone={onRevoked}
      />
    </>
  );
}

/** Only the owner can rotate a key, because the response contains the new one. */
export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const me = useProfile().id;
  if (!apiKey.active) return null;
  return (
    <div className={layout["actions"]}>
      {apiKey.owner_id === me && <Rotation apiKey={apiKey} />}
      <Revocation apiKey={apiKey} />
    </div>
  );
}
