import { Select } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../ui/search-field.tsx";
import layout from "../../ui/layout.module.css";
import { useMay } from "../identity/use-may.ts";
import { ROLES } from "./role.ts";
import type { UsersSearch } from "./users-search.ts";

const route = getRouteApi("/signed-in/settings/people");

/** Which users are listed. */
export function UsersFilters() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const maySeeFactors = useMay("user.create");
  const filter = (change: UsersSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return (
    <div className={layout["toolbar"]} role="search">
      <SearchField label={t("users.find")} value={search.q} onSearch={(q) => filter({ q })} />
      <Select
        aria-label={t("users.role")}
        placeholder={t("users.anyRole")}
        clearable
        data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={search.role ?? null}
        onChange={(role) => filter({ role: role ?? undefined })}
      />
      <Select
        aria-label={t("users.status")}
        placeholder={t("users.anyStatus")}
        clearable
        data={[
          { value: "active", label: t("users.active") },
          { value: "inactive", label: t("users.inactive") },
        ]}
        value={search.status ?? null}
        onChange={(status) => filter({ status: status ?? undefined })}
      />
      {maySeeFactors && (
        <Select
          aria-label={t("users.factor")}
          placeholder={t("users.anyFactor")}
          clearable
          data={[
            { value: "with", label: t("users.withFactor") },
            { value: "without", label: t("users.withoutFactor") },
          ]}
          value={search.factor ?? null}
          onChange={(factor) => filter({ factor: factor ?? undefined })}
        />
      )}
    </div>
  );
}
