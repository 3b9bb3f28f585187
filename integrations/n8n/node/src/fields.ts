import type { INodeProperties } from "n8n-workflow";
import type { ApiRequest, FieldValues, Operation } from "./resource.ts";

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** Without empty fields, for which the API uses its defaults. */
export const onlyFilled = (values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));

export const asText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** A value as one path segment, whatever it contains. */
export const inPath = (value: unknown): string => encodeURIComponent(asText(value));

/** The day of a value of n8n's date field. */
export const asDay = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, 10) : undefined;

/** A time with its offset; n8n's date field omits the offset. */
export function asMoment(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

export const asList = (value: unknown): string[] =>
  typeof value === "string"
    ? value
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
    : [];

export const textField = (
  name: string,
  displayName: string,
  more: Partial<INodeProperties> = {},
): INodeProperties => ({
  displayName,
  name,
  type: "string",
  default: "",
  ...more,
});

export const idField = (name: string, displayName: string): INodeProperties =>
  textField(name, displayName, { required: true });

export const choice = (
  name: string,
  displayName: string,
  values: readonly string[],
  more: Partial<INodeProperties> = {},
): INodeProperties => ({
  displayName,
  name,
  type: "options",
  options: values.map((value) => ({ name: titleOf(value), value })),
  default: values[0] ?? "",
  ...more,
});

/** A value in readable form: `in_audit` becomes `In Audit`. */
export const titleOf = (value: string): string =>
  value.replace(
    /(^|[-_ ])([a-z])/g,
    (_all, gap: string, letter: string) => (gap === "" ? "" : " ") + letter.toUpperCase(),
  );

export const projectField: INodeProperties = {
  displayName: "Project Name or ID",
  name: "projectId",
  type: "options",
  typeOptions: { loadOptionsMethod: "getProjects" },
  default: "",
  required: true,
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

export const collection = (
  name: string,
  displayName: string,
  options: INodeProperties[],
): INodeProperties => ({
  displayName,
  name,
  type: "collection",
  placeholder: "Add Field",
  default: {},
  options,
});

const PAGING: readonly INodeProperties[] = [
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only up to a given limit",
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: { minValue: 1 },
    default: 50,
    description: "Max number of results to return",
    displayOptions: { show: { returnAll: [false] } },
  },
];

/** The values of a collection, which n8n passes as an object. */
export const group = (filled: FieldValues, name: string): FieldValues => (filled[name] ?? {}) as FieldValues;

/** A list operation; its filters have the same names as in the API. */
export const listOperation = (
  what: string,
  { path, list, filters }: { path: string; list: string; filters: INodeProperties[] },
): Operation => ({
  name: "Get Many",
  value: "getAll",
  action: `Get many ${what}`,
  description: `Get the ${what} that the credential's user sees`,
  fields: [...PAGING, collection("filters", "Filters", filters)],
  request: (filled): ApiRequest => ({
    method: "GET",
    path,
    list,
    query: onlyFilled(group(filled, "filters")),
  }),
});

export const getOperation = (what: string, article: string, path: string): Operation => ({
  name: "Get",
  value: "get",
  action: `Get ${article} ${what}`,
  description: `Get ${article} ${what} by its ID`,
  fields: [idField("id", `${titleOf(what)} ID`)],
  request: ({ id }) => ({ method: "GET", path: `${path}/${inPath(id)}` }),
});
