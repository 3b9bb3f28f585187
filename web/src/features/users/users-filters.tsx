import { useTranslation } from "react-i18next";
import { AddressSearch } from "../../ui/address-search.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import layout from "../../ui/layout.module.css";
import { useMay } from "../identity/use-may.ts";
import { ROLES } from "./role.ts";

/** Which users are listed. */
export function UsersFilters() {
  const { t } = useTranslation();
  const maySeeFactors = useMay("user.create");
  return (
    <div className={layout["toolbar"]} role="search">
      <AddressSearch label={t("users.find")} />
      <FilterSelect
        name="role"
        label={t("users.role")}
        any={t("users.anyRole")}
        data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
      />
      <FilterSelect
        name="status"
        label={t("users.status")}
        any={t("users.anyStatus")}
        data={[
          { value: "active", label: t("users.active") },
          { value: "inactive", label: t("users.inactive") },
        ]}
      />
      {maySeeFactors && (
        <FilterSelect
          name="factor"
          label={t("users.factor")}
          any={t("users.anyFactor")}
          data={[
            { value: "with", label: t("users.withFactor") },
            { value: "without", label: t("users.withoutFactor") },
          ]}
        />
      )}
    </div>
  );
}
