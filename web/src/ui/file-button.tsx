import { Button } from "@mantine/core";
import { useRef } from "react";

interface FileButtonProps {
  text: string;
  /** File name extensions, separated by commas. */
  accept: string;
  isMultiple?: boolean;
  isPending?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Opens the browser's file dialog. */
export function FileButton({
  text,
  accept,
  isMultiple = false,
  isPending = false,
  onFiles,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        hidden
        accept={accept}
        aria-label={text}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button variant="default" loading={isPending} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
