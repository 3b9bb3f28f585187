import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface ViewChoiceProps {
  view: string | undefined;
  onView: (view: "board" | undefined) => void;
}

/** A list as a table or as a board. */
export function ViewChoice({ view, onView }: ViewChoiceProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("view.label")}
      value={view === "board" ? "board" : "table"}
      onChange={(to) => onView(to === "board" ? to : undefined)}
      data={[
        { value: "table", label: t("view.table") },
        { value: "board", label: t("view.board") },
      ]}
    />
  );
}
