import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/empty.tsx";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";

/** In place of the list while there are no projects: what to do first, for those who may. */
export function NoProjects() {
  const { t } = useTranslation();
  const { permissions } = useProfile();
  if (!permissions.includes("project.create"))
    return <Empty title={t("projects.none")}>{t("projects.noneHint")}</Empty>;
  return (
    <>
      <Empty title={t("projects.none")}>{t("projects.firstHint")}</Empty>
      <div className={layout["choices"]}>
        <Button component={Link} to="/projects/new">
          {t("newProject.title")}
        </Button>
        {permissions.includes("invitation.create") && (
          <Button
            variant="default"
            component={Link}
            to="/settings/people"
            search={{ invitation: "new" } as never}
          >
            {t("invitations.new")}
          </Button>
        )}
      </div>
    </>
  );
}
