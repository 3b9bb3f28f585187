export class CommandError extends Error {
  /** The end of what the command wrote. */
  output: string;
  get reason(): string;
}

export interface CommandOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  onLine?: (line: string) => void;
  /** In ms; without an end unless said. */
  timeout?: number;
}

export function runCommand(
  program: string,
  args: readonly string[],
  options?: CommandOptions,
): Promise<string>;
