import { TextInput, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { GRANTS, type ClientType, type Grant } from "../../../../domain/identity/oauth-client.rules.ts";
import { SCOPES, type Scope } from "../../../../domain/users/user.rules.ts";
import { Check } from "../../ui/check.tsx";
import { CheckList } from "../../ui/check-list.tsx";

export interface ClientFacts {
  name: string;
  /** One per line. */
  redirects: string;
  grants: Grant[];
  scopes: Scope[];
  pkce: boolean;
}

interface ClientFieldsProps {
  type: ClientType;
  facts: ClientFacts;
  onChange: (facts: ClientFacts) => void;
}

/** Public clients cannot use client credentials. */
const grantsOf = (type: ClientType): readonly Grant[] =>
  GRANTS.filter((grant) => type === "confidential" || grant !== "client_credentials");

/** The fields of new and existing clients. */
export function ClientFields({ type, facts, onChange }: ClientFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("clients.name")}
        required
        value={facts.name}
        onChange={({ currentTarget }) => onChange({ ...facts, name: currentTarget.value })}
      />
      <CheckList
        legend={t("clients.grants")}
        options={grantsOf(type).map((value) => ({ value, label: t(`grant.${value}`) }))}
        chosen={facts.grants}
        onChoose={(grants) => onChange({ ...facts, grants })}
      />
      <CheckList
        legend={t("clients.scopes")}
        options={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
        chosen={facts.scopes}
        onChoose={(scopes) => onChange({ ...facts, scopes })}
      />
      <Textarea
        label={t("clients.redirects")}
        description={t("clients.redirectsHint")}
        placeholder="https://app.example.com/callback"
        rows={3}
        value={facts.redirects}
        onChange={({ currentTarget }) => onChange({ ...facts, redirects: currentTarget.value })}
      />
      {type === "confidential" && (
        <Check checked={facts.pkce} onCheck={(pkce) => onChange({ ...facts, pkce })}>
          {t("clients.pkce")}
        </Check>
      )}
    </>
  );
}
