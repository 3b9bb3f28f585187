import { Button } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { DayField } from "../../ui/day-field.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";

const route = getRouteApi("/signed-in/projects/$projectId");

const today = (): string => new Date().toISOString().slice(0, 10);

/** The date of the figures. */
export function AsOf() {
  const { t } = useTranslation();
  const { asOf } = route.useSearch();
  const format = useFormat();
  const navigate = route.useNavigate();
  const show = (day: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, asOf: day, why: undefined }), replace: true });
  return (
    <>
      <span data-print-only>
        <Note>
          {t("project.asOf")} {format.date(asOf ?? today())}
        </Note>
      </span>
      <span className={layout["inline"]} data-screen-only>
        <label className={layout["labelled"]}>
          <Note>{t("project.asOf")}</Note>
          <DayField
            size="xs"
            max={today()}
            value={asOf ?? today()}
            onChange={(value) => show(value === "" || value >= today() ? undefined : value)}
          />
        </label>
        {asOf !== undefined && (
          <Button variant="light" onClick={() => show(undefined)}>
            {t("project.backToNow")}
          </Button>
        )}
      </span>
    </>
  );
}
