import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { CheckList } from "../../ui/check-list.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { useProfile } from "../identity/use-profile.ts";
import type { NewApiKey as Body } from "./api-key.queries.ts";
import { RestrictionFields } from "./restriction-fields.tsx";
import { NO_RESTRICTIONS, restrictionsOf } from "./restrictions-of.ts";

type Scope = NonNullable<Body["scopes"]>[number];
type Kind = NonNullable<Body["kind"]>;

const KINDS: readonly Kind[] = ["Production", "Development", "Testing", "Custom"];

/** A key cannot have more scopes than the session that creates it. */
const useScopes = (): Scope[] => useProfile().scopes as Scope[];

/** The end of that day in the user's time zone. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

function useCreate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => api.POST("/api-keys", { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}

function KindSelect({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("apiKeys.kind")}
      data={KINDS.map((kind) => ({ value: kind, label: t(`keyKind.${kind}`) }))}
      allowDeselect={false}
      value={value}
      onChange={(kind) => onChange(kind ?? value)}
    />
  );
}

/** Creates a key and shows it once. */
export function NewApiKey() {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const mine = useScopes();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("Production");
  const [scopes, setScopes] = useState<Scope[]>(["read"]);
  const [until, setUntil] = useState("");
  const [restrictions, setRestrictions] = useState(NO_RESTRICTIONS);
  const create = useCreate();
  const send = () =>
    create.mutate({
      name,
      kind,
      scopes,
      ...(until === "" ? {} : { expires_at: endOf(until) }),
      restrictions: restrictionsOf(restrictions, timezone),
    });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  if (create.data?.data !== undefined)
    return <ShownOnce label={t("apiKeys.made", { name })} secret={create.data.data.api_key} />;
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <TextInput
          label={t("apiKeys.name")}
          required
          withAsterisk={false}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <KindSelect value={kind} onChange={setKind} />
        <CheckList
          legend={t("apiKeys.scopes")}
          options={mine.map((value) => ({ value, label: t(`scope.${value}`) }))}
          chosen={scopes}
          onChoose={setScopes}
        />
        <TextInput
          type="date"
          label={t("apiKeys.expires")}
          description={t("apiKeys.expiresHint")}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
        <h3>{t("apiKeys.restrictions")}</h3>
        <RestrictionFields fields={restrictions} onChange={setRestrictions} />
        <div>
          <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
            {t("apiKeys.create")}
          </Button>
        </div>
      </form>
      {create.error !== null && <Problem error={create.error} />}
    </>
  );
}
