import { Button, Stepper } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, type ComponentType, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Note } from "../../ui/note.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { useReason } from "../../ui/use-reason.ts";
import layout from "../../ui/layout.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { carryOver } from "./carry-over.ts";
import { nextDraft } from "./next-draft.ts";
import { PeopleStep } from "./people-step.tsx";
import { PlanStep } from "./plan-step.tsx";
import { bodyOf, readDraft } from "./project-draft.ts";
import { ScopeStep, type StepProps } from "./scope-step.tsx";
import styles from "./new-project.module.css";

const route = getRouteApi("/signed-in/projects/new");
const STEPS: readonly { name: "scope" | "people" | "plan"; Fields: ComponentType<StepProps> }[] = [
  { name: "scope", Fields: ScopeStep },
  { name: "people", Fields: PeopleStep },
  { name: "plan", Fields: PlanStep },
];
const LAST = STEPS.length - 1;

function useCreate(from: string | undefined, onDone: (projectId: string) => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const reasonOf = useReason();
  const queries = useQueryClient();
  const { timezone } = useProfile().preferences;
  /** The project is there already, so a failure is only reported. */
  const bringAlong = async (projectId: string): Promise<void> => {
    if (from === undefined) return;
    await carryOver(queries, { from, to: projectId, timezone }).then(
      (count) => count > 0 && toast({ text: t("nextPeriod.done", { count }) }),
      (error: unknown) => toast({ text: t("nextPeriod.failed", { reason: reasonOf(error) }), isBad: true }),
    );
  };
  return useMutation({
    mutationFn: (text: string) => api.POST("/projects", { body: bodyOf(readDraft(text), timezone) }),
    onSuccess: async ({ data }) => {
      await bringAlong(data!.data.id);
      for (const key of ["projects", "controls", "people"])
        await queries.invalidateQueries({ queryKey: [key] });
      onDone(data!.data.id);
    },
  });
}

/** The text of the draft, which begins with the project that comes before, if any. */
function useProjectDraft(from: string | undefined) {
  const [text, write] = useDraft(from === undefined ? "project.new" : `project.new.${from}`);
  const { data: before } = useQuery({ ...projectQuery(from ?? ""), enabled: from !== undefined });
  const begun = text !== "" || before === undefined ? text : JSON.stringify(nextDraft(before));
  return [begun, write] as const;
}

/** The fields of a step get the focus when it begins: the button before is behind them. */
function useFocusOnStep(at: number) {
  const fields = useRef<HTMLDivElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at) fields.current?.focus();
    before.current = at;
  }, [at]);
  return fields;
}

/** Creates a project in three steps; the input survives a reload. */
export function NewProjectPage() {
  const { t } = useTranslation();
  const { step = 1, from } = route.useSearch();
  const navigate = useNavigate();
  const [text, write] = useProjectDraft(from);
  const draft = readDraft(text);
  const create = useCreate(from, (projectId) => {
    write("");
    void navigate({ to: "/projects/$projectId", params: { projectId } });
  });
  const isScoped = draft.name.trim() !== "" && draft.framework !== "" && draft.categories?.length !== 0;
  const at = isScoped ? Math.min(LAST, Math.max(0, step - 1)) : 0;
  const go = (to: number) => void navigate({ to: "/projects/new", search: { step: to + 1, from } });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (at === LAST) create.mutate(text);
    else go(at + 1);
  };
  const { name, Fields } = STEPS[at]!;
  const fields = useFocusOnStep(at);
  return (
    <>
      <PageTitle title={t(from === undefined ? "newProject.title" : "nextPeriod.title")}>
        {from !== undefined && <Note>{t("nextPeriod.hint")}</Note>}
      </PageTitle>
      <Card className={styles["card"]}>
        <form onSubmit={submit} className={layout["form"]}>
          <Stepper active={at} size="xs" wrap={false} onStepClick={go} allowNextStepsSelect={isScoped}>
            {STEPS.map(({ name }) => (
              <Stepper.Step key={name} label={t(`newProject.step.${name}`)} />
            ))}
          </Stepper>
          <div
            ref={fields}
            className={`${layout["stack"]} ${styles["fields"]}`}
            role="group"
            aria-label={t(`newProject.step.${name}`)}
            tabIndex={-1}
          >
            <Fields draft={draft} onChange={(change) => write(JSON.stringify({ ...draft, ...change }))} />
          </div>
          {create.isError && <Problem error={create.error} />}
          <div className={layout["toolbar"]}>
            {at > 0 && (
              <Button size="sm" variant="default" onClick={() => go(at - 1)}>
                {t("newProject.back")}
              </Button>
            )}
            <Button size="sm" type="submit" disabled={!isScoped} loading={create.isPending}>
              {t(at === LAST ? "newProject.create" : "newProject.next")}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
