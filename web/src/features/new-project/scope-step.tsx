import { Radio, TextInput, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { CategoryChoice } from "../projects/category-choice.tsx";
import { offeredCategories } from "../projects/offered-categories.ts";
import { frameworksQuery, type Framework } from "./new-project.queries.ts";
import type { ProjectDraft } from "./project-draft.ts";

export interface StepProps {
  draft: ProjectDraft;
  onChange: (change: Partial<ProjectDraft>) => void;
}

function Frameworks({ frameworks, draft, onChange }: StepProps & { frameworks: readonly Framework[] }) {
  const { t } = useTranslation();
  const chosen = frameworks.find(({ id }) => id === draft.framework);
  const offered = offeredCategories(chosen);
  return (
    <>
      <Radio.Group
        label={t("newProject.framework")}
        value={draft.framework}
        onChange={(framework) => onChange({ framework, categories: null })}
        required
        withAsterisk
      >
        {frameworks.map(({ id, name, controls }) => (
          <Radio
            key={id}
            mt="xs"
            value={id}
            label={name}
            description={t("newProject.controls", { count: controls.length })}
          />
        ))}
      </Radio.Group>
      {offered.length > 1 && (
        <CategoryChoice
          legend={t("newProject.categories")}
          framework={draft.framework}
          offered={offered}
          chosen={draft.categories ?? offered}
          onChoose={(categories) => onChange({ categories })}
        />
      )}
    </>
  );
}

/** The name of the project, its framework, and the categories in scope. */
export function ScopeStep({ draft, onChange }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("newProject.name")}
        placeholder={t("newProject.nameExample")}
        required
        withAsterisk
        maxLength={200}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Textarea
        label={t("newProject.description")}
        autosize
        minRows={2}
        maxLength={10_000}
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <WhenLoaded query={useQuery(frameworksQuery)}>
        {({ frameworks }) => <Frameworks frameworks={frameworks} draft={draft} onChange={onChange} />}
      </WhenLoaded>
    </>
  );
}
