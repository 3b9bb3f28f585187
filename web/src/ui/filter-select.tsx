import { Select, type SelectProps } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useFilter } from "./use-filter.ts";

interface FilterSelectProps extends Pick<SelectProps, "data" | "searchable"> {
  /** The parameter of the address. */
  name:
    | "assigned"
    | "category"
    | "due"
    | "factor"
    | "kind"
    | "owner"
    | "quality"
    | "role"
    | "severity"
    | "status";
  label: string;
  /** While nothing is chosen. */
  any: string;
}

/** A filter whose value is in the address. */
export function FilterSelect({ name, label, any, ...select }: FilterSelectProps) {
  const { [name]: value } = useSearch({ strict: false });
  const filter = useFilter();
  return (
    <Select
      aria-label={label}
      placeholder={any}
      clearable
      value={value ?? null}
      onChange={(to) => filter({ [name]: to ?? undefined })}
      {...select}
    />
  );
}
