import { useTranslation } from "react-i18next";
import { CheckList } from "../../ui/check-list.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import layout from "../../ui/layout.module.css";
import { useFoundProjects } from "./use-found-projects.ts";
import { useUnlistedProjects } from "./use-unlisted-projects.ts";

interface ProjectChecksProps {
  legend: string;
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

/** A choice of any number of projects; nothing without projects. Chosen ones stay in sight while others are searched. */
export function ProjectChecks({ legend, chosen, onChoose }: ProjectChecksProps) {
  const { t } = useTranslation();
  const { query, search, setSearch, isSearchable } = useFoundProjects({ sort: "name", order: "asc" });
  const found = query.data?.projects ?? [];
  const missing = query.data === undefined ? [] : chosen.filter((id) => !found.some((one) => one.id === id));
  const others = useUnlistedProjects(missing);
  if (query.data === undefined || (found.length === 0 && !isSearchable)) return null;
  const options = [...others, ...found];
  return (
    <div className={layout["stack"]}>
      {isSearchable && <SearchField label={t("projects.find")} value={search} onSearch={setSearch} />}
      <CheckList
        legend={legend}
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}
