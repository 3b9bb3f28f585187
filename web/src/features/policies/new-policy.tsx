import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { projectQuery } from "../projects/project.queries.ts";
import { policyTypesQuery } from "./policy.queries.ts";

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

/** Generates a policy of the chosen type for a company. */
export function NewPolicy({ projectId, onDone }: NewPolicyProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const framework = useQuery(projectQuery(projectId)).data?.framework;
  const [type, setType] = useState<string | null>(null);
  const [company, setCompany] = useState("");
  const [industry, setIndustry] = useState("");
  const { options, description } = useTypes(type);
  const generate = useMutation({
    mutationFn: () =>
      api.POST("/ai/generate/policy", {
        body: {
          type: type!,
          framework: framework!,
          company_name: company,
          project_id: projectId,
          ...(industry === "" ? {} : { industry }),
        },
      }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["policies"] });
      onDone(data!.data.id);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    generate.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <Select label={t("policies.type")} searchable data={options} value={type} onChange={setType} />
      {description !== undefined && <Note>{description}</Note>}
      <TextInput
        label={t("policies.company")}
        autoComplete="organization"
        required
        withAsterisk={false}
        value={company}
        onChange={({ currentTarget }) => setCompany(currentTarget.value)}
      />
      <TextInput
        label={t("policies.industry")}
        description={t("policies.industryHint")}
        value={industry}
        onChange={({ currentTarget }) => setIndustry(currentTarget.value)}
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
