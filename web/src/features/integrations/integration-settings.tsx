import { PasswordInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { integrationListQuery, type Integration } from "./integration.queries.ts";
import {
  SECRETS,
  SETTINGS,
  changeOf,
  fieldsOf,
  isSecret,
  settingsOf,
  type SettingName,
  type Settings,
} from "./setting-fields.ts";

interface FieldProps {
  name: SettingName;
  isKept: boolean;
  value: string;
  onChange: (text: string) => void;
}

function Field({ name, isKept, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const props = {
    label: t(`setting.${name}`),
    description: t(isKept ? "integrations.kept" : `settingHint.${name}`),
    autoComplete: "off",
    value,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  };
  if (!isSecret(name)) return <TextInput {...props} />;
  return <PasswordInput {...props} />;
}

interface SettingsProps {
  integration: Integration;
  onDone: () => void;
}

type Seen = Integration & Tagged;
type RowsOf = (integration: Integration, settings?: Settings) => Rows;

/** What the form shows, without secrets, and when it was saved, which also reveals a replaced secret. */
function useRows(): RowsOf {
  const { t } = useTranslation();
  const format = useFormat();
  return (integration, settings = settingsOf(integration)) => [
    ...SETTINGS[integration.kind]
      .filter((name) => !isSecret(name))
      .map((name) => [t(`setting.${name}`), settings[name] ?? ""] as const),
    [
      t("integrations.savedAt"),
      integration.updated_at === null ? "" : format.dateTime(integration.updated_at),
    ],
  ];
}

function useSave(kind: Integration["kind"], rowsOf: RowsOf, onDone: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const read = async (): Promise<Seen> => {
    const { integrations } = await queries.query({ ...integrationListQuery, staleTime: 0 });
    return { ...integrations.find((one) => one.kind === kind)!, tag: null };
  };
  return useGuardedChange({
    send: (body: Record<string, unknown>) =>
      api.PUT("/integrations/{kind}", { params: { path: { kind } }, body }),
    read,
    rowsOf: (now: Seen) => rowsOf(now),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: integrationListQuery.queryKey });
      toast({ text: t("integrations.saved") });
      onDone();
    },
  });
}

/** The settings of an integration. Secrets are never shown; an empty field keeps the stored one. */
export function IntegrationSettings({ integration, onDone }: SettingsProps) {
  const { t } = useTranslation();
  const { kind, secrets } = integration;
  const { draft, seen, leave, keepTheirs } = useEditDraft<Seen, Settings>({
    name: `integration.${kind}`,
    resource: { ...integration, tag: null },
    factsOf: fieldsOf,
    secrets: SECRETS,
    onDone,
  });
  const { fields, set } = draft;
  const body = changeOf(seen, fields);
  const rowsOf = useRows();
  const save = useSave(kind, rowsOf, leave);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ body, over: seen });
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      {SETTINGS[kind].map((name) => (
        <Field
          key={name}
          name={name}
          isKept={secrets.includes(name)}
          value={fields[name] ?? ""}
          onChange={(text) => set({ ...fields, [name]: text })}
        />
      ))}
      <ChangeProblem
        change={save}
        rowsOf={rowsOf}
        mine={rowsOf(seen, { ...settingsOf(seen), ...fields })}
        body={body}
        onLeave={keepTheirs}
      />
      <SaveButtons change={save} text={t("integrations.save")} disabled={Object.keys(body).length === 0} />
    </form>
  );
}
