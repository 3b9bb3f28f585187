import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "../../ui/problem.tsx";
import type { foundPeople } from "./found-people.ts";

const TYPING_MS = 250;

interface Option {
  value: string;
  label: string;
}

interface FoundSelectProps {
  label: string;
  description?: string;
  placeholder?: string;
  /** Finds people by name or address. */
  query: (search: string) => ReturnType<typeof foundPeople>;
  /** Shown if no one is found; `typed` is what was searched for. */
  nothingFound: (typed: string) => string;
  /** People who are not offered. */
  without?: readonly string[];
  value: string | null;
  /** The selected person, whom the query may not find. */
  chosen?: { id: string; name: string } | null | undefined;
  onChange: (id: string | null, name: string) => void;
}

/** A person, found by name or address. */
export function FoundSelect(props: FoundSelectProps) {
  const { label, description, nothingFound, without = [], value, chosen, onChange } = props;
  const { t } = useTranslation();
  const { placeholder = t("newProject.findPerson") } = props;
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<Option | null>(null);
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const query = useQuery(props.query(search));
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  const found = (query.data ?? [])
    .filter(({ id }) => !without.includes(id))
    .map(({ id, name, email }): Option => ({ value: id, label: `${name} · ${email}` }));
  const selected = picked?.value === value ? picked : chosen && { value: chosen.id, label: chosen.name };
  const isListed = selected == null || found.some((one) => one.value === selected.value);
  const options = isListed ? found : [selected, ...found];
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      nothingFoundMessage={nothingFound(typed)}
      searchable
      // The people shown are those of an earlier search until the answer arrives: Enter would choose one of them.
      selectFirstOptionOnChange={false}
      clearable
      filter={({ options: all }) => all}
      data={options}
      value={value}
      // Choosing someone writes their name into the field, which searches for no one.
      onSearchChange={(text) => setTyped(options.some((one) => one.label === text) ? "" : text)}
      onChange={(id, option) => {
        const name = option?.label ?? "";
        setPicked(id === null ? null : { value: id, label: name });
        onChange(id, name);
      }}
    />
  );
}
