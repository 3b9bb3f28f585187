import { Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { DayField } from "../../ui/day-field.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { useProfile } from "../identity/use-profile.ts";
import type { NewApiKey as Body } from "./api-key.queries.ts";
import { RestrictionFields } from "./restriction-fields.tsx";
import { NO_RESTRICTIONS, restrictionsOf } from "./restrictions-of.ts";

type Scope = NonNullable<Body["scopes"]>[number];
type Kind = NonNullable<Body["kind"]>;

const KINDS: readonly Kind[] = ["Production", "Development", "Testing", "Custom"];

const EMPTY = {
  name: "",
  kind: "Production" as Kind,
  scopes: ["read"] as Scope[],
  until: "",
  restrictions: NO_RESTRICTIONS,
};

/** A key cannot have more scopes than the session that creates it. */
const useScopes = (): Scope[] => useProfile().scopes as Scope[];

function useCreate(onCreated: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => api.POST("/api-keys", { body }),
    onSuccess: () => {
      onCreated();
      return queries.invalidateQueries({ queryKey: ["api-keys"] });
    },
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
  const draft = useFormDraft("api-key", EMPTY);
  const { name, kind, scopes, until, restrictions } = draft.fields;
  const set = (change: Partial<typeof EMPTY>) => draft.set({ ...draft.fields, ...change });
  const create = useCreate(() => draft.begin());
  const kept = useKeptFocus<HTMLDivElement>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const expires = until === "" ? {} : { expires_at: endOfDay(until, timezone) };
    const limits = restrictionsOf(restrictions, timezone);
    create.mutate({ name, kind, scopes, ...expires, restrictions: limits });
  };
  if (create.data?.data !== undefined)
    return (
      <div {...kept}>
        <ShownOnce
          label={t("apiKeys.made", { name: create.variables?.name })}
          secret={create.data.data.api_key}
        />
      </div>
    );
  return (
    <div {...kept}>
      <form onSubmit={submit} className={layout["form"]}>
        <DraftNote draft={draft} />
        <TextInput
          label={t("apiKeys.name")}
          required
          value={name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <KindSelect value={kind} onChange={(next) => set({ kind: next })} />
        <CheckList
          legend={t("apiKeys.scopes")}
          options={mine.map((value) => ({ value, label: t(`scope.${value}`) }))}
          chosen={scopes}
          onChoose={(some) => set({ scopes: some })}
        />
        <DayField
          label={t("apiKeys.expires")}
          description={t("apiKeys.expiresHint")}
          value={until}
          onChange={(day) => set({ until: day })}
        />
        <h3>{t("apiKeys.restrictions")}</h3>
        <RestrictionFields fields={restrictions} onChange={(next) => set({ restrictions: next })} />
        <div>
          <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
            {t("apiKeys.create")}
          </Button>
        </div>
      </form>
      {create.error !== null && <Problem error={create.error} />}
    </div>
  );
}
