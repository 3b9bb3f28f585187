import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ifMatch } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useFailureToast } from "../../ui/use-undo.ts";
import layout from "../../ui/layout.module.css";
import { peopleQuery } from "./project.queries.ts";

interface Person {
  id: string;
  name: string;
}

interface MemberFieldProps<T extends Tagged> {
  projectId: string;
  label: string;
  /** With its ETag; undefined until it has loaded. */
  resource: T | undefined;
  /** Reads the resource again. */
  read: () => Promise<T>;
  personOf: (resource: T) => Person | null | undefined;
  send: (personId: string | null, guard: ReturnType<typeof ifMatch>) => Promise<unknown>;
  /** Shown after a change. */
  changed: string;
  onChanged: () => Promise<unknown>;
}

interface PersonChange {
  to: string | null;
}

function useChange<T extends Tagged>({ label, personOf, ...props }: MemberFieldProps<T>) {
  const { t } = useTranslation();
  const toast = useToast();
  const report = useFailureToast();
  const rowsOf = (resource: T): Rows => [[label, personOf(resource)?.name ?? ""]];
  const change = useGuardedChange<T, PersonChange>({
    send: ({ to }, guard) => props.send(to, guard),
    read: props.read,
    rowsOf,
    onSuccess: async ({ over }) => {
      const [from, after] = [personOf(over)?.id ?? null, await props.read()];
      const undo = () => report(change.mutateAsync({ body: { to: from }, over: after }));
      toast({ text: props.changed, undo: { text: t("action.undo"), run: undo } });
      await props.onChanged();
    },
  });
  return { change, rowsOf };
}

/** A person of the project, such as the owner of a control; a change can be undone. */
export function MemberField<T extends Tagged>(props: MemberFieldProps<T>) {
  const { t } = useTranslation();
  const { projectId, label, resource, personOf } = props;
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const { change, rowsOf } = useChange(props);
  const wanted = change.variables?.body.to ?? null;
  const current = resource === undefined ? null : personOf(resource);
  // Someone who left the project is still named, so that what they had is seen to need another person.
  const hasLeft = current != null && !people.some(({ id }) => id === current.id);
  const offered: readonly Person[] = hasLeft ? [current, ...people] : people;
  return (
    <div className={layout["stack"]}>
      <Select
        size="xs"
        aria-label={label}
        placeholder={t("controls.nobody")}
        clearable
        searchable
        disabled={resource === undefined}
        // A disabled field loses the focus.
        readOnly={change.isPending}
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={current?.id ?? null}
        onChange={(to) => resource !== undefined && change.mutate({ body: { to }, over: resource })}
      />
      <ChangeProblem
        change={change}
        rowsOf={rowsOf}
        mine={[[label, people.find(({ id }) => id === wanted)?.name ?? ""]]}
        body={{ to: wanted }}
      />
    </div>
  );
}
