import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";

const TYPING_MS = 250;

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
}

/** A search field that waits until the user stops typing. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const type = useDebouncedCallback((text: string) => onSearch(text === "" ? undefined : text), TYPING_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      defaultValue={value ?? ""}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
