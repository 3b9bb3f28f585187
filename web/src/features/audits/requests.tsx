import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { rootApi } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { FindingStatusBadge } from "../findings/finding-badges.tsx";
import { findingListQuery } from "../findings/finding.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";

/** A request is a finding in this category: it is assigned, discussed and closed like any other. */
const CATEGORY = "evidence-request";
const MAX = 20;

const EMPTY: { title: string; controlId: string | null } = { title: "", controlId: null };

function NewRequest({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const controls = useQuery(projectQuery(projectId)).data?.controls ?? [];
  const draft = useFormDraft(`request.${projectId}`, EMPTY);
  const { title, controlId } = draft.fields;
  const send = useMutation({
    mutationFn: () =>
      rootApi.POST("/api/findings", {
        body: {
          project_id: projectId,
          title: title.trim(),
          severity: "Info",
          category: CATEGORY,
          control_id: controlId,
        },
      }),
    onSuccess: async () => {
      draft.begin();
      toast({ text: t("auditing.requested") });
      await queries.invalidateQueries({ queryKey: ["findings"] });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <TextInput
        label={t("auditing.requestWhat")}
        required
        withAsterisk={false}
        value={title}
        onChange={({ currentTarget }) => draft.set({ title: currentTarget.value, controlId })}
      />
      <Select
        label={t("auditing.requestFor")}
        searchable
        clearable
        data={controls.map(({ id, number, title: name }) => ({ value: id, label: `${number} ${name}` }))}
        value={controlId}
        onChange={(chosen) => draft.set({ title, controlId: chosen })}
      />
      {send.isError && <Problem error={send.error} />}
      <div>
        <Button type="submit" size="xs" variant="default" loading={send.isPending}>
          {t("auditing.requestGo")}
        </Button>
      </div>
    </form>
  );
}

/** The auditor's requests and their status. */
export function Requests({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const query = useQuery(findingListQuery({ project_id: projectId, category: CATEGORY, limit: MAX }));
  return (
    <Card title={t("auditing.requests")}>
      <div className={layout["stack"]}>
        <WhenLoaded query={query} lines={2}>
          {({ findings }) => (
            <>
              {findings.length === 0 && <Note>{t("auditing.noRequests")}</Note>}
              {findings.map(({ id, title, status, created_at: at }) => (
                <div key={id} className={layout["inline"]}>
                  <Link to="/projects/$projectId/findings" params={{ projectId }} search={{ finding: id }}>
                    {title}
                  </Link>
                  <FindingStatusBadge status={status} />
                  <Note>
                    <When at={at} />
                  </Note>
                </div>
              ))}
            </>
          )}
        </WhenLoaded>
        {permissions?.has("finding.create") === true && <NewRequest projectId={projectId} />}
      </div>
    </Card>
  );
}
