import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import { peopleQuery } from "../projects/project.queries.ts";
import type { Control } from "./control.queries.ts";

const route = getRouteApi("/signed-in/projects/$projectId/controls");

/** Owners who were deactivated or left the team: their controls need another one. */
export function OwnersWhoLeft({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  const { data } = useQuery(peopleQuery(projectId));
  if (data === undefined) return null;
  const here = new Set(data.people.map(({ id }) => id));
  const left = controls.filter(
    ({ owner_id: id, not_applicable: isOut }) => id !== null && !here.has(id) && !isOut,
  );
  const byOwner = [...Map.groupBy(left, ({ owner_id: id }) => id!)];
  return byOwner.map(([id, theirs]) => (
    <p key={id} role="status" className={layout["toolbar"]}>
      <Note>{t("controls.ownerLeft", { count: theirs.length, name: theirs[0]!.owner?.name ?? "–" })}</Note>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => void navigate({ search: { owner: id }, replace: true })}
      >
        {t("controls.showTheirs")}
      </Button>
    </p>
  ));
}
