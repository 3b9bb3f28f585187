import { Select, TextInput, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { browserZone } from "../../i18n/browser-zone.ts";
import { LANGUAGES, chooseLanguage, type Language } from "../../i18n/set-up-i18n.ts";
import { Card } from "../../ui/card.tsx";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import type { User } from "../users/user.queries.ts";
import { BROWSERS_ZONE, ownAccountQuery } from "./me.queries.ts";

const SCHEMES: readonly MantineColorScheme[] = ["light", "dark", "auto"];
const ZONES = Intl.supportedValuesOf("timeZone");

const schemeOf = (theme: string): MantineColorScheme => SCHEMES.find((one) => one === theme) ?? "auto";
/** The API's name for the system's theme. */
const themeOf = (scheme: MantineColorScheme): string => (scheme === "auto" ? "system" : scheme);

interface ProfileChange {
  name: string;
  preferences: Record<"theme" | "language" | "timezone", string>;
}
type Seen = User & Tagged;

const bodyOf = ({ name, preferences }: ProfileChange) => {
  const { timezone } = preferences;
  return { name, preferences: { ...preferences, timezone: timezone === BROWSERS_ZONE ? null : timezone } };
};

function useNameOfZone(): (timezone: string) => string {
  const { t } = useTranslation();
  return (timezone) =>
    timezone === BROWSERS_ZONE ? t("me.browserZone", { timezone: browserZone() }) : timezone;
}

/** What the form shows, as text. */
function useRows(): (of: ProfileChange) => Rows {
  const { t } = useTranslation();
  const nameOf = useNameOfZone();
  return ({ name, preferences: { theme, language, timezone } }) => [
    [t("users.name"), name],
    [t("person.theme"), t(`theme.${schemeOf(theme)}`)],
    [t("person.language"), LANGUAGES[language as Language] ?? language],
    [t("me.timezone"), nameOf(timezone)],
  ];
}

/** Saves to the account, unless someone else changed it. */
function useSave(onSaved: (now: Seen) => void) {
  const { t } = useTranslation();
  const { id } = useProfile();
  const queries = useQueryClient();
  const toast = useToast();
  const rowsOf = useRows();
  const read = () => queries.query({ ...ownAccountQuery(id), staleTime: 0 });
  return useGuardedChange({
    send: (body: ProfileChange, guard) =>
      api.PUT("/users/{id}", { params: { path: { id }, ...guard }, body: bodyOf(body) }),
    read,
    rowsOf: (now: Seen) => rowsOf(now),
    onSuccess: async () => {
      await Promise.all(["profile", "users"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onSaved(await read());
      toast({ text: t("me.saved") });
    },
  });
}

/** Theme and language, which apply in this browser at once. */
function Appearance() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <>
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
    </>
  );
}

function ZoneSelect({ value, onChange }: { value: string; onChange: (timezone: string) => void }) {
  const { t } = useTranslation();
  const nameOf = useNameOfZone();
  const zones = [...new Set([BROWSERS_ZONE, value, ...ZONES])];
  return (
    <Select
      label={t("me.timezone")}
      searchable
      data={zones.map((zone) => ({ value: zone, label: nameOf(zone) }))}
      allowDeselect={false}
      limit={100}
      value={value}
      onChange={(zone) => onChange(zone ?? value)}
    />
  );
}

const typedOf = ({ name, preferences: { timezone } }: User) => ({ name, timezone });

/** Name, theme, language and time zone. Theme and language apply in this browser at once, which keeps them. */
function ProfileForm({ user }: { user: Seen }) {
  const { t, i18n } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const { draft, seen, begin, keepTheirs } = useEditDraft({
    name: `profile.${user.id}`,
    resource: user,
    factsOf: typedOf,
  });
  const { name, timezone } = draft.fields;
  const rowsOf = useRows();
  const save = useSave(begin);
  const body = {
    name,
    preferences: { theme: themeOf(colorScheme), language: i18n.language, timezone },
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ body, over: seen });
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <TextInput
        label={t("users.name")}
        autoComplete="name"
        value={name}
        onChange={({ currentTarget }) => draft.set({ name: currentTarget.value, timezone })}
      />
      <Appearance />
      <ZoneSelect value={timezone} onChange={(zone) => draft.set({ name, timezone: zone })} />
      <ChangeProblem change={save} rowsOf={rowsOf} mine={rowsOf(body)} body={body} onLeave={keepTheirs} />
      <SaveButtons change={save} />
    </form>
  );
}

/** The user's own account, as it was when the form was opened. */
export function ProfileCard() {
  const { t } = useTranslation();
  const { id } = useProfile();
  const query = useQuery(ownAccountQuery(id));
  return (
    <Card title={t("me.profile")}>
      <WhenLoaded query={query} lines={6}>
        {(user) => <ProfileForm user={user} />}
      </WhenLoaded>
    </Card>
  );
}
