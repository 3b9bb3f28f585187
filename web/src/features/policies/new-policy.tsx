import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { projectQuery } from "../projects/project.queries.ts";
import { policyTypesQuery, type NewPolicyBody } from "./policy.queries.ts";

const EMPTY = { type: null as string | null, company: "", industry: "" };

interface NewPolicyProps {
  projectId: string;
  onDone: (id: string) => void;
}

function useTypes(chosen: string | null) {
  const { data } = useQuery(policyTypesQuery);
  return {
    options: data?.policy_types.map(({ type, title }) => ({ value: type, label: title })) ?? [],
    description: data?.policy_types.find(({ type }) => type === chosen)?.description,
  };
}

function useGenerate(onDone: (id: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPolicyBody) => api.POST("/ai/generate/policy", { body }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["policies"] });
      onDone(data!.data.id);
    },
  });
}

/** Generates a policy of the chosen type for a company. */
export function NewPolicy({ projectId, onDone }: NewPolicyProps) {
  const { t } = useTranslation();
  const framework = useQuery(projectQuery(projectId)).data?.framework;
  const draft = useFormDraft(`policy.new.${projectId}`, EMPTY);
  const { type, company, industry } = draft.fields;
  const set = (change: Partial<typeof EMPTY>) => draft.set({ ...draft.fields, ...change });
  const { options, description } = useTypes(type);
  const generate = useGenerate((id) => {
    draft.begin();
    onDone(id);
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    generate.mutate({
      type: type!,
      framework: framework!,
      company_name: company,
      project_id: projectId,
      ...(industry === "" ? {} : { industry }),
    });
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <Select
        label={t("policies.type")}
        searchable
        data={options}
        value={type}
        onChange={(next) => set({ type: next })}
      />
      {description !== undefined && <Note>{description}</Note>}
      <TextInput
        label={t("policies.company")}
        autoComplete="organization"
        required
        withAsterisk={false}
        value={company}
        onChange={({ currentTarget }) => set({ company: currentTarget.value })}
      />
      <TextInput
        label={t("policies.industry")}
        description={t("policies.industryHint")}
        value={industry}
        onChange={({ currentTarget }) => set({ industry: currentTarget.value })}
      />
      {generate.isError && <Problem error={generate.error} />}
      <div>
        <Button
          type="submit"
          loading={generate.isPending}
          disabled={type === null || framework === undefined}
        >
          {t("policies.write")}
        </Button>
      </div>
    </form>
  );
}
