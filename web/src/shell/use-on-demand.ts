import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "../ui/toast.tsx";

/** A component that is loaded when it is opened: its type once it is open, and functions that open and close it. */
export function useOnDemand<Component>(load: () => Promise<Component>) {
  const { t } = useTranslation();
  const toast = useToast();
  const [opened, setOpened] = useState<Component>();
  const open = (): void =>
    void load().then(
      (component) => setOpened(() => component),
      () => toast({ text: t("problem.away"), isBad: true }),
    );
  return [opened, open, () => setOpened(undefined)] as const;
}
