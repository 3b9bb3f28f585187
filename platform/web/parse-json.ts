import { isUtf8 } from "node:buffer";
import { invalid } from "../errors.ts";
import { repeatedName } from "./repeated-name.ts";

const wrong = (error: string) => invalid({ field: "body", error });

/**
 * The value of a JSON text as it was sent. VALIDATION_ERROR for what is no JSON or not UTF-8 (RFC 8259, 8.1), and for an
 * object with a name twice: of its values one reader takes the first, another the last.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw wrong("not valid UTF-8");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong("not valid JSON");
  }
  const twice = repeatedName(text);
  if (twice !== null)
    throw wrong(`the name ${JSON.stringify(twice.slice(0, 100))} stands twice in one object`);
  return value;
}
