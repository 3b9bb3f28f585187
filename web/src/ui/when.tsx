import { useFormat } from "../i18n/use-format.ts";

/** A moment as people say it; the exact one on hovering. */
export function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relative(at)}
    </time>
  );
}
