import { useFormat } from "../i18n/use-format.ts";

/** A relative time; the exact one on hover and on paper. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exact(at)} data-exact={format.dateTime(at)}>
      <span>{format.relative(at)}</span>
    </time>
  );
}
