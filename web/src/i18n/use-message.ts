import { useTranslation } from "react-i18next";

export interface Message {
  text: string;
  /** The language, if it is not the user's. */
  lang?: "en";
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Says in the user's language what the API says in English, by its code; in English where there is no code or no
 * translation.
 */
export function useMessage(): (code: string | null, english: string, values?: Values) => Message {
  const { t, i18n } = useTranslation();
  return (code, english, values = {}) => {
    const key = `messages.${code}`;
    if (code !== null && i18n.exists(key)) return { text: String(t(key as "action.retry", values)) };
    return i18n.language === "en" ? { text: english } : { text: english, lang: "en" };
  };
}
