import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { CatalogueLanguage, CatalogueText } from "../../ui/catalogue-text.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useOverlaySearch } from "../../ui/use-overlay-search.ts";
import { useLanguageOfFramework } from "../projects/use-catalogue-language.ts";
import styles from "./palette.module.css";
import { highlightParts } from "./highlight-parts.ts";
import type { Find } from "./find.ts";
import { FORMAT_NAMES, type Format } from "./formats.ts";
import { useFinds } from "./use-finds.ts";
import { useScope, type Scope } from "./use-scope.ts";

interface ListProps {
  id: string;
  finds: readonly Find[];
  at: number;
  onGo: (find: Find) => void;
}

const Highlight = ({ html }: { html: string }) => (
  <Note>
    {highlightParts(html).map(({ text, isMarked }, index) =>
      isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
    )}
  </Note>
);

interface FormatChoiceProps {
  format: Format | undefined;
  onFormat: (format: Format | undefined) => void;
}

/** Only evidence of one format, or everything. */
function FormatChoice({ format, onFormat }: FormatChoiceProps) {
  const { t } = useTranslation();
  const choices = [undefined, ...FORMAT_NAMES];
  return (
    <div role="group" aria-label={t("search.formats")}>
      {choices.map((one) => (
        <button key={one ?? "all"} type="button" aria-pressed={one === format} onClick={() => onFormat(one)}>
          {t(`search.format.${one ?? "all"}`)}
        </button>
      ))}
    </div>
  );
}

/** The project to search. The browser's own list, which opens above the dialog. */
function ProjectChoice({ scope: { projects, chosen, choose, isAll } }: { scope: Scope }) {
  const { t } = useTranslation();
  return (
    <select
      aria-label={t("search.project")}
      value={chosen?.id ?? ""}
      onChange={({ currentTarget: { value } }) => choose(value === "" ? undefined : value)}
    >
      <option value="">{t(isAll ? "nav.allProjects" : "search.latest")}</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** What is searched; nothing without projects. */
function Filters({ scope, ...format }: FormatChoiceProps & { scope: Scope }) {
  const { t } = useTranslation();
  const { projects, names } = scope;
  if (projects.length === 0 && names === null) return null;
  return (
    <div className={styles["filters"]}>
      <FormatChoice {...format} />
      {names !== null && <SearchField label={t("projects.find")} value={names.text} onSearch={names.set} />}
      <ProjectChoice scope={scope} />
    </div>
  );
}

/** Keys reach results below the edge of the list. */
const scrollIntoView = (row: HTMLLIElement | null): void => row?.scrollIntoView({ block: "nearest" });

function Finds({ id, finds, at, onGo }: ListProps) {
  const { t } = useTranslation();
  return (
    <ul id={id} role="listbox" aria-label={t("search.finds")} className={styles["finds"]}>
      {finds.map((find, index) => (
        <li
          key={`${find.kind}-${find.key}`}
          id={`${id}-${index}`}
          ref={index === at ? scrollIntoView : undefined}
          role="option"
          aria-selected={index === at}
          onClick={() => onGo(find)}
        >
          <span className={styles["kind"]}>{t(`search.kind.${find.kind}`)}</span>
          <span className={styles["text"]}>
            {find.kind === "control" ? <CatalogueText>{find.text}</CatalogueText> : find.text}
            {find.note !== undefined && <Note>{find.note}</Note>}
            {find.highlight !== undefined && <Highlight html={find.highlight} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface OutcomeProps {
  found: number;
  isSearching: boolean;
  error: unknown;
}

/** The state of the search, below its results. After an error, an empty list does not mean that there is nothing. */
function Outcome({ found, isSearching, error }: OutcomeProps) {
  const { t } = useTranslation();
  const hint = (): string => {
    if (isSearching) return t("search.searching");
    if (found > 0) return t("search.keys");
    return error === null ? t("search.nothing") : "";
  };
  return (
    <>
      {error !== null && (
        <div className={styles["problem"]}>
          <Problem error={error} />
        </div>
      )}
      <p className={styles["foot"]} role="status">
        {hint()}
      </p>
    </>
  );
}

function Search({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const list = useId();
  const navigate = useNavigate();
  const [{ find: before = "", findFormat: format }, change] = useOverlaySearch();
  const [typed, setTyped] = useState(before);
  const [chosen, setChosen] = useState(0);
  const scope = useScope();
  const language = useLanguageOfFramework(scope.chosen?.framework);
  const { query, finds, isSearching, error } = useFinds(typed, scope, format ?? null);
  useEffect(() => change({ find: query === "" ? undefined : query }), [query]);
  const at = Math.min(chosen, finds.length - 1);
  const go = ({ to, params, search }: Find) => {
    onDone();
    // Without what was searched for: the search is closed there.
    void navigate({ to, params, search: search ?? {} } as never);
  };
  const press = (event: KeyboardEvent) => {
    // The key ends the input of a word in Japanese, for example.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const find = finds[at];
    if (step !== undefined) setChosen((at + step + finds.length) % Math.max(1, finds.length));
    else if (event.key === "Enter" && find !== undefined) go(find);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles["field"]}>
        <IconSearch size={18} aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-expanded={finds.length > 0}
          aria-controls={list}
          aria-activedescendant={at < 0 ? undefined : `${list}-${at}`}
          aria-label={t("search.label")}
          placeholder={t(scope.chosen === undefined ? "search.everywhere" : "search.here")}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <Filters scope={scope} format={format} onFormat={(findFormat) => change({ findFormat })} />
      <CatalogueLanguage value={language}>
        <Finds id={list} finds={finds} at={at} onGo={go} />
      </CatalogueLanguage>
      <Outcome found={finds.length} isSearching={isSearching} error={error} />
    </>
  );
}

interface PaletteProps {
  onClose: () => void;
  /** Leaves for a result. */
  onDone: () => void;
}

/** The search above any page. */
export function Palette({ onClose, onDone }: PaletteProps) {
  const { t } = useTranslation();
  return (
    <Modal label={t("search.label")} onClose={onClose}>
      <Search onDone={onDone} />
    </Modal>
  );
}
