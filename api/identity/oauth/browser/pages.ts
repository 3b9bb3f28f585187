import { createHash } from "node:crypto";
import type { Response } from "express";
import { FORGOT_PATH } from "../../../../domain/identity/password-reset.rules.ts";
import { PASSWORD_MIN } from "../../../../domain/users/password.rules.ts";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import type { AppError } from "../../../../platform/errors.ts";
import { requestIdOf } from "../../../../platform/web/envelope.ts";
import type { RawAnswer } from "../../../route.ts";
import { PAGE_STYLE } from "./page-style.ts";

const STYLE_HASH = createHash("sha256").update(PAGE_STYLE).digest("base64");

const BRAND =
  `<p class="brand"><svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4646c6"/>` +
  `<path d="M9 16.5l4.6 4.6L23 11.5" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>Compliance</p>`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char]!);

/** What a scope lets an application do, in the words of the consent page. */
const SENTENCES: Readonly<Record<Scope, string>> = {
  read: "Read everything that you can read",
  write: "Make changes on your behalf",
  admin: "Administer users, keys and integrations",
  audit: "Review evidence and read the audit log",
  webhook: "Manage webhook subscriptions",
};

export interface FormFrame {
  /** Where the form is posted, with its query. */
  action: string;
  /** The hidden field that ties the form to this browser; omitted where the URL itself is the secret. */
  token?: string;
  problem?: string | undefined;
}

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escape(title)}</title><style>${PAGE_STYLE}</style></head><body><main>${BRAND}<h1>${escape(title)}</h1>${content}</main></body></html>`;

const form = ({ action, token, problem }: FormFrame, content: string): string =>
  (problem === undefined ? "" : `<p class="problem" role="alert">${escape(problem)}</p>`) +
  `<form method="post" action="${escape(action)}">` +
  (token === undefined ? "" : `<input type="hidden" name="csrf" value="${escape(token)}">`) +
  `${content}</form>`;

const button = (action: string, text: string): string =>
  `<button name="action" value="${action}">${escape(text)}</button>`;

export interface PageLink {
  text: string;
  href: string;
}

const link = ({ text, href }: PageLink): string => `<p><a href="${escape(href)}">${escape(text)}</a></p>`;

export const signInPage = (frame: FormFrame, clientName: string, links: readonly PageLink[]): string =>
  page(
    "Sign in",
    `<p>to continue to <strong>${escape(clientName)}</strong></p>` +
      form(
        frame,
        `<label>E-mail address<input name="email" type="email" autocomplete="username" required autofocus></label>` +
          `<label>Password<input name="password" type="password" autocomplete="current-password" required></label>` +
          button("sign-in", "Sign in"),
      ) +
      [...links, { text: "Forgot your password?", href: FORGOT_PATH }].map(link).join(""),
  );

export const codePage = (frame: FormFrame): string =>
  page(
    "Second factor",
    form(
      frame,
      `<label>Code from your authenticator app, or a recovery code<input name="otp" autocomplete="one-time-code" required autofocus></label>` +
        button("code", "Continue") +
        `<button name="action" value="switch" formnovalidate>Use another account</button>`,
    ),
  );

export const forgotPasswordPage = (frame: FormFrame): string =>
  page(
    "Forgot your password?",
    `<p>We will e-mail you a link to set a new one.</p>` +
      form(
        frame,
        `<label>E-mail address<input name="email" type="email" autocomplete="username" required autofocus></label>` +
          `<button>Send me a link</button>`,
      ),
  );

export const newPasswordPage = (frame: FormFrame): string =>
  page(
    "Set a new password",
    form(
      frame,
      `<label>New password, at least ${PASSWORD_MIN} characters<input name="new_password" type="password" autocomplete="new-password" required autofocus></label>` +
        `<button>Set the password</button>`,
    ),
  );

export const invitationPage = (frame: FormFrame, email: string, name = ""): string =>
  page(
    "Create your account",
    `<p>You are invited as <strong>${escape(email)}</strong>.</p>` +
      form(
        frame,
        `<label>Your name<input name="name" value="${escape(name)}" autocomplete="name" maxlength="200" required autofocus></label>` +
          `<label>Password, at least ${PASSWORD_MIN} characters<input name="new_password" type="password" autocomplete="new-password" required></label>` +
          `<button>Create the account</button>`,
      ),
  );

export interface ConsentFacts {
  clientName: string;
  /** Where the response is sent. */
  host: string;
  email: string;
  scopes: readonly string[];
}

export const consentPage = (frame: FormFrame, { clientName, host, email, scopes }: ConsentFacts): string =>
  page(
    `Allow ${clientName}?`,
    `<p><strong>${escape(clientName)}</strong> (${escape(host)}) asks for access on behalf of ${escape(email)}:</p>` +
      `<ul>${scopes.map((scope) => `<li>${escape(SENTENCES[scope as Scope])}</li>`).join("")}</ul>` +
      form(
        frame,
        button("allow", "Allow") + button("deny", "Deny") + button("switch", "Use another account"),
      ),
  );

export interface LinkFacts {
  /** The name of the chat, the account in it, and the user here. */
  chat: string;
  name: string;
  email: string;
}

export const linkPage = (frame: FormFrame, { chat, name, email }: LinkFacts): string =>
  page(
    `Link ${chat}?`,
    `<p><strong>${escape(name)}</strong> of ${escape(chat)} would act as ${escape(email)}: see, upload and review everything you may.</p>` +
      `<p>Continue only if you requested this link yourself.</p>` +
      form(frame, button("allow", "Link") + button("deny", "No") + button("switch", "Use another account")),
  );

export const deviceCodePage = (frame: FormFrame): string =>
  page(
    "Connect a device",
    form(
      frame,
      `<label>The code your device shows<input name="user_code" autocomplete="off" required autofocus></label>` +
        button("find", "Continue"),
    ),
  );

export const messagePage = (title: string, message: string, next?: PageLink): string =>
  page(title, `<p>${escape(message)}</p>${next === undefined ? "" : link(next)}`);

/** What a page says about an error; of one in this service, only the id under which the log has it. */
export const failureText = (response: Response, { code, message }: AppError): string =>
  code === "INTERNAL_ERROR"
    ? `Internal error. Try again in a moment; if it happens again, report the request id ${requestIdOf(response)}.`
    : message;

/**
 * Sends a page that runs no script and cannot be framed. `origin` is the permitted target of a redirect after
 * a form, which browsers check like the form itself.
 */
export function sendPage(response: Response, status: number, html: string, origin?: string): void {
  const targets = origin === undefined ? "'self'" : `'self' ${origin}`;
  response.set({
    "Cache-Control": "no-store",
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
  });
  response.status(status).type("html").send(html);
}

/** Answers with a page that only shows a message. */
export const showMessage =
  (status: number, title: string, text: string): RawAnswer =>
  (response) =>
    sendPage(response, status, messagePage(title, text));
