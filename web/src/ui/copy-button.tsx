import { Button, type ButtonProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "./toast.tsx";
import { writeClipboard } from "./write-clipboard.ts";

const CONFIRMED_MS = 2_000;

interface CopyButtonProps extends Pick<ButtonProps, "size"> {
  text: string;
  /** What the text is, for screen readers. */
  label: string;
}

/** Copies a text, and confirms it for a moment, or reports that the browser refuses. */
export function CopyButton({ text, label, ...button }: CopyButtonProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await writeClipboard(text))) return toast({ text: t("shownOnce.notCopied"), isBad: true });
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMED_MS);
  };
  const shown = t(copied ? "shownOnce.copied" : "shownOnce.copy");
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      aria-label={`${shown}: ${label}`}
      onClick={() => void copy()}
      {...button}
    >
      {shown}
    </Button>
  );
}
