import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import styles from "./selection.module.css";

/** Ends a selection, beside the number of what is selected. */
export const ClearSelection = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <ActionIcon
    className={styles["clear"]}
    variant="subtle"
    color="gray"
    aria-label={label}
    title={label}
    onClick={onClear}
  >
    <IconX size={16} aria-hidden />
  </ActionIcon>
);
