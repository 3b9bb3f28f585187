import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { Badge } from "../../ui/badge.tsx";
import layout from "../../ui/layout.module.css";

interface ChainProblemProps {
  problem: { position: number; fault: string; reason: string; values: Readonly<Record<string, number>> };
}

/** The first entry of the audit log that is not as it was written, and what is wrong with it. */
export function ChainProblem({ problem: { position, fault, reason, values } }: ChainProblemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { text, lang } = useMessage()(`chain.${reason}`, fault, values);
  return (
    <div className={layout["ask"]} role="alert">
      <Badge tone="bad">{t("audit.broken", { position: format.number(position) })}</Badge>
      <span lang={lang}>{text}</span>
    </div>
  );
}
