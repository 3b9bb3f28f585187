import type { Response } from "express";
import { FORGOT_PATH } from "../../../../domain/identity/password-reset.rules.ts";
import { PASSWORD_MIN } from "../../../../domain/users/password.rules.ts";
import type { Texts } from "../../../../domain/texts/en.ts";
import type { Language } from "../../../../domain/texts/language.rules.ts";
import { textsIn } from "../../../../domain/texts/texts-in.ts";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import type { AppError } from "../../../../platform/errors.ts";
import { requestIdOf } from "../../../../platform/web/envelope.ts";
import type { RawAnswer } from "../../../route.ts";
import { acceptedLanguage } from "./accepted-language.ts";
import { explainedBy, say, sayWhy, type Message, type PageText } from "./page-message.ts";
import { pageStyle } from "./page-style.ts";

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

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** A page in any language. */
export type TranslatedPage = (texts: Texts) => string;

export interface FormFrame {
  /** Where the form is posted, with its query. */
  action: string;
  /** The hidden field that ties the form to this browser; omitted where the URL itself is the secret. */
  token?: string;
  problem?: Message | undefined;
}

const page =
  (title: PageText, content: (texts: Texts) => string): TranslatedPage =>
  (texts) => {
    const heading = escape(title(texts.pages));
    return (
      `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${heading}</title><style>${pageStyle().text}</style></head><body><main>${BRAND}<h1>${heading}</h1>${content(texts)}</main></body></html>`
    );
  };

/** A paragraph with a message; `mark` has attributes. */
function paragraph(texts: Texts, message: Message, mark = ""): string {
  const { text, lang } = message(texts);
  return `<p${mark}${lang === undefined ? "" : ` lang="${lang}"`}>${escape(text)}</p>`;
}

const form = (texts: Texts, { action, token, problem }: FormFrame, content: string): string =>
  (problem === undefined ? "" : paragraph(texts, problem, ` class="problem" role="alert"`)) +
  `<form method="post" action="${escape(action)}">` +
  (token === undefined ? "" : `<input type="hidden" name="csrf" value="${escape(token)}">`) +
  `${content}</form>`;

const button = (action: string, text: string): string =>
  `<button name="action" value="${action}">${escape(text)}</button>`;

/** A field; `attributes` are as in HTML. */
const field = (label: string, attributes: string): string =>
  `<label>${escape(label)}<input ${attributes} required></label>`;

const EMAIL = `name="email" type="email" autocomplete="username" autofocus`;

const strong = (text: string): string => `<strong>${escape(text)}</strong>`;

export interface PageLink {
  text: PageText;
  href: string;
}

const link = ({ pages }: Texts, { text, href }: PageLink): string =>
  `<p><a href="${escape(href)}">${escape(text(pages))}</a></p>`;

export const signInPage = (frame: FormFrame, subject: PageText, links: readonly PageLink[]): TranslatedPage =>
  page(
    ({ signIn }) => signIn.title,
    (texts) => {
      const { pages } = texts;
      return (
        `<p>${pages.signIn.continueTo(strong(subject(pages)))}</p>` +
        form(
          texts,
          frame,
          field(pages.email, EMAIL) +
            field(pages.password, `name="password" type="password" autocomplete="current-password"`) +
            button("sign-in", pages.signIn.title),
        ) +
        [...links, { text: () => pages.signIn.forgot, href: FORGOT_PATH }]
          .map((one) => link(texts, one))
          .join("")
      );
    },
  );

export const codePage = (frame: FormFrame): TranslatedPage =>
  page(
    ({ code }) => code.title,
    (texts) =>
      form(
        texts,
        frame,
        field(texts.pages.code.code, `name="otp" autocomplete="one-time-code" autofocus`) +
          button("code", texts.pages.continue) +
          `<button name="action" value="switch" formnovalidate>${escape(texts.pages.otherAccount)}</button>`,
      ),
  );

export const forgotPasswordPage = (frame: FormFrame): TranslatedPage =>
  page(
    ({ forgotPassword }) => forgotPassword.title,
    (texts) => {
      const { email, forgotPassword } = texts.pages;
      const fields = `${field(email, EMAIL)}<button>${escape(forgotPassword.send)}</button>`;
      return `<p>${escape(forgotPassword.intro)}</p>${form(texts, frame, fields)}`;
    },
  );

const newPasswordField = (label: string, more = ""): string =>
  field(label, `name="new_password" type="password" autocomplete="new-password"${more}`);

export const newPasswordPage = (frame: FormFrame): TranslatedPage =>
  page(
    ({ newPassword }) => newPassword.title,
    (texts) => {
      const { password, set } = texts.pages.newPassword;
      const fields = newPasswordField(password(PASSWORD_MIN), " autofocus");
      return form(texts, frame, `${fields}<button>${escape(set)}</button>`);
    },
  );

export const invitationPage = (frame: FormFrame, email: string, name = ""): TranslatedPage =>
  page(
    ({ invitation }) => invitation.title,
    (texts) => {
      const { invitation } = texts.pages;
      return (
        `<p>${invitation.invited(strong(email))}</p>` +
        form(
          texts,
          frame,
          field(
            invitation.name,
            `name="name" value="${escape(name)}" autocomplete="name" maxlength="200" autofocus`,
          ) +
            newPasswordField(invitation.password(PASSWORD_MIN)) +
            `<button>${escape(invitation.create)}</button>`,
        )
      );
    },
  );

export interface ConsentFacts {
  clientName: string;
  /** Where the response is sent. */
  host: PageText;
  email: string;
  scopes: readonly string[];
}

export const consentPage = (
  frame: FormFrame,
  { clientName, host, email, scopes }: ConsentFacts,
): TranslatedPage =>
  page(
    ({ consent }) => consent.title(clientName),
    (texts) => {
      const { pages } = texts;
      const { consent, allow, deny, otherAccount } = pages;
      const items = scopes.map((scope) => `<li>${escape(consent.scopes[scope as Scope])}</li>`);
      return (
        `<p>${consent.asks(strong(clientName), escape(host(pages)), escape(email))}</p>` +
        `<ul>${items.join("")}</ul>` +
        form(texts, frame, button("allow", allow) + button("deny", deny) + button("switch", otherAccount))
      );
    },
  );

export interface LinkFacts {
  /** The name of the chat, the account in it, and the user here. */
  chat: string;
  name: string;
  email: string;
}

export const linkPage = (frame: FormFrame, { chat, name, email }: LinkFacts): TranslatedPage =>
  page(
    ({ link: { title } }) => title(chat),
    (texts) => {
      const { link: words, otherAccount } = texts.pages;
      return (
        `<p>${words.would(strong(name), escape(chat), escape(email))}</p>` +
        `<p>${escape(words.warning)}</p>` +
        form(
          texts,
          frame,
          button("allow", words.link) + button("deny", words.no) + button("switch", otherAccount),
        )
      );
    },
  );

export const deviceCodePage = (frame: FormFrame): TranslatedPage =>
  page(
    ({ device }) => device.title,
    (texts) =>
      form(
        texts,
        frame,
        field(texts.pages.device.code, `name="user_code" autocomplete="off" autofocus`) +
          button("find", texts.pages.continue),
      ),
  );

export const messagePage = (title: PageText, message: Message, next?: PageLink): TranslatedPage =>
  page(title, (texts) => paragraph(texts, message) + (next === undefined ? "" : link(texts, next)));

/** What a page says about an error; of one in this service, only the id under which the log has it. */
export const failureText = (response: Response, error: AppError): Message =>
  error.code === "INTERNAL_ERROR"
    ? say(({ failure }) => failure.internal(requestIdOf(response)))
    : sayWhy(explainedBy(error));

export interface PageOptions {
  /** The permitted target of a redirect after a form, which browsers check like the form itself. */
  origin?: string | undefined;
  /** The language of the signed-in user; by default, of the browser. */
  language?: Language | null | undefined;
}

/** Sends a page that runs no script, loads nothing but our fonts, and cannot be framed. */
export function sendPage(
  response: Response,
  status: number,
  shown: TranslatedPage,
  { origin, language }: PageOptions = {},
): void {
  const targets = origin === undefined ? "'self'" : `'self' ${origin}`;
  const texts = textsIn(language ?? acceptedLanguage(response.req));
  response.vary("Accept-Language").set({
    "Cache-Control": "no-store",
    "Content-Language": texts.language,
    "Content-Security-Policy": `default-src 'none'; style-src '${pageStyle().hash}'; font-src 'self'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
  });
  response.status(status).type("html").send(shown(texts));
}

interface MessageOptions extends PageOptions {
  /** Where to go from there. */
  next?: PageLink;
}

/** Answers with a page that only shows a message. */
export const showMessage =
  (status: number, title: PageText, message: Message, { next, ...options }: MessageOptions = {}): RawAnswer =>
  (response) =>
    sendPage(response, status, messagePage(title, message, next), options);
