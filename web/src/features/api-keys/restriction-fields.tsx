import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { ProjectChecks } from "../projects/project-checks.tsx";
import type { RestrictionFields as Fields } from "./restrictions-of.ts";

interface RestrictionFieldsProps {
  fields: Fields;
  onChange: (fields: Fields) => void;
}

/** Restricts the addresses, hours, projects and request rate of a key. */
export function RestrictionFields({ fields, onChange }: RestrictionFieldsProps) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const set = (name: keyof Fields) => (event: { currentTarget: HTMLInputElement }) =>
    onChange({ ...fields, [name]: event.currentTarget.value });
  return (
    <>
      <TextInput
        label={t("apiKeys.addresses")}
        description={t("apiKeys.addressesHint")}
        placeholder="203.0.113.0/24"
        value={fields.addresses}
        onChange={set("addresses")}
      />
      <div className={layout["pair"]}>
        <TextInput
          type="number"
          min={1}
          label={t("apiKeys.perMinute")}
          value={fields.perMinute}
          onChange={set("perMinute")}
        />
        <TextInput
          type="time"
          label={t("apiKeys.from")}
          required={fields.to !== ""}
          value={fields.from}
          onChange={set("from")}
        />
        <TextInput
          type="time"
          label={t("apiKeys.to")}
          required={fields.from !== ""}
          value={fields.to}
          onChange={set("to")}
        />
      </div>
      <Note>{t("apiKeys.hoursHint", { timezone })}</Note>
      <ProjectChecks
        legend={t("apiKeys.onlyProjects")}
        chosen={fields.projectIds}
        onChoose={(projectIds) => onChange({ ...fields, projectIds })}
      />
    </>
  );
}
