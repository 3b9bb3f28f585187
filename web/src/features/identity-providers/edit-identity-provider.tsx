import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import type { IdentityProvider } from "./identity-provider.queries.ts";
import { changeOf, factsOf } from "./provider-facts.ts";
import { ProviderFields } from "./provider-fields.tsx";

interface EditProps {
  provider: IdentityProvider;
  onDone: () => void;
}

/** The form for an existing provider; its kind cannot change. */
export function EditIdentityProvider({ provider, onDone }: EditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { id } = provider;
  const [facts, setFacts] = useState(() => factsOf(provider));
  const change = useMutation({
    mutationFn: () =>
      api.PUT("/identity-providers/{id}", { params: { path: { id } }, body: changeOf(facts) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["identity-providers"] });
      toast({ text: t("providers.saved") });
      onDone();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <ProviderFields facts={facts} isNew={false} onChange={setFacts} />
      {change.isError && <Problem error={change.error} />}
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={change.isPending}>
          {t("action.save")}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
