import { isUtf8 } from "node:buffer";
import { setImmediate as turn } from "node:timers/promises";
import { invalid, type AppError } from "../errors.ts";
import { DEEPEST_JSON, MAX_NAMES, surveyJson, type JsonBounds, type OddJson } from "./survey-json.ts";

const wrong = (error: string): AppError => invalid({ field: "body", error });

function refusalOf(odd: OddJson, { values }: JsonBounds): AppError {
  switch (odd.kind) {
    case "deep":
      return wrong(`is nested more than ${DEEPEST_JSON} deep`);
    case "wide":
      return wrong(`has more than ${values} values`);
    case "crowded":
      return wrong(`has an object with more than ${MAX_NAMES} names`);
    case "twice":
      return wrong(`the name ${JSON.stringify(odd.name.slice(0, 100))} appears twice in one object`);
  }
}

/**
 * Parses JSON. Throws VALIDATION_ERROR for text that is not JSON or not UTF-8 (RFC 8259, 8.1), for an object
 * with a repeated key, which parsers treat differently, and for text that is too wide or too deep. These are
 * checked before parsing, in slices between other work.
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
