import { z } from "zod";
import { invalid } from "../../platform/errors.ts";
import { isIdShaped } from "../is-id-shaped.rules.ts";
import { statementOf, type CataloguePart } from "./catalogue-text.rules.ts";
import { type FrameworkControl, TRUST_CATEGORIES, type TrustCategory } from "./framework.rules.ts";

const DEEPEST = 12;
/** Also the most that a project has. */
export const MAX_CATALOGUE_CONTROLS = 3_000;
/** Ten times the size of NIST SP 800-53: lists of frameworks contain all of it. */
const MAX_TEXT = 2_000_000;
const CONTROL_ID = /^[\p{L}_][\p{L}\p{N}._-]*$/u;

/** Names such as "German" are well-formed, too, but no one knows them. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9-]{1,30})?$/i;

const line = z.string().trim().min(1).max(255);
const nodes = z.array(z.unknown()).default([]);
const Property = z.looseObject({ name: z.string(), value: z.string() });
const properties = z.array(Property).default([]);
const Parameter = z.looseObject({ id: z.string(), label: z.string().optional() });

const Catalogue = z.looseObject({
  uuid: z.uuid().toLowerCase(),
  metadata: z.looseObject({
    title: line,
    version: line,
    remarks: z.string().max(10_000).default(""),
    props: properties,
  }),
  groups: nodes,
  controls: nodes,
});
const Group = z.looseObject({ title: line, groups: nodes, controls: nodes });
const Control = z.looseObject({
  id: z
    .string()
    .max(50)
    .regex(CONTROL_ID, "must be an OSCAL token, such as ac-2.1")
    .refine((id) => !isIdShaped(id), {
      error: ({ input }) =>
        `"${String(input)}" looks like an id of this service (a UUID): give the control another id`,
    }),
  title: line,
  props: properties,
  params: z.array(Parameter).default([]),
  parts: nodes,
  controls: nodes,
});
const Part = z.looseObject({
  name: z.string(),
  props: properties,
  prose: z.string().trim().default(""),
  parts: nodes,
});

type Properties = z.infer<typeof properties>;

/** The position in the document, for error messages. */
interface CataloguePosition {
  path: string;
  depth: number;
  /** Title of the enclosing group. */
  category: string;
}

function parse<T>(schema: z.core.$ZodType<T>, value: unknown, { path }: Pick<CataloguePosition, "path">): T {
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  const { message, path: within } = error.issues[0]!;
  throw invalid({ field: [path, ...within].join("."), error: message });
}

const into = (position: CataloguePosition, name: string, n: number): CataloguePosition => {
  const inner = { ...position, path: `${position.path}.${name}.${n}`, depth: position.depth + 1 };
  if (inner.depth > DEEPEST)
    throw invalid({ field: inner.path, error: `is nested more than ${DEEPEST} levels deep` });
  return inner;
};

const valueOf = (props: Properties, name: string): string | undefined =>
  props.find((property) => property.name === name)?.value.trim();

/** OSCAL has no field for the language, and any catalogue may have a prop of this name: another value states none. */
function languageOf(props: Properties): string | null {
  const stated = valueOf(props, "language") ?? "";
  try {
    return LANGUAGE.test(stated) ? Intl.getCanonicalLocales(stated)[0]! : null;
  } catch {
    return null;
  }
}

function trustCategoryOf(props: Properties, { path }: CataloguePosition): TrustCategory {
  const value = valueOf(props, "trust-category");
  const category = TRUST_CATEGORIES.find((one) => one === value?.toLowerCase().replaceAll("-", "_"));
  if (value !== undefined && category === undefined)
    throw invalid({
      field: `${path}.props`,
      error: `unknown trust-category; use one of ${TRUST_CATEGORIES.join(", ")}`,
    });
  return category ?? "security";
}

const readPart = (value: unknown, position: CataloguePosition): CataloguePart => {
  const { name, props, prose, parts } = parse(Part, value, position);
  const label = valueOf(props, "label") ?? null;
  return { name, label, prose, parts: parts.map((part, n) => readPart(part, into(position, "parts", n))) };
};

/** A control and its nested ones, without withdrawn ones. */
function readControl(value: unknown, position: CataloguePosition): FrameworkControl[] {
  const { id, title, props, params, parts, controls } = parse(Control, value, position);
  const labels = new Map(params.flatMap((one) => (one.label === undefined ? [] : [[one.id, one.label]])));
  const inner = controls.flatMap((control, n) => readControl(control, into(position, "controls", n)));
  if (valueOf(props, "status")?.toLowerCase() === "withdrawn") return inner;
  const own = {
    number: id,
    title,
    category: position.category,
    trustCategory: trustCategoryOf(props, position),
    summary: statementOf(
      parts.map((part, n) => readPart(part, into(position, "parts", n))),
      labels,
    ),
    evidenceHints: [],
  };
  return [own, ...inner];
}

function readNodes(groups: unknown[], controls: unknown[], position: CataloguePosition): FrameworkControl[] {
  return [
    ...controls.flatMap((control, n) => readControl(control, into(position, "controls", n))),
    ...groups.flatMap((value, n) => {
      const inner = into(position, "groups", n);
      const group = parse(Group, value, inner);
      return readNodes(group.groups, group.controls, { ...inner, category: group.title });
    }),
  ];
}

function refuseOdd(controls: readonly FrameworkControl[]): void {
  const field = "catalog";
  if (controls.length === 0) throw invalid({ field, error: "has no controls, or only withdrawn ones" });
  if (controls.length > MAX_CATALOGUE_CONTROLS)
    throw invalid({ field, error: `has more than ${MAX_CATALOGUE_CONTROLS} controls` });
  if (controls.reduce((sum, { summary }) => sum + summary.length, 0) > MAX_TEXT)
    throw invalid({ field, error: `has controls whose statements are longer than ${MAX_TEXT} characters` });
  const seen = new Set<string>();
  for (const { number } of controls) {
    if (seen.has(number)) throw invalid({ field, error: `has two controls with the id "${number}"` });
    seen.add(number);
  }
}

/** The imported parts of an OSCAL catalogue: its metadata and its controls in order. */
export interface ReadCatalogue {
  id: string;
  name: string;
  version: string;
  language: string | null;
  description: string;
  controls: FrameworkControl[];
}

/** Reads an OSCAL catalogue; VALIDATION_ERROR names the invalid place. */
export function readCatalogue(value: unknown): ReadCatalogue {
  const { uuid, metadata, groups, controls } = parse(Catalogue, value, { path: "catalog" });
  const { title, version, remarks, props } = metadata;
  const read = readNodes(groups, controls, { path: "catalog", depth: 0, category: title });
  refuseOdd(read);
  const language = languageOf(props);
  return { id: uuid, name: title, version, language, description: remarks, controls: read };
}
