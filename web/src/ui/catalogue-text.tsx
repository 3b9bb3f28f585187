import type { SelectProps } from "@mantine/core";
import { useMessage } from "../i18n/use-message.ts";

/** A text of a control catalogue. The API has them in English: screen readers of other languages have to know. */
export function CatalogueText({ children: english }: { children: string }) {
  const { text, lang } = useMessage()(null, english);
  return <span lang={lang}>{text}</span>;
}

/** An option of a select whose labels are texts of a catalogue. */
export const catalogueOption: SelectProps["renderOption"] = ({ option: { label } }) => (
  <CatalogueText>{label}</CatalogueText>
);
