import type { formats as english } from "../en/formats.ts";

const day = (time: string): string => time.slice(0, 10).split("-").toReversed().join(".");

export const formats: typeof english = {
  day,
  minute: (time) => `${day(time)}, ${time.slice(11, 16)} UTC`,
  tenths: (value) => value.toFixed(1).replace(".", ","),
  percent: (value) => `${String(Number(value.toFixed(1))).replace(".", ",")} %`,
};
