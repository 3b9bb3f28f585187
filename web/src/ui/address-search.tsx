import { useSearch } from "@tanstack/react-router";
import { SearchField } from "./search-field.tsx";
import { useFilter } from "./use-filter.ts";

interface AddressSearchProps {
  label: string;
  /** False for a list below others. */
  resetScroll?: boolean;
}

/** A search field whose text is in the address. */
export function AddressSearch({ label, resetScroll = true }: AddressSearchProps) {
  const { q } = useSearch({ strict: false });
  const filter = useFilter({ resetScroll });
  return <SearchField label={label} value={q} onSearch={(text) => filter({ q: text })} />;
}
