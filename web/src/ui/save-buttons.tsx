import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { isOutdated } from "../http/use-guarded-change.ts";
import { FormButtons } from "./form-buttons.tsx";

interface SaveButtonsProps extends Omit<ComponentProps<typeof FormButtons>, "text" | "isPending"> {
  change: { error: Error | null; isPending: boolean };
  /** By default "Save". */
  text?: string | undefined;
}

/** The buttons of a guarded change. While the user has to choose between two versions, those offer their own. */
export function SaveButtons({ change, text, ...props }: SaveButtonsProps) {
  const { t } = useTranslation();
  if (isOutdated(change)) return null;
  return <FormButtons text={text ?? t("action.save")} isPending={change.isPending} {...props} />;
}
