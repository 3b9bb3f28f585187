import { useTranslation } from "react-i18next";
import { useMessage } from "../../i18n/use-message.ts";
import { useCatalogueMark } from "../../ui/catalogue-text.tsx";

interface Group {
  text: string;
  lang?: string | undefined;
}

/** A group of a catalogue in the user's language; those of imported catalogues have no translation. */
export function useControlGroup(): (category: string) => Group {
  const { i18n } = useTranslation();
  const say = useMessage();
  const lang = useCatalogueMark();
  return (category) => {
    const code = `controlGroup.${category.toLowerCase().replaceAll(/[^a-z]+/g, "_")}`;
    return i18n.exists(`messages.${code}`) ? say(code, category) : { text: category, lang };
  };
}
