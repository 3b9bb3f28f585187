import { Button } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { DayField } from "../../ui/day-field.tsx";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";

import { useProfile } from "../identity/use-profile.ts";
import { lastDay } from "./last-day.ts";

const route = getRouteApi("/signed-in/projects/$projectId");

/** The date of the figures. */
export function AsOf() {
  const { t } = useTranslation();
  const { asOf } = route.useSearch();
  const format = useFormat();
  const { timezone } = useProfile().preferences;
  const now = new Date().toISOString();
  const last = lastDay(now, timezone);
  const navigate = route.useNavigate();
  const show = (day: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, asOf: day, why: undefined }), replace: true });
  return (
    <>
      <span data-print-only>
        <Note>
          {t("project.asOf")} {asOf === undefined ? format.dateTime(now) : format.date(asOf)}
        </Note>
      </span>
      <span className={layout["inline"]} data-screen-only>
        <label className={layout["labelled"]}>
          <Note>{t("project.asOf")}</Note>
          <DayField
            size="xs"
            max={last}
            value={asOf ?? last}
            onChange={(value) => show(value === "" || value >= last ? undefined : value)}
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
