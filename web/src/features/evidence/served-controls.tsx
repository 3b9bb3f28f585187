import { ActionIcon, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows } from "../../http/use-guarded-change.ts";
import { Card } from "../../ui/card.tsx";
import { CatalogueText, catalogueOption } from "../../ui/catalogue-text.tsx";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFailureToast } from "../../ui/use-undo.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { controlsQuery, type Control } from "../controls/control.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { evidenceQuery, type EvidenceDetail } from "./evidence.queries.ts";
import styles from "./evidence.module.css";
import { SuggestedControls } from "./suggested-controls.tsx";

interface Served {
  control_id: string;
  also_controls: string[];
}

/** The first control is the evidence's own. */
const servedBy = ([own, ...others]: readonly string[]): Served => ({
  control_id: own!,
  also_controls: others,
});

function useServedControls(evidence: EvidenceDetail, controls: readonly Control[]) {
  const { t } = useTranslation();
  const toast = useToast();
  const report = useFailureToast();
  const queries = useQueryClient();
  const { id } = evidence;
  const query = { ...evidenceQuery(id), staleTime: 0 };
  const numbersOf = ({ control_id: own, also_controls: others }: Served): string[] => [
    controls.find((control) => control.id === own)?.number ?? own,
    ...others,
  ];
  const rowsOf = (of: EvidenceDetail): Rows => [[t("evidence.controls"), numbersOf(of).join(" ")]];
  const change = useGuardedChange<EvidenceDetail, Served>({
    send: (body, guard) => api.PUT("/evidence/{id}", { params: { path: { id }, ...guard }, body }),
    read: () => queries.query(query),
    rowsOf,
    onSuccess: async ({ over }) => {
      const after = await queries.query(query);
      const run = () => report(change.mutateAsync({ body: servedBy(numbersOf(over)), over: after }));
      toast({ text: t("servedControls.changed"), undo: { text: t("action.undo"), run } });
      const keys = ["evidence", "controls", "compliance", "projects", "events"];
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  const numbers = numbersOf(evidence);
  const wanted = change.variables?.body ?? evidence;
  const mine: Rows = [[t("evidence.controls"), numbersOf(wanted).join(" ")]];
  const serve = (next: readonly string[]) => change.mutate({ body: servedBy(next), over: evidence });
  const sent = change.isPending ? numbersOf(change.variables.body) : null;
  /** Whether the control is being added or removed. */
  const isChanging = (number: string) => sent !== null && sent.includes(number) !== numbers.includes(number);
  return { change, rowsOf, numbers, mine, serve, isChanging };
}

interface AddProps {
  controls: readonly Control[];
  numbers: readonly string[];
  isPending: boolean;
  onAdd: (number: string) => void;
}

function AddControl({ controls, numbers, isPending, onAdd }: AddProps) {
  const { t } = useTranslation();
  const others = controls.filter(({ number, not_applicable: isOut }) => !isOut && !numbers.includes(number));
  return (
    <Select
      className={styles["fill"]}
      size="xs"
      aria-label={t("servedControls.add")}
      placeholder={t("servedControls.add")}
      searchable
      readOnly={isPending}
      data={others.map(({ number, title }) => ({ value: number, label: `${number} ${title}` }))}
      renderOption={catalogueOption}
      value={null}
      onChange={(number) => number !== null && onAdd(number)}
    />
  );
}

interface ControlsProps {
  evidence: EvidenceDetail;
  controls: readonly Control[];
}

function Controls({ evidence, controls }: ControlsProps) {
  const { t } = useTranslation();
  const { id, project_id: projectId, status } = evidence;
  const permissions = useQuery(permissionsQuery({ evidence_id: id })).data;
  const { change, rowsOf, numbers, mine, serve, isChanging } = useServedControls(evidence, controls);
  const mayChange = permissions?.has("evidence.update") === true && status !== "superseded";
  const add = (number: string) => serve([...numbers, number]);
  return (
    <>
      <RowList label={t("evidence.controls")} className={layout["list"]}>
        {numbers.map((number) => (
          <li key={number}>
            <span className={table["code"]}>{number}</span>
            <span className={layout["grow"]}>
              <Link to="/projects/$projectId/controls" params={{ projectId }} search={{ control: number }}>
                <CatalogueText>
                  {controls.find((control) => control.number === number)?.title ?? number}
                </CatalogueText>
              </Link>
            </span>
            {mayChange && numbers.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                loading={isChanging(number)}
                disabled={change.isPending && !isChanging(number)}
                aria-label={t("servedControls.remove", { number })}
                onClick={() => serve(numbers.filter((one) => one !== number))}
                data-screen-only
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </RowList>
      {mayChange && (
        <div className={styles["newVersion"]} data-screen-only>
          <AddControl controls={controls} numbers={numbers} isPending={change.isPending} onAdd={add} />
          <ChangeProblem
            change={change}
            rowsOf={rowsOf}
            mine={mine}
            body={change.variables?.body ?? servedBy(numbers)}
          />
          <SuggestedControls
            evidence={evidence}
            isPending={change.isPending}
            isAdding={isChanging}
            onAdd={add}
          />
        </div>
      )}
    </>
  );
}

/** The controls that a piece of evidence serves, and those that it could serve, too. */
export function ServedControls({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation();
  const query = useQuery(controlsQuery(evidence.project_id));
  return (
    <Card title={t("evidence.controls")} flush>
      <WhenLoaded query={query} lines={2}>
        {(controls) => <Controls evidence={evidence} controls={controls} />}
      </WhenLoaded>
    </Card>
  );
}
