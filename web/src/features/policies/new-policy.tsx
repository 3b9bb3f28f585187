import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { EnglishText, englishOption } from "../../ui/catalogue-text.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { projectQuery } from "../projects/project.queries.ts";
import { ControlSelect } from "./control-select.tsx";
import { policyListQuery, policyTypesQuery, type NewPolicyBody, type Policy } from "./policy.queries.ts";

/** A project has policies of one company, or of a few. */
const MAX_COMPANIES = 100;

/** The company is that of the project's latest policy. */
const emptyFor = (control: string | null, latest: Policy | undefined) => ({
  type: null as string | null,
  control,
  company: latest?.company_name ?? "",
  industry: latest?.industry ?? "",
});
type Fields = ReturnType<typeof emptyFor>;

interface NewPolicyProps {
  projectId: string;
  /** The number of the control that asks for it. */
  forControl?: string | undefined;
  onDone: (id: string) => void;
}

interface PolicyFormProps extends NewPolicyProps {
  latest: Policy | undefined;
}

/** The types to choose from, and the one in effect: by default the first that serves the control. */
function useTypes({ type: chosen, control }: Fields, framework: string | undefined) {
  const { data } = useQuery(policyTypesQuery);
  const types = data?.policy_types ?? [];
  const serving = types.find(({ controls }) =>
    controls.some((served) => served.framework === framework && served.number === control),
  );
  const inEffect = chosen ?? serving?.type ?? null;
  return {
    type: inEffect,
    options: types.map(({ type, title }) => ({ value: type, label: title })),
    description: types.find(({ type }) => type === inEffect)?.description,
  };
}

interface TypeSelectProps extends ReturnType<typeof useTypes> {
  onChange: (type: string | null) => void;
}

function TypeSelect({ type, options, description, onChange }: TypeSelectProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t("policies.type")}
        searchable
        data={options}
        renderOption={englishOption}
        value={type}
        onChange={onChange}
      />
      {description !== undefined && (
        <Note>
          <EnglishText>{description}</EnglishText>
        </Note>
      )}
    </>
  );
}

interface EarlierProps {
  projectId: string;
  type: string;
  company: string;
}

/** That the project has this policy already, which gets a new version. */
function Earlier({ projectId, type, company }: EarlierProps) {
  const { t } = useTranslation();
  const { data } = useQuery(policyListQuery({ project_id: projectId, type, limit: MAX_COMPANIES }));
  const earlier = data?.policies.find((one) => one.type === type && one.company_name === company.trim());
  if (earlier === undefined) return null;
  return <Note>{t("policies.generatesVersion", { version: earlier.version + 1 })}</Note>;
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

function PolicyForm({ projectId, forControl, latest, onDone }: PolicyFormProps) {
  const { t } = useTranslation();
  const framework = useQuery(projectQuery(projectId)).data?.framework;
  const draft = useFormDraft(`policy.new.${projectId}`, emptyFor(forControl ?? null, latest));
  const { control, company, industry } = draft.fields;
  const set = (change: Partial<Fields>) => draft.set({ ...draft.fields, ...change });
  const types = useTypes(draft.fields, framework);
  const generate = useGenerate((id) => {
    draft.begin();
    onDone(id);
  });
  const isReady = types.type !== null && framework !== undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    generate.mutate({
      type: types.type!,
      framework: framework!,
      company_name: company,
      project_id: projectId,
      ...(control === null ? {} : { control_id: control }),
      ...(industry === "" ? {} : { industry }),
    });
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <TypeSelect {...types} onChange={(next) => set({ type: next })} />
      <ControlSelect
        projectId={projectId}
        description={t("policies.controlHint")}
        clearable
        value={control}
        onChange={(next) => set({ control: next })}
      />
      <TextInput
        label={t("policies.company")}
        autoComplete="organization"
        required
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
      {types.type !== null && <Earlier projectId={projectId} type={types.type} company={company} />}
      <div>
        <Button type="submit" loading={generate.isPending} disabled={!isReady}>
          {t("policies.write")}
        </Button>
      </div>
    </form>
  );
}

/** Generates a policy of the chosen type for a company. */
export function NewPolicy(props: NewPolicyProps) {
  const query = useQuery(policyListQuery({ project_id: props.projectId, limit: 1 }));
  return (
    <WhenLoaded query={query}>
      {({ policies: [latest] }) => <PolicyForm {...props} latest={latest} />}
    </WhenLoaded>
  );
}
