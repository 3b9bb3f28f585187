import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ITEM_STATES } from "../../../../domain/questionnaires/questionnaire.rules.ts";
import { useMessage } from "../../i18n/use-message.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useKeys } from "../../ui/use-keys.ts";
import { useSetProjectOfPage } from "../../ui/project-of-page.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { decidedOf } from "./decided-of.ts";
import { ItemView } from "./item-view.tsx";
import { ItemBadge, QuestionnaireBadge } from "./questionnaire-badge.tsx";
import { QuestionnaireActions } from "./questionnaire-actions.tsx";
import {
  itemQuery,
  itemsQuery,
  questionnaireQuery,
  type Item,
  type Questionnaire,
} from "./questionnaire.queries.ts";
import styles from "./questionnaires.module.css";

const route = getRouteApi("/signed-in/questionnaires/$questionnaireId");
const PAGE_ROWS = 50;

function Filters() {
  const { t } = useTranslation();
  const { q, state } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={layout["toolbar"]} role="search">
      <SearchField
        label={t("questionnaires.find")}
        value={q}
        onSearch={(text) => void navigate({ search: { state, q: text }, replace: true })}
      />
      <Select
        aria-label={t("questionnaires.status")}
        placeholder={t("questionnaires.anyState")}
        clearable
        data={ITEM_STATES.map((value) => ({ value, label: t(`itemState.${value}`) }))}
        value={ITEM_STATES.find((value) => value === state) ?? null}
        onChange={(to) => void navigate({ search: { q, state: to ?? undefined }, replace: true })}
      />
    </div>
  );
}

/** Keys reach questions below the edge of the list. */
const scrollIntoView = (row: HTMLLIElement | null): void => row?.scrollIntoView({ block: "nearest" });

function Queue({ items, chosen }: { items: readonly Item[]; chosen: string | undefined }) {
  return (
    <ol className={styles["queue"]} tabIndex={-1}>
      {items.map(({ id, question, state }) => (
        <li key={id} ref={id === chosen ? scrollIntoView : undefined}>
          <Link
            from="/questionnaires/$questionnaireId"
            to="."
            search={(before) => ({ ...before, item: id })}
            resetScroll={false}
            aria-current={id === chosen}
          >
            <span className={styles["question"]}>{question}</span>
            <ItemBadge state={state} />
          </Link>
        </li>
      ))}
    </ol>
  );
}

interface WalkProps {
  items: readonly Item[];
  isAnswering: boolean;
  mayAnswer: boolean;
  /** Omitted on the last page. */
  onNextPage: (() => void) | undefined;
}

/** The question of the address, or the first: `at` is its place in the list, -1 on another page or out of the filter. */
function useShownItem(items: readonly Item[]) {
  const { questionnaireId } = route.useParams();
  const { item: chosen } = route.useSearch();
  const found = items.findIndex(({ id }) => id === chosen);
  const isElsewhere = chosen !== undefined && found < 0;
  const { data, isPending } = useQuery({
    ...itemQuery(questionnaireId, chosen ?? ""),
    enabled: isElsewhere,
  });
  if (isElsewhere && isPending) return undefined;
  if (isElsewhere && data !== undefined) return { at: -1, item: data };
  return { at: Math.max(0, found), item: items[Math.max(0, found)] };
}

function Walk({ items, isAnswering, mayAnswer, onNextPage }: WalkProps) {
  const { t } = useTranslation();
  const { questionnaireId } = route.useParams();
  const navigate = route.useNavigate();
  const kept = useKeptFocus<HTMLDivElement>();
  const shown = useShownItem(items);
  const { at, item } = shown ?? { at: -1 };
  const go = (to: number) => {
    if (to === items.length && onNextPage !== undefined) return onNextPage();
    const next = items[Math.min(items.length - 1, Math.max(0, to))];
    if (next !== undefined)
      void navigate({ search: (before) => ({ ...before, item: next.id }), resetScroll: false });
    return undefined;
  };
  useKeys([
    ["j", () => go(at + 1)],
    ["k", () => go(at - 1)],
  ]);
  if (shown === undefined) return <Loading lines={8} />;
  if (item === undefined) return <Empty title={t("questionnaires.noItems")} />;
  return (
    <div className={styles["split"]}>
      <Card flush>
        <Queue items={items} chosen={item.id} />
      </Card>
      <div {...kept} className={layout["stack"]}>
        <ItemView
          key={item.id}
          questionnaireId={questionnaireId}
          item={item}
          isAnswering={isAnswering}
          mayAnswer={mayAnswer}
          onNext={() => go(at + 1)}
        />
      </div>
    </div>
  );
}

function Items({ questionnaire, mayAnswer }: { questionnaire: Questionnaire; mayAnswer: boolean }) {
  const { q, state, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const isAnswering = questionnaire.status === "answering";
  const query = useQuery(
    itemsQuery(questionnaire.id, { limit: PAGE_ROWS, page, search: q, state }, isAnswering),
  );
  const pages = query.data?.pagination.pages;
  const open = (to: number, isChosen = true) =>
    void navigate({ search: (before) => ({ ...before, page: to, item: undefined }), replace: !isChosen });
  const isLast = page >= (pages ?? 1);
  return (
    <>
      <WhenLoaded query={query}>
        {({ items }) => (
          <Walk
            items={items}
            isAnswering={isAnswering}
            mayAnswer={mayAnswer}
            onNextPage={isLast ? undefined : () => open(page + 1)}
          />
        )}
      </WhenLoaded>
      <Pager query={query} page={page} onPage={open} />
    </>
  );
}

/** Why it could not be answered, in the user's language where possible. */
function Failure({ error, reason }: { error: string; reason: Questionnaire["reason"] }) {
  const { text, lang } = useMessage()(reason === null ? null : `questionnaire.${reason}`, error);
  return (
    <p role="alert" lang={lang}>
      {text}
    </p>
  );
}

function One({ questionnaire }: { questionnaire: Questionnaire }) {
  const { t } = useTranslation();
  const { project_id: projectId, status, error, reason, questions, sheet } = questionnaire;
  const { question_column: question, answer_column: answer } = questionnaire;
  useSetProjectOfPage(projectId);
  const project = useQuery(projectQuery(projectId));
  const { data: permissions, isPending } = useQuery(permissionsQuery({ project_id: projectId }));
  const mayAnswer = permissions?.has("questionnaire.create") === true;
  const decided = decidedOf(questionnaire);
  // What the user may do here, and where it belongs: what appears later would move the rest.
  if (isPending || project.isPending) return <Loading lines={8} />;
  return (
    <>
      <PageTitle title={questionnaire.file_name}>
        <QuestionnaireBadge status={status} />
        <Note>
          {t("questionnaires.decidedOf", { decided, count: questions })}
          {" · "}
          {decided < questions && `${t("questionnaires.onlyDecided")} · `}
          {t("questionnaires.readFrom", { sheet, question, answer })}
          {" · "}
          <Link to="/projects/$projectId/questionnaires" params={{ projectId }}>
            {project.data?.name ?? t("questionnaires.title")}
          </Link>
        </Note>
        <QuestionnaireActions questionnaire={questionnaire} mayAnswer={mayAnswer} />
      </PageTitle>
      {error !== null && <Failure error={error} reason={reason} />}
      <Filters />
      <Items questionnaire={questionnaire} mayAnswer={mayAnswer} />
    </>
  );
}

/** Shows a questionnaire, one question at a time. */
export function QuestionnairePage() {
  const { questionnaireId } = route.useParams();
  return (
    <WhenLoaded query={useQuery(questionnaireQuery(questionnaireId))}>
      {(questionnaire) => <One questionnaire={questionnaire} />}
    </WhenLoaded>
  );
}
