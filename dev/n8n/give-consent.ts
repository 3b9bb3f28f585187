import { StackError } from "../stack/stack-error.ts";

const REQUEST_MS = 30_000;

interface Page {
  url: string;
  html: string;
  /** The redirect outside the service. */
  leadsTo: string | null;
}

const unescape = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** A browser without scripts: cookies and forms. */
function createPages() {
  const cookies = new Map<string, string>();
  async function load(url: string, body?: URLSearchParams): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      body: body ?? null,
      redirect: "manual",
      headers: { cookie },
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, decodeURIComponent(value));
    }
    const html = await response.text();
    const location = response.headers.get("location");
    if (location === null) return { url, html, leadsTo: null };
    const target = new URL(location, url);
    if (target.origin !== new URL(url).origin) return { url, html, leadsTo: target.href };
    return load(target.href);
  }
  const press = (page: Page, fields: Record<string, string>): Promise<Page> => {
    const action = unescape(/<form method="post" action="([^"]*)"/.exec(page.html)?.[1] ?? "");
    const csrf = unescape(/name="csrf" value="([^"]*)"/.exec(page.html)?.[1] ?? "");
    return load(new URL(action, page.url).href, new URLSearchParams({ csrf, ...fields }));
  };
  return { open: (url: string) => load(url), press };
}

/** A user's actions on our pages: signs in and allows. Returns the final redirect. */
export async function giveConsent(
  authorizeUrl: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { open, press } = createPages();
  const consent = await press(await open(authorizeUrl), { action: "sign-in", email, password });
  const { leadsTo, html } = await press(consent, { action: "allow" });
  if (leadsTo === null) throw new StackError(`Consent did not lead back: ${html.slice(0, 1_000)}`);
  return leadsTo;
}
