import type { SelectProps } from "@mantine/core";
import { createContext, use } from "react";
import { useTranslation } from "react-i18next";
import { useMessage } from "../i18n/use-message.ts";

/** The language of the controls' texts within; null where it is unknown. */
export const CatalogueLanguage = createContext<string | null>(null);

/** The mark of a text in this language, by default that of the page's project; none if it is unknown or the user's. */
export function useCatalogueMark(language?: string | null): string | undefined {
  const { i18n } = useTranslation();
  const ofPage = use(CatalogueLanguage);
  const mark = language === undefined ? ofPage : language;
  return mark === null || mark === i18n.language ? undefined : mark;
}

interface CatalogueTextProps {
  /** By default that of the project of the page. */
  language?: string | null;
  children: string;
}

/** A text of a control catalogue: screen readers have to know its language. */
export function CatalogueText({ language, children }: CatalogueTextProps) {
  return <span lang={useCatalogueMark(language)}>{children}</span>;
}

/** An option of a select whose labels are texts of a catalogue. */
export const catalogueOption: SelectProps["renderOption"] = ({ option: { label } }) => (
  <CatalogueText>{label}</CatalogueText>
);

/** A text that the API has in English only. */
export function EnglishText({ children: english }: { children: string }) {
  const { text, lang } = useMessage()(null, english);
  return <span lang={lang}>{text}</span>;
}

/** An option of a select whose labels the API has in English only. */
export const englishOption: SelectProps["renderOption"] = ({ option: { label } }) => (
  <EnglishText>{label}</EnglishText>
);
