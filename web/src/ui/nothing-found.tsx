import { useTranslation } from "react-i18next";

/** In the list of a field, where nothing matches what was typed. */
export function NothingFound() {
  const { t } = useTranslation();
  return t("action.nothingFound");
}
