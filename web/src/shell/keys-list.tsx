import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Modal } from "../ui/modal.tsx";
import styles from "./keys-list.module.css";

const EVERYWHERE = [
  ["Ctrl K", "search"],
  ["N", "notifications"],
  ["?", "help"],
  ["Esc", "close"],
  ["Ctrl Enter", "send"],
  ["Ctrl Z", "undo"],
] as const;

const MOVES = [
  ["J", "next"],
  ["K", "previous"],
] as const;

/** By the address of the page. */
const ON_PAGES = [
  [
    /^\/review$/,
    [
      ["A", "approve"],
      ["R", "reject"],
      ...MOVES,
      ["X", "choose"],
      ["Shift X", "chooseAll"],
      ["Shift A", "approveMany"],
      ["Shift R", "rejectMany"],
    ],
  ],
  [/^\/questionnaires\//, [["A", "accept"], ["E", "edit"], ["R", "refuse"], ...MOVES]],
  [/\/controls$/, [["↑ ↓", "rows"]]],
] as const;

type Keys = readonly (readonly [key: string, what: KeyText])[];
type KeyText = (typeof EVERYWHERE)[number][1] | (typeof ON_PAGES)[number][1][number][1];

function KeyList({ title, keys }: { title: string; keys: Keys }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keyboard shortcuts of the page, and those that work everywhere. */
export function KeysList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const here = ON_PAGES.find(([path]) => path.test(pathname));
  return (
    <Modal label={t("keys.title")} onClose={onClose}>
      <div className={styles["help"]}>
        <h2>{t("keys.title")}</h2>
        {here !== undefined && <KeyList title={t("keys.here")} keys={here[1]} />}
        <KeyList title={t("keys.everywhere")} keys={EVERYWHERE} />
      </div>
    </Modal>
  );
}
