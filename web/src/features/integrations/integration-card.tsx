import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { IntegrationActions } from "./integration-actions.tsx";
import { IntegrationBadge } from "./integration-badge.tsx";
import type { Integration } from "./integration.queries.ts";
import { SETTINGS, isSecret, settingsOf } from "./setting-fields.ts";

/** The result of the last test. */
function LastTest({ test: { at, ok, problem, detail } }: { test: NonNullable<Integration["last_test"]> }) {
  const { t } = useTranslation();
  return (
    <>
      {ok || problem === null ? t("integrations.ok") : t(`integrationProblem.${problem}`)}, <When at={at} />
      {/* In the words of the other system. */}
      {detail !== "" && <div lang="en">{detail}</div>}
    </>
  );
}

function About({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const { kind, secrets, failing_since: failing, last_test: test } = integration;
  const settings = settingsOf(integration);
  return (
    <Facts
      facts={[
        ...SETTINGS[kind].map((name) => {
          const isKept = isSecret(name) && secrets.includes(name);
          return [t(`setting.${name}`), isKept ? t("integrations.set") : (settings[name] ?? null)] as const;
        }),
        [t("integrations.lastTest"), test === null ? null : <LastTest test={test} />],
        [t("integrations.failingSince"), failing === null ? null : <When at={failing} />],
      ]}
    />
  );
}

/** The remaining step of the set-up. */
function NextStep({ integration: { kind, next_step: step } }: { integration: Integration }) {
  const { t } = useTranslation();
  if (step === null || kind === "n8n") return null;
  return <p role="status">{t(`integrations.nextStep.${kind}`)}</p>;
}

interface CardProps {
  integration: Integration;
  onEdit: () => void;
}

/** The state, settings and actions of an integration. */
export function IntegrationCard({ integration, onEdit }: CardProps) {
  const { t } = useTranslation();
  const { kind, updated_at: set } = integration;
  return (
    <Card title={t(`integrationKind.${kind}`)} aside={<IntegrationBadge integration={integration} />}>
      <div className={layout["stack"]}>
        <p>{t(`integrations.purpose.${kind}`)}</p>
        {set !== null && <About integration={integration} />}
        <NextStep integration={integration} />
      </div>
      <IntegrationActions integration={integration} onEdit={onEdit} />
    </Card>
  );
}
