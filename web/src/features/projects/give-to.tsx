import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

const NOBODY = "nobody";

interface GiveToProps {
  label: string;
  people: readonly { id: string; name: string }[];
  isPending: boolean;
  onGive: (to: string | null) => void;
}

/** Gives all selected rows to one person, or to no one. */
export function GiveTo({ label, people, isPending, onGive }: GiveToProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      maw={190}
      aria-label={label}
      placeholder={label}
      searchable
      nothingFoundMessage={t("controls.noMember")}
      readOnly={isPending}
      data={[
        ...people.map(({ id, name }) => ({ value: id, label: name })),
        { value: NOBODY, label: t("controls.nobody") },
      ]}
      value={null}
      onChange={(to) => to !== null && onGive(to === NOBODY ? null : to)}
    />
  );
}
