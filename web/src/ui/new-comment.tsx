import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "./problem.tsx";
import { useDraft } from "./use-draft.ts";
import layout from "./layout.module.css";

interface NewCommentProps {
  /** The subject of the comment, under which the draft survives a reload. */
  about: string;
  send: (text: string) => Promise<unknown>;
}

/** A field for a comment. */
export function NewComment({ about, send }: NewCommentProps) {
  const { t } = useTranslation();
  const [text, write] = useDraft(`comment.${about}`);
  const say = useMutation({ mutationFn: () => send(text.trim()), onSuccess: () => write("") });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== "") say.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["stack"]}>
      <Textarea
        aria-label={t("comments.comment")}
        placeholder={t("comments.comment")}
        rows={2}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      {say.isError && <Problem error={say.error} />}
      <div>
        <Button type="submit" disabled={text.trim() === ""} loading={say.isPending}>
          {t("comments.say")}
        </Button>
      </div>
    </form>
  );
}
