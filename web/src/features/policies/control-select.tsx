import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { catalogueOption } from "../../ui/catalogue-text.tsx";
import { projectQuery } from "../projects/project.queries.ts";

interface ControlSelectProps {
  projectId: string;
  description?: string;
  clearable?: boolean;
  readOnly?: boolean;
  /** A number. */
  value: string | null;
  onChange: (number: string | null) => void;
}

/** Selects a control of the project. */
export function ControlSelect({ projectId, value, onChange, ...others }: ControlSelectProps) {
  const { t } = useTranslation();
  const controls = useQuery(projectQuery(projectId)).data?.controls ?? [];
  return (
    <Select
      label={t("policies.fileFor")}
      searchable
      data={controls.map(({ number, title }) => ({ value: number, label: `${number} ${title}` }))}
      renderOption={catalogueOption}
      value={value}
      onChange={onChange}
      {...others}
    />
  );
}
