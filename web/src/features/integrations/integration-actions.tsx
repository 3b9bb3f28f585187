import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import layout from "../../ui/layout.module.css";
import { integrationListQuery, type Integration } from "./integration.queries.ts";

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: integrationListQuery.queryKey });
}

function ConnectionTest({ integration: { kind } }: { integration: Integration }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const test = useMutation({
    mutationFn: () => api.POST("/integrations/{kind}/test", { params: { path: { kind } } }),
    onSuccess: refresh,
  });
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t("integrations.test")}
      </Button>
      {test.isError && <Problem error={test.error} />}
    </>
  );
}

/** Links to Slack's consent page, which returns to a page of ours where the same administrator signs in. */
function Installation() {
  const { t } = useTranslation();
  const begin = useMutation({ mutationFn: () => api.POST("/integrations/slack/install") });
  const kept = useKeptFocus<HTMLDivElement>();
  const address = begin.data?.data?.data.authorize_url;
  if (address !== undefined)
    return (
      <div {...kept} className={layout["ask"]} role="status">
        <Button component="a" href={address} target="_blank" rel="noreferrer">
          {t("integrations.openSlack")}
        </Button>
        <Note>{t("integrations.openSlackHint")}</Note>
      </div>
    );
  return (
    <div {...kept}>
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
        {t("integrations.install")}
      </Button>
      {begin.isError && <Problem error={begin.error} />}
    </div>
  );
}

function Removal({ integration: { kind } }: { integration: Integration }) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefresh();
  const remove = () => api.DELETE("/integrations/{kind}", { params: { path: { kind } } });
  const onRemoved = async () => {
    await refresh();
    toast({ text: t("integrations.removed") });
  };
  return (
    <>
      <ConfirmedAction
        text={t("integrations.remove")}
        warning={t("integrations.removeWarning")}
        run={remove}
        onDone={onRemoved}
      />
    </>
  );
}

/** Tests, installs, configures and removes an integration. */
export function IntegrationActions({
  integration,
  onEdit,
}: {
  integration: Integration;
  onEdit: () => void;
}) {
  const { t } = useTranslation();
  const { kind, secrets, updated_at: set } = integration;
  return (
    <div className={layout["actions"]}>
      {set !== null && <ConnectionTest integration={integration} />}
      {kind === "slack" && secrets.includes("client_secret") && <Installation key={set} />}
      <Button variant="default" onClick={onEdit}>
        {t(set === null ? "integrations.setUp" : "integrations.edit")}
      </Button>
      {set !== null && <Removal integration={integration} />}
    </div>
  );
}
