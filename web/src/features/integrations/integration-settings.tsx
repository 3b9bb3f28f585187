import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { integrationListQuery, type Integration } from "./integration.queries.ts";
import { SETTINGS, changeOf, isSecret, settingsOf, type SettingName } from "./setting-fields.ts";

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
    autoComplete: "off",
    value,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  };
  if (!isSecret(name)) return <TextInput {...props} />;
  return <PasswordInput {...props} {...(isKept ? { description: t("integrations.kept") } : {})} />;
}

interface SettingsProps {
  integration: Integration;
  onDone: () => void;
}

/** The settings of an integration. Secrets are never shown; an empty field keeps the stored one. */
export function IntegrationSettings({ integration, onDone }: SettingsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { kind, secrets } = integration;
  const [fields, setFields] = useState(() => settingsOf(integration));
  const body = changeOf(integration, fields);
  const save = useMutation({
    mutationFn: () => api.PUT("/integrations/{kind}", { params: { path: { kind } }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: integrationListQuery.queryKey });
      toast({ text: t("integrations.saved") });
      onDone();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      {SETTINGS[kind].map((name) => (
        <Field
          key={name}
          name={name}
          isKept={secrets.includes(name)}
          value={fields[name] ?? ""}
          onChange={(text) => setFields({ ...fields, [name]: text })}
        />
      ))}
      {save.isError && <Problem error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending} disabled={Object.keys(body).length === 0}>
          {t("integrations.save")}
        </Button>
      </div>
    </form>
  );
}
