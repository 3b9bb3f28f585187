import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

const TYPING_MS = 250;

interface SearchFieldProps {
  label: string;
  /** What the address or the page has. */
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
}

/** A search field that waits until the user stops typing. A link or the back button changes its text, too. */
export function SearchField({ label, value = "", onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sought = useRef(value);
  const search = useDebouncedCallback((typed: string) => {
    sought.current = typed;
    onSearch(typed === "" ? undefined : typed);
  }, TYPING_MS);
  useEffect(() => {
    // What the user has typed since then stays.
    if (value === sought.current) return;
    sought.current = value;
    setText(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value);
      }}
      // Inside a form, it would submit that.
      onKeyDown={(event) => {
        if (event.key === "Enter") event.preventDefault();
      }}
    />
  );
}
