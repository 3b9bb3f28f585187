import { Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { EnglishText, englishOption } from "../../ui/catalogue-text.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ReadOnlyNote } from "../../ui/read-only-note.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { projectQuery } from "../projects/project.queries.ts";
import { ControlSelect } from "./control-select.tsx";
import { policyListQuery, policyTypesQuery, type NewPolicyBody, type Policy } from "./policy.queries.ts";

const TYPING_MS = 250;
/** Their names contain the one that is typed. */
const MAX_COMPANIES = 100;

/** The company is that of the project's latest policy. */
const emptyFor = (control: string | null, latest: Policy | undefined) => ({
  type: null as string | null,
  control,
  company: latest?.company_name ?? "",
  industry: latest?.industry ?? "",
});
type Fields = ReturnType<typeof emptyFor>;

/** The name of the draft of a new policy. */
export const newPolicyDraft = (projectId: string): string => `policy.new.${projectId}`;

interface NewPolicyProps {
  projectId: string;
  /** Whether nothing can be sent any longer. */
  isArchived: boolean;
  /** The number of the control that asks for it. */
  forControl?: string | undefined;
  onDone: (id: string) => void;
  onLeave: () => void;
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
  readOnly: boolean;
  onChange: (type: string | null) => void;
}

function TypeSelect({ type, options, description, readOnly, onChange }: TypeSelectProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t("policies.type")}
        searchable
        data={options}
        renderOption={englishOption}
        value={type}
        readOnly={readOnly}
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

interface CompanyProps extends Pick<Fields, "company" | "industry"> {
  readOnly: boolean;
  set: (change: Partial<Fields>) => void;
}

function CompanyFields({ company, industry, readOnly, set }: CompanyProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("policies.company")}
        autoComplete="organization"
        required
        readOnly={readOnly}
        value={company}
        onChange={({ currentTarget }) => set({ company: currentTarget.value })}
      />
      <TextInput
        label={t("policies.industry")}
        description={t("policies.industryHint")}
        readOnly={readOnly}
        value={industry}
        onChange={({ currentTarget }) => set({ industry: currentTarget.value })}
      />
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
  const [search] = useDebouncedValue(company.trim(), TYPING_MS);
  const list = policyListQuery({ project_id: projectId, type, search, limit: MAX_COMPANIES });
  const { data } = useQuery({ ...list, enabled: search !== "" });
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

function PolicyForm(props: PolicyFormProps) {
  const { projectId, isArchived: readOnly, forControl, latest, onDone, onLeave } = props;
  const { t } = useTranslation();
  const framework = useQuery(projectQuery(projectId)).data?.framework;
  const draft = useFormDraft(newPolicyDraft(projectId), emptyFor(forControl ?? null, latest));
  const { control, company, industry } = draft.fields;
  const set = (change: Partial<Fields>) => draft.set({ ...draft.fields, ...change });
  const types = useTypes(draft.fields, framework);
  const generate = useGenerate((id) => {
    draft.begin();
    onDone(id);
  });
  const discard = () => {
    draft.begin();
    onLeave();
  };
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
      <TypeSelect {...types} readOnly={readOnly} onChange={(next) => set({ type: next })} />
      <ControlSelect
        projectId={projectId}
        description={t("policies.controlHint")}
        clearable={!readOnly}
        readOnly={readOnly}
        value={control}
        onChange={(next) => set({ control: next })}
      />
      <CompanyFields company={company} industry={industry} readOnly={readOnly} set={set} />
      {generate.isError && <Problem error={generate.error} />}
      {types.type !== null && !readOnly && (
        <Earlier projectId={projectId} type={types.type} company={company} />
      )}
      {readOnly ? (
        <ReadOnlyNote text={t("draft.archived")} onDiscard={discard} />
      ) : (
        <FormButtons text={t("policies.write")} isPending={generate.isPending} disabled={!isReady} />
      )}
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
