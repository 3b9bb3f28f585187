import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Conflict } from "../../ui/conflict.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import layout from "../../ui/layout.module.css";
import { peopleQuery, projectQuery } from "../projects/project.queries.ts";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";
import { JustificationForm } from "./justification-form.tsx";
import { OutdatedControls, useBulkChange, type ChangeOfMany } from "./use-bulk-change.ts";

const NOBODY = "nobody";

interface BulkChangeProps {
  projectId: string;
  /** The controls as they were when they were selected. */
  chosen: readonly Control[];
  onDone: () => void;
}

/** Both states of the controls that someone else changed. */
function Outdated({ change, now, chosen, onAgain, onLeave }: OutdatedProps) {
  const { t } = useTranslation();
  const lineOf = ({ owner, not_applicable: isOut }: Control): string =>
    [owner?.name ?? t("controls.nobody"), ...(isOut ? [t("controls.notApplicable")] : [])].join(", ");
  return (
    <Conflict
      differences={now.map((control) => ({
        label: `${control.number} ${control.title}`,
        theirs: lineOf(control),
        mine: change,
      }))}
      onAgain={() => onAgain(chosen.map((one) => now.find(({ id }) => id === one.id) ?? one))}
      onLeave={onLeave}
    />
  );
}

interface OutdatedProps {
  change: string;
  now: readonly Control[];
  chosen: readonly Control[];
  onAgain: (seen: readonly Control[]) => void;
  onLeave: () => void;
}

interface GiveToProps {
  people: readonly { id: string; name: string }[];
  disabled: boolean;
  onGive: (to: string | null) => void;
}

function GiveTo({ people, disabled, onGive }: GiveToProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      aria-label={t("controls.giveTo")}
      placeholder={t("controls.giveTo")}
      searchable
      disabled={disabled}
      data={[
        ...people.map(({ id, name }) => ({ value: id, label: name })),
        { value: NOBODY, label: t("controls.nobody") },
      ]}
      value={null}
      onChange={(to) => to !== null && onGive(to === NOBODY ? null : to)}
    />
  );
}

interface ApplicabilityProps {
  projectId: string;
  /** Whether none of them applies. */
  isOut: boolean;
  isPending: boolean;
  onInclude: () => void;
  onExclude: () => void;
}

/** Whether the controls apply, which is frozen during an audit. */
function Applicability({ projectId, isOut, isPending, onInclude, onExclude }: ApplicabilityProps) {
  const { t } = useTranslation();
  const isInAudit = useQuery(projectQuery(projectId)).data?.status === "in_audit";
  if (isInAudit) return <Note>{t("controls.frozen")}</Note>;
  return isOut ? (
    <Button size="xs" variant="default" loading={isPending} onClick={onInclude}>
      {t("controls.setApplicable")}
    </Button>
  ) : (
    <Button size="xs" variant="default" onClick={onExclude}>
      {t("controls.setNotApplicable")}…
    </Button>
  );
}

/** Changes for all selected controls. */
export function BulkChange({ projectId, chosen, onDone }: BulkChangeProps) {
  const { t } = useTranslation();
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const [isAsking, setIsAsking] = useState(false);
  const bulk = useBulkChange(projectId, onDone);
  const send = (change: ChangeOfMany, seen: readonly Control[] = chosen) => bulk.mutate({ change, seen });
  const nameOf = (owner: string | null | undefined): string =>
    people.find(({ id }) => id === owner)?.name ?? t("controls.nobody");
  const wordsOf = (change: ChangeOfMany): string =>
    "owner_id" in change
      ? nameOf(change.owner_id)
      : t(change.not_applicable === true ? "controls.notApplicable" : "controls.applies");
  return (
    <section className={styles["bulk"]} aria-label={t("controls.ofChosen")}>
      <div className={layout["toolbar"]}>
        <strong>{t("controls.chosen", { count: chosen.length })}</strong>
        <GiveTo people={people} disabled={bulk.isPending} onGive={(to) => send({ owner_id: to })} />
        <Applicability
          projectId={projectId}
          isOut={chosen.every(({ not_applicable: one }) => one)}
          isPending={bulk.isPending}
          onInclude={() => send({ not_applicable: false, justification: null })}
          onExclude={() => setIsAsking(true)}
        />
        <Button size="xs" variant="subtle" onClick={onDone}>
          {t("controls.chooseNone")}
        </Button>
      </div>
      {isAsking && (
        <JustificationForm
          draft={`not-applicable.${projectId}`}
          label={t("controls.whyNotApplicable")}
          action={t("controls.setNotApplicable")}
          isPending={bulk.isPending}
          onSend={(justification) => send({ not_applicable: true, justification })}
          onCancel={() => setIsAsking(false)}
        />
      )}
      {bulk.error instanceof OutdatedControls ? (
        <Outdated
          change={wordsOf(bulk.variables!.change)}
          now={bulk.error.now}
          chosen={chosen}
          onAgain={(seen) => send(bulk.variables!.change, seen)}
          onLeave={onDone}
        />
      ) : (
        bulk.isError && <Problem error={bulk.error} />
      )}
    </section>
  );
}
