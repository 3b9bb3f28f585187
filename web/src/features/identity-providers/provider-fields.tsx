import { PasswordInput, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CREATED_ROLES } from "../../../../domain/identity-providers/identity-provider.rules.ts";
import { Check } from "../../ui/check.tsx";
import { ADDRESSES, type ProviderFacts } from "./provider-facts.ts";

interface ProviderFieldsProps {
  facts: ProviderFacts;
  /** A new provider has no secret yet. */
  isNew: boolean;
  onChange: (facts: ProviderFacts) => void;
}

type TextName = {
  [K in keyof ProviderFacts]: ProviderFacts[K] extends string ? K : never;
}[keyof ProviderFacts];

function Connection({ facts, isNew, onChange }: ProviderFieldsProps) {
  const { t } = useTranslation();
  const set = (name: TextName) => (event: { currentTarget: HTMLInputElement }) =>
    onChange({ ...facts, [name]: event.currentTarget.value });
  return (
    <>
      <TextInput
        label={t("providers.name")}
        description={t("providers.nameHint")}
        required
        value={facts.name}
        onChange={set("name")}
      />
      {ADDRESSES[facts.kind].map((name) => (
        <TextInput
          key={name}
          type="url"
          label={t(`providers.${name}`)}
          placeholder="https://id.example.com"
          required
          value={facts.addresses[name]}
          onChange={({ currentTarget }) =>
            onChange({ ...facts, addresses: { ...facts.addresses, [name]: currentTarget.value } })
          }
        />
      ))}
      <TextInput label={t("providers.clientId")} required value={facts.clientId} onChange={set("clientId")} />
      <PasswordInput
        label={t("providers.clientSecret")}
        autoComplete="off"
        required={isNew}
        {...(isNew ? {} : { description: t("providers.secretKept") })}
        value={facts.clientSecret}
        onChange={set("clientSecret")}
      />
      <TextInput
        label={t("providers.scopes")}
        description={t("providers.scopesHint")}
        value={facts.scopes}
        onChange={set("scopes")}
      />
    </>
  );
}

/** Which unknown users to create, and their role. */
function NewUsers({ facts, onChange }: Omit<ProviderFieldsProps, "isNew">) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t("providers.defaultRole")}
        data={CREATED_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        allowDeselect={false}
        value={facts.role}
        onChange={(role) => onChange({ ...facts, role: role ?? facts.role })}
      />
      <TextInput
        label={t("providers.domains")}
        description={t("providers.domainsHint")}
        placeholder="example.com"
        required
        value={facts.domains}
        onChange={({ currentTarget }) => onChange({ ...facts, domains: currentTarget.value })}
      />
    </>
  );
}

function Users({ facts, onChange }: Omit<ProviderFieldsProps, "isNew">) {
  const { t } = useTranslation();
  return (
    <>
      <Check checked={facts.enabled} onCheck={(enabled) => onChange({ ...facts, enabled })}>
        {t("providers.enabled")}
      </Check>
      <Check checked={facts.linkByEmail} onCheck={(linkByEmail) => onChange({ ...facts, linkByEmail })}>
        {t("providers.linkByEmail")}
      </Check>
      <Check
        checked={facts.assumeRecentSignIn}
        onCheck={(assumeRecentSignIn) => onChange({ ...facts, assumeRecentSignIn })}
      >
        {t("providers.assumeRecent")}
      </Check>
      <Check checked={facts.createUsers} onCheck={(createUsers) => onChange({ ...facts, createUsers })}>
        {t("providers.createUsers")}
      </Check>
      {facts.createUsers && <NewUsers facts={facts} onChange={onChange} />}
    </>
  );
}

/** How to reach the provider, and which users it may link or create. */
export function ProviderFields({ facts, isNew, onChange }: ProviderFieldsProps) {
  return (
    <>
      <Connection facts={facts} isNew={isNew} onChange={onChange} />
      <Users facts={facts} onChange={onChange} />
    </>
  );
}
