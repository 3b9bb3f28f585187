import { useFormat } from "../i18n/use-format.ts";

/** A relative time; the exact one on hover. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.relative(at)}
    </time>
  );
}
