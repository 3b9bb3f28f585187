import { Button, Select, TextInput, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { LANGUAGES, chooseLanguage, type Language } from "../../i18n/set-up-i18n.ts";
import { Card } from "../../ui/card.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";

const SCHEMES: readonly MantineColorScheme[] = ["light", "dark", "auto"];
const ZONES = Intl.supportedValuesOf("timeZone");

/** The API's name for the system's theme. */
const themeOf = (scheme: MantineColorScheme): string => (scheme === "auto" ? "system" : scheme);

/** Saves to the account and applies it in this browser. */
function useSave() {
  const { t } = useTranslation();
  const { id } = useProfile();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (body: { name: string; preferences: Record<"theme" | "language" | "timezone", string> }) =>
      api.PUT("/users/{id}", { params: { path: { id } }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["profile"] });
      toast({ text: t("me.saved") });
    },
  });
}

/** Name, theme, language and time zone. */
export function ProfileCard() {
  const { t, i18n } = useTranslation();
  const { name, preferences } = useProfile();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [typed, setTyped] = useState(name);
  const [timezone, setTimezone] = useState(preferences.timezone);
  const save = useSave();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const chosen = { theme: themeOf(colorScheme), language: i18n.language, timezone };
    save.mutate({ name: typed, preferences: chosen });
  };
  return (
    <Card title={t("me.profile")}>
      <form onSubmit={submit} className={layout["form"]}>
        <TextInput
          label={t("users.name")}
          autoComplete="name"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Select
          label={t("person.theme")}
          data={SCHEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          allowDeselect={false}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme ?? colorScheme)}
        />
        <Select
          label={t("person.language")}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={i18n.language}
          onChange={(language) => void chooseLanguage((language ?? i18n.language) as Language)}
        />
        <Select
          label={t("me.timezone")}
          searchable
          data={ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]}
          allowDeselect={false}
          limit={100}
          value={timezone}
          onChange={(zone) => setTimezone(zone ?? timezone)}
        />
        {save.isError && <Problem error={save.error} />}
        <div>
          <Button type="submit" loading={save.isPending}>
            {t("action.save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
