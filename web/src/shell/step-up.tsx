import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Providers } from "../features/identity/providers.tsx";
import { onSignInElsewhere } from "../features/identity/sign-in-elsewhere.ts";
import { SignInForm } from "../features/identity/sign-in-form.tsx";
import { useProfile } from "../features/identity/use-profile.ts";
import { setStepUp } from "../http/fetch-with-step-up.ts";
import { Modal } from "../ui/modal.tsx";
import { Note } from "../ui/note.tsx";
import styles from "./step-up.module.css";

interface Question {
  answer: (isSignedIn: boolean) => void;
}

/** The dialog for signing in again, above the current page, whose action then continues. */
export function StepUp() {
  const { t } = useTranslation();
  const { id, email } = useProfile();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    setStepUp(
      () =>
        new Promise((resolve) => {
          const answer = (isSignedIn: boolean): void => {
            setQuestion(null);
            resolve(isSignedIn);
          };
          setQuestion({ answer });
        }),
    );
    return () => setStepUp(null);
  }, []);
  useEffect(() => {
    if (question === null) return;
    return onSignInElsewhere(id, () => question.answer(true));
  }, [question, id]);
  if (question === null) return null;
  return (
    <Modal label={t("stepUp.title")} onClose={() => question.answer(false)}>
      <div className={styles["ask"]}>
        <h2>{t("stepUp.title")}</h2>
        <p>
          <Note>{t("stepUp.why", { email })}</Note>
        </p>
        <SignInForm known={email} onward={() => question.answer(true)} />
        <Providers again />
      </div>
    </Modal>
  );
}
