import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "../../ui/problem.tsx";
import { useProfile } from "../identity/use-profile.ts";
import { peopleQuery } from "./new-project.queries.ts";

const TYPING_MS = 250;

interface PersonSelectProps {
  role: "customer" | "auditor";
  value: string;
  /** The selected person, whom the list may not contain. */
  chosen?: { id: string; name: string } | null | undefined;
  onChange: (id: string, name: string) => void;
}

/** A person, found by name or address. */
export function PersonSelect({ role, value, chosen, onChange }: PersonSelectProps) {
  const { t } = useTranslation();
  const { role: mine } = useProfile();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const query = useQuery(peopleQuery(role, search));
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  const isNoneMine = role === "customer" && mine === "manager" && typed === "";
  const found = (query.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }));
  const isListed = chosen === null || chosen === undefined || found.some((one) => one.value === chosen.id);
  return (
    <Select
      label={t(`projects.${role}`)}
      description={t(`newProject.${role}Hint`)}
      placeholder={t("newProject.findPerson")}
      nothingFoundMessage={t(isNoneMine ? "newProject.noCustomers" : "newProject.nobodyFound")}
      searchable
      clearable
      filter={({ options }) => options}
      data={isListed ? found : [{ value: chosen.id, label: chosen.name }, ...found]}
      value={value === "" ? null : value}
      // Choosing someone writes their name into the field, which searches for no one.
      onSearchChange={(text) => setTyped(found.some(({ label }) => label === text) ? "" : text)}
      onChange={(id, option) => onChange(id ?? "", option?.label ?? "")}
    />
  );
}
