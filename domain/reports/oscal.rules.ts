import { frameworkIds } from "../frameworks/catalogue.rules.ts";
import type { ProjectData } from "../project-data/project-data.ts";

/** The OSCAL release whose schemas the documents match. */
const OSCAL_VERSION = "1.2.1";

/** The namespace of our own properties. */
export const OSCAL_NAMESPACE = "urn:compliance-management-service:oscal";

/** The same name gives the same UUID, in a version that OSCAL accepts, unlike those of our rows. */
export type IdOfName = (name: string) => string;

/** The UUIDs of everything in the documents; both use the same. */
export const oscalIds = (idOf: IdOfName) => ({
  service: idOf("service"),
  plan: (projectId: string) => idOf(`plan ${projectId}`),
  document: (kind: string, projectId: string) => idOf(`${kind} ${projectId}`),
  control: (id: string) => idOf(`control ${id}`),
  evidence: (id: string) => idOf(`evidence ${id}`),
  file: (id: string) => idOf(`file ${id}`),
  discovery: (id: string) => idOf(`discovery ${id}`),
  risk: (id: string) => idOf(`risk ${id}`),
  item: (id: string) => idOf(`item ${id}`),
});
export type OscalIds = ReturnType<typeof oscalIds>;

export interface OscalProperty {
  name: string;
  ns: string;
  value: string;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Escapes people's text, which must not be interpreted as Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_~^<>[\]&]/g, "\\$&");

/** A line of Markdown, which must not be empty. */
export const markupLine = (text: string, otherwise: string): string =>
  escaped(oneLine(text)) || escaped(oneLine(otherwise)) || "-";

/** Markdown of any length. */
export const markup = (text: string, otherwise: string): string =>
  text.trim() === "" ? escaped(otherwise) : escaped(text.trim());

/** Properties for the values that are not empty. */
export const properties = (values: Readonly<Record<string, string | number | null>>): OscalProperty[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const text = oneLine(String(value ?? ""));
    return text === "" ? [] : [{ name, ns: OSCAL_NAMESPACE, value: text }];
  });

/** OSCAL forbids empty lists: these are omitted. */
export const list = <K extends string, T>(name: K, items: readonly T[]): { [P in K]?: readonly T[] } =>
  items.length === 0 ? {} : ({ [name]: items } as { [P in K]?: readonly T[] });

/** A day becomes its first moment; a time stays unchanged. */
export const moment = (dayOrTime: string): string =>
  dayOrTime.includes("T") ? dayOrTime : `${dayOrTime}T00:00:00.000Z`;

/**
 * The token of a control. Numbers of our own catalogues are in capitals, OSCAL's tokens in lower case;
 * imported controls keep the tokens of their catalogue.
 */
export function controlToken(number: string, framework: string): string {
  const text = frameworkIds.includes(framework) ? number.toLowerCase() : number;
  const token = text.replace(/[^\p{L}\p{N}._-]/gu, "-");
  return /^[\p{L}_]/u.test(token) ? token : `_${token}`;
}

/** The metadata of every document. It uses no clock: the same rows produce the same document. */
export const metadata = (data: ProjectData, what: string, ids: OscalIds) => ({
  title: markupLine(`${data.project.name}: ${what}`, what),
  "last-modified": data.asOf,
  version: data.asOf,
  "oscal-version": OSCAL_VERSION,
  ...list(
    "props",
    properties({
      "project-id": data.project.id,
      framework: data.project.framework,
      "period-start": data.project.periodStart,
      "period-end": data.project.periodEnd,
    }),
  ),
  parties: [{ uuid: ids.service, type: "organization", name: "Compliance management service" }],
});

/** The origin of a statement: the service's records. */
export const origin = (ids: OscalIds) => ({ actors: [{ type: "party", "actor-uuid": ids.service }] });
