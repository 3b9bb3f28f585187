import { useQuery } from "@tanstack/react-query";
import table from "../../ui/table.module.css";
import { controlsQuery } from "./control.queries.ts";

/** The number of a control in a list of several projects. Keeps its line while the number is unknown. */
export function ControlNumber({ projectId, controlId }: { projectId: string; controlId: string }) {
  const controls = useQuery(controlsQuery(projectId)).data;
  const number = controls?.find(({ id }) => id === controlId)?.number ?? "\u00a0";
  return <span className={table["code"]}>{number}</span>;
}
