import { TextInput, type TextInputProps } from "@mantine/core";

/** Browsers also take years of six digits, which are no dates for the API. */
const LATEST = "9999-12-31";

interface DayFieldProps extends Pick<
  TextInputProps,
  "aria-label" | "label" | "description" | "size" | "min" | "required" | "readOnly" | "error"
> {
  max?: string;
  /** As YYYY-MM-DD; empty without one. */
  value: string;
  onChange: (day: string) => void;
}

/** A day of the calendar. */
export const DayField = ({ max = LATEST, onChange, ...field }: DayFieldProps) => (
  <TextInput
    type="date"
    max={max}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...field}
  />
);
