import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import layout from "../../ui/layout.module.css";
import { Problem } from "../../ui/problem.tsx";
import { useHasPassword } from "../identity/use-has-password.ts";
import { secondFactorQuery } from "./me.queries.ts";
import { QrCode } from "./qr-code.tsx";
import styles from "./me.module.css";

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

/** Two-factor authentication is enabled only after the app has produced a valid code. */
function Confirm({
  uri,
  secret,
  onDone,
}: {
  uri: string;
  secret: string;
  onDone: (codes: string[]) => void;
}) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => api.POST("/auth/totp/confirm", { body: { code } }),
    onSuccess: ({ data }) => onDone(data!.data.recovery_codes),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <p>{t("me.scan")}</p>
        <QrCode text={uri} label={t("me.qrLabel")} />
        <Note>
          {t("me.orType")} <code className={styles["secret"]}>{secret}</code>
        </Note>
        {/* A phone cannot scan its own screen. */}
        <a href={uri}>{t("me.openApp")}</a>
        <TextInput
          label={t("signIn.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={confirm.isPending}>
            {t("me.confirm")}
          </Button>
        </div>
      </form>
      {confirm.error !== null && <Problem error={confirm.error} />}
    </>
  );
}

function SetUp({ onDone }: { onDone: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const begin = useMutation({ mutationFn: () => api.POST("/auth/totp", { body: { password } }) });
  const made = begin.data?.data?.data;
  if (made !== undefined) return <Confirm uri={made.otpauth_uri} secret={made.secret} onDone={onDone} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    begin.mutate();
  };
  return (
    <>
      <form onSubmit={submit} className={layout["form"]}>
        <p>{t("me.secondFactorWhy")}</p>
        <PasswordInput
          label={t("signIn.password")}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={begin.isPending}>
            {t("me.setUp")}
          </Button>
        </div>
      </form>
      {begin.error !== null && <Problem error={begin.error} />}
    </>
  );
}

/** Creates new recovery codes or disables two-factor authentication; both require the password and a code. */
function Change({ onCodes }: { onCodes: (codes: string[] | null) => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const body = { password, code };
  const renew = useMutation({
    mutationFn: () => api.POST("/auth/totp/recovery-codes", { body }),
    onSuccess: ({ data }) => {
      // Each code works once.
      setCode("");
      onCodes(data!.data.recovery_codes);
    },
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE("/auth/totp", { body }),
    // Codes that are still shown no longer work.
    onSuccess: () => onCodes(null),
  });
  /** Only the latest answer counts. */
  const begin = (action: "renew" | "remove") => {
    renew.reset();
    remove.reset();
    if (action === "renew") renew.mutate();
    else remove.mutate();
  };
  const isReady = password !== "" && code !== "";
  return (
    <div className={layout["form"]}>
      <PasswordInput
        label={t("signIn.password")}
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <TextInput
        label={t("signIn.code")}
        description={t("signIn.codeHint")}
        autoComplete="one-time-code"
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <div className={layout["toolbar"]}>
        <Button
          variant="default"
          disabled={!isReady || remove.isPending}
          loading={renew.isPending}
          onClick={() => begin("renew")}
        >
          {t("me.newCodes")}
        </Button>
        <Button
          variant="default"
          disabled={!isReady || renew.isPending}
          loading={remove.isPending}
          onClick={() => begin("remove")}
        >
          {t("me.turnOff")}
        </Button>
      </div>
      {(renew.error ?? remove.error) !== null && <Problem error={renew.error ?? remove.error} />}
    </div>
  );
}

/** Two-factor authentication with an app. */
export function SecondFactorCard() {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const toast = useToast();
  const [codes, setCodes] = useState<string[] | null>(null);
  const query = useQuery(secondFactorQuery);
  const hasPassword = useHasPassword();
  // Each step takes the place of the one before.
  const kept = useKeptFocus<HTMLDivElement>();
  const take = (made: string[] | null) => {
    setCodes(made);
    if (made === null) toast({ text: t("users.secondFactorRemoved") });
    void refresh();
  };
  // It is asked for after the password.
  if (!hasPassword)
    return (
      <Card title={t("me.secondFactor")}>
        <p>{t("me.secondFactorElsewhere")}</p>
      </Card>
    );
  return (
    <Card title={t("me.secondFactor")}>
      <WhenLoaded query={query} lines={3}>
        {({ enabled, recovery_codes_left: left }) => (
          <div {...kept} className={layout["stack"]} role="group" aria-label={t("me.secondFactor")}>
            <div className={layout["inline"]}>
              <Badge tone={enabled ? "good" : "warn"}>{t(enabled ? "me.on" : "me.off")}</Badge>
              {enabled && <Note>{t("me.codesLeft", { count: left })}</Note>}
            </div>
            {codes !== null && (
              <ShownOnce label={t("me.codes")} secret={codes.join("\n")} file="recovery-codes.txt" />
            )}
            {enabled ? <Change onCodes={take} /> : <SetUp onDone={take} />}
          </div>
        )}
      </WhenLoaded>
    </Card>
  );
}
