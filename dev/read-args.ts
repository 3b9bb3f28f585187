import { parseArgs, type ParseArgsConfig } from "node:util";
import { StackError } from "./stack/stack-error.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

interface Syntax<O extends Options> {
  /** Printed for --help and with errors. */
  help: string;
  options?: O;
  /** Required operands, by their names in the help. */
  operands?: readonly string[];
}

/** The result of parseArgs for these options. */
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; allowNegative: true }>
>["values"];

/** Throws like parseArgs, and StackError for missing or surplus operands. */
function parse<O extends Options>(
  { options, operands = [] }: Syntax<O>,
  args: string[],
): { isHelp: boolean; values: Values<O>; positionals: string[] } {
  const { values, positionals } = parseArgs({
    args,
    options: { ...options, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
    allowNegative: true,
  });
  if (values["help"] === true) return { isHelp: true, values: values as Values<O>, positionals };
  const [missing, extra] = [operands[positionals.length], positionals[operands.length]];
  if (missing !== undefined) throw new StackError(`${missing} is missing`);
  if (extra !== undefined) throw new StackError(`Unexpected argument "${extra}"`);
  return { isHelp: false, values: values as Values<O>, positionals };
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof StackError ||
  (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS"));

/** Node's advice about file names with a leading dash is not useful here. */
const withoutAdvice = (message: string): string => message.replace(/\. To specify a positional[^]*/, "");

/**
 * The arguments as interpreted by `read`, which throws StackError for invalid values. Exits the process for
 * --help, and for invalid arguments with the message, the help and code 1, before anything is done.
 */
export function readArgs<const O extends Options, T>(
  syntax: Syntax<O>,
  read: (values: Values<O>, operands: string[]) => T,
): T {
  try {
    const { isHelp, values, positionals } = parse(syntax, process.argv.slice(2));
    if (!isHelp) return read(values, positionals);
  } catch (error) {
    if (!isForPeople(error)) throw error;
    console.error(`${withoutAdvice(error.message)}\n\n${syntax.help.trimEnd()}`);
    process.exit(1);
  }
  process.stdout.write(`${syntax.help.trimEnd()}\n`);
  process.exit(0);
}
