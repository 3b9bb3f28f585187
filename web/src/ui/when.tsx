import { useFormat } from "../i18n/use-format.ts";
import { useMinute } from "./use-minute.ts";

/** A relative time, which moves on while the page is open; the exact one on hover and on paper. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  useMinute();
  return (
    <time dateTime={at} title={format.exact(at)} data-exact={format.dateTime(at)}>
      <span>{format.relative(at)}</span>
    </time>
  );
}
