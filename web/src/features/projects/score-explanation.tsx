import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { shareReasonOf } from "../../../../domain/compliance/share-reason.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { Note } from "../../ui/note.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import table from "../../ui/table.module.css";
import type { Score } from "./project.queries.ts";

const route = getRouteApi("/signed-in/projects/$projectId");

interface ExplanationProps {
  projectId: string;
  explanation: NonNullable<Score["explanation"]>;
}

/** Why a control contributes what it does, in the user's language where possible. */
function Because({ text: english }: { text: string }) {
  const reason = shareReasonOf(english);
  const { text, lang } = useMessage()(reason && `shareReason.${reason.code}`, english, reason?.values);
  return <Note lang={lang}>{text}</Note>;
}

/** What each control adds to the score and what it is missing, most missing first. */
export function ScoreExplanation({ projectId, explanation }: ExplanationProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = route.useNavigate();
  const close = () =>
    void navigate({ search: (before) => ({ ...before, why: undefined }), resetScroll: false });
  return (
    <SidePanel title={t("project.whyTitle")} onClose={close}>
      <Note>{t("project.whyNote")}</Note>
      <table className={table["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("controls.control")}</th>
            <th scope="col" data-number>
              {t("project.points")}
            </th>
            <th scope="col" data-number>
              {t("project.missing")}
            </th>
          </tr>
        </thead>
        <tbody>
          {explanation
            .toSorted((a, b) => b.missing - a.missing)
            .map(({ control_id: id, number, title, points, missing, because }) => (
              <tr key={id}>
                <td>
                  <Link
                    to="/projects/$projectId/controls"
                    params={{ projectId }}
                    search={{ control: number }}
                    className={table["rowLink"]}
                  >
                    <span className={table["code"]}>{number}</span> <CatalogueText>{title}</CatalogueText>
                  </Link>
                  <br />
                  <Because text={because} />
                </td>
                <td data-number>{format.number(points)}</td>
                <td data-number>{format.number(missing)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </SidePanel>
  );
}
