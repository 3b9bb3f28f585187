import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "./problem.tsx";
import { ReadOnlyNote } from "./read-only-note.tsx";
import { useDraft } from "./use-draft.ts";
import layout from "./layout.module.css";

interface NewCommentProps {
  /** The subject of the comment, under which the draft survives a reload. */
  about: string;
  isAllowed: boolean;
  /** Whether someone has archived the project: what was typed stays, read-only. */
  isArchived: boolean;
  send: (text: string) => Promise<unknown>;
}

/** A field for a comment. */
export function NewComment({ about, isAllowed, isArchived, send }: NewCommentProps) {
  const { t } = useTranslation();
  const [text, write] = useDraft(`comment.${about}`);
  const say = useMutation({ mutationFn: () => send(text.trim()), onSuccess: () => write("") });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== "") say.mutate();
  };
  const field = (
    <Textarea
      aria-label={t("comments.comment")}
      placeholder={t("comments.comment")}
      rows={2}
      maxLength={10_000}
      readOnly={isArchived || say.isPending}
      value={text}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
  if (isArchived && text !== "")
    return (
      <div className={layout["stack"]}>
        {field}
        <ReadOnlyNote text={t("draft.archived")} onDiscard={() => write("")} />
      </div>
    );
  if (!isAllowed) return null;
  return (
    <form onSubmit={submit} className={layout["stack"]}>
      {field}
      {say.isError && <Problem error={say.error} />}
      <div>
        <Button type="submit" disabled={text.trim() === ""} loading={say.isPending}>
          {t("comments.say")}
        </Button>
      </div>
    </form>
  );
}
