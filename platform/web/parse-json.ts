import { isUtf8 } from "node:buffer";
import { setImmediate as turn } from "node:timers/promises";
import { invalid, type AppError } from "../errors.ts";
import { DEEPEST_JSON, MOST_NAMES, surveyJson, type JsonBounds, type OddJson } from "./survey-json.ts";

const wrong = (error: string): AppError => invalid({ field: "body", error });

function refusalOf(odd: OddJson, { values }: JsonBounds): AppError {
  switch (odd.kind) {
    case "deep":
      return wrong(`is nested more than ${DEEPEST_JSON} deep`);
    case "wide":
      return wrong(`has more than ${values} values`);
    case "crowded":
      return wrong(`has an object with more than ${MOST_NAMES} names`);
    case "twice":
      return wrong(`the name ${JSON.stringify(odd.name.slice(0, 100))} stands twice in one object`);
  }
}

/**
 * The value of a JSON text as it was sent. VALIDATION_ERROR for what is no JSON or not UTF-8 (RFC 8259, 8.1), for an object
 * with a name twice, of whose values one reader takes the first, another the last, and for what is wider or deeper than
 * anything we are sent: that is looked for before it is parsed, in turns with the work of others.
 */
export async function parseJson(bytes: Buffer, bounds: JsonBounds): Promise<unknown> {
  if (!isUtf8(bytes)) throw wrong("not valid UTF-8");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const survey = surveyJson(text, bounds);
  let step = survey.next();
  for (; step.done !== true; step = survey.next()) await turn();
  if (step.value !== null) throw refusalOf(step.value, bounds);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrong("not valid JSON");
  }
}
