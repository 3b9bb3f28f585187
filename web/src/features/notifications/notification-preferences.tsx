import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { TopicChoice } from "./topic-choice.tsx";

/** The topics, among the other settings of the account. */
export function NotificationPreferences() {
  const { t } = useTranslation();
  return (
    <Card title={t("notifications.title")}>
      <TopicChoice />
    </Card>
  );
}
