import { Button } from "@mantine/core";
import { Problem } from "./problem.tsx";

interface ShowOlderProps {
  label: string;
  query: { isFetching: boolean; error: Error | null };
  onShow: () => void;
}

/** A button for the older entries of a list that begins with the newest. */
export function ShowOlder({ label, query: { isFetching, error }, onShow }: ShowOlderProps) {
  return (
    <>
      {error !== null && <Problem error={error} />}
      <Button size="sm" variant="default" loading={isFetching} onClick={onShow}>
        {label}
      </Button>
    </>
  );
}
