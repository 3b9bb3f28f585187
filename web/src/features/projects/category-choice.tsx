import { useTranslation } from "react-i18next";
import type { TrustCategory } from "../../../../domain/frameworks/framework.rules.ts";
import { mandatoryCategories } from "../../../../domain/projects/scope.rules.ts";
import { CheckList } from "../../ui/check-list.tsx";

interface CategoryChoiceProps {
  legend: string;
  framework: string;
  offered: readonly TrustCategory[];
  chosen: readonly TrustCategory[];
  onChoose: (chosen: TrustCategory[]) => void;
}

/** The categories that a project covers, of those that its framework offers. */
export function CategoryChoice({ framework, offered, chosen, onChoose, legend }: CategoryChoiceProps) {
  const { t } = useTranslation();
  const mandatory = mandatoryCategories(framework);
  return (
    <CheckList
      legend={legend}
      options={offered.map((value) => ({ value, label: t(`category.${value}`) }))}
      mandatory={mandatory}
      hint={mandatory.length > 0 ? t("newProject.mandatoryCategory") : undefined}
      chosen={chosen}
      onChoose={(categories) => onChoose([...new Set([...mandatory, ...categories])])}
    />
  );
}
