import { Button, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { rootApi } from "../../http/client.ts";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { When } from "../../ui/when.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import type { FindingDetail } from "./finding.queries.ts";
import styles from "./findings.module.css";

function NewComment({ id }: { id: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [text, setText] = useDraft(`comment.${id}`);
  const say = useMutation({
    mutationFn: () =>
      rootApi.POST("/api/findings/{id}/comments", {
        params: { path: { id } },
        body: { text: text.trim(), reply_to: null },
      }),
    onSuccess: async () => {
      setText("");
      await queries.invalidateQueries({ queryKey: ["findings", "one", id] });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== "") say.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["stack"]}>
      <Textarea
        aria-label={t("findings.comment")}
        placeholder={t("findings.comment")}
        rows={2}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {say.isError && <Problem error={say.error} />}
      <div>
        <Button type="submit" size="xs" disabled={text.trim() === ""} loading={say.isPending}>
          {t("findings.say")}
        </Button>
      </div>
    </form>
  );
}

/** The comments on a finding, and a field to add one. */
export function FindingComments({ finding: { id, comments } }: { finding: FindingDetail }) {
  const { t } = useTranslation();
  const permissions = useQuery(permissionsQuery({ finding_id: id })).data;
  return (
    <>
      {comments.length === 0 && <Note>{t("findings.noComments")}</Note>}
      {comments.map(({ id: key, author, text, created_at: at }) => (
        <article key={key} className={styles["comment"]}>
          <strong>{author.name}</strong>{" "}
          <Note>
            <When at={at} />
          </Note>
          <p>{text}</p>
        </article>
      ))}
      {permissions?.has("finding.comment") === true && <NewComment id={id} />}
    </>
  );
}
