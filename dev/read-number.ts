import { StackError } from "./stack/stack-error.ts";

interface Range {
  /** The smallest permitted number. */
  from?: number;
  /** Whether a part of one is permitted, such as half a second. */
  isWhole?: boolean;
}

/** The number given as an option. Throws StackError for any other text: NaN would measure nothing. */
export function readNumber(option: string, text: string, { from = 1, isWhole = true }: Range = {}): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= from && (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)))
    return value;
  throw new StackError(`--${option} requires a ${isWhole ? "whole " : ""}number from ${from}, not "${text}"`);
}

/** Several numbers, separated by commas. */
export const readNumbers = (option: string, list: string, range?: Range): number[] =>
  list.split(",").map((text) => readNumber(option, text, range));
