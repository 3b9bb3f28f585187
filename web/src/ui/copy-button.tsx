import { Button, type ButtonProps } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface CopyButtonProps extends Pick<ButtonProps, "size"> {
  text: string;
  /** What the text is, for screen readers. */
  label: string;
}

/** Copies a text, and confirms it for a moment. */
export function CopyButton({ text, label, ...button }: CopyButtonProps) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard();
  const shown = t(copied ? "shownOnce.copied" : "shownOnce.copy");
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      aria-label={`${shown}: ${label}`}
      onClick={() => copy(text)}
      {...button}
    >
      {shown}
    </Button>
  );
}
