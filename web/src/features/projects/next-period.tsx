import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { useMay } from "../identity/use-may.ts";

/** Begins the next audit with what this one has, for those who may create projects. */
export function NextPeriod({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  if (!useMay("project.create")) return null;
  return (
    <>
      <h3>{t("nextPeriod.title")}</h3>
      <div className={layout["ask"]}>
        <Note>{t("nextPeriod.hint")}</Note>
        <Button variant="default" component={Link} to="/projects/new" search={{ from: projectId } as never}>
          {t("nextPeriod.begin")}
        </Button>
      </div>
    </>
  );
}
