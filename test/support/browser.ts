/** A page without scripts. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  html: string;
  /** The target of a redirect, possibly outside; null if there is none. */
  location: string | null;
}

export interface Browser {
  cookies: Map<string, string>;
  open(url: string): Promise<Page>;
  /** Submits the page's form; follows redirects to the same host. */
  press(page: Page, fields: Record<string, string>): Promise<Page>;
}

const unescape = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");

/** Cookies and forms only: our pages need no more. `language` is what it accepts. */
export function createBrowser(language?: string): Browser {
  const cookies = new Map<string, string>();
  const accept: Record<string, string> = language === undefined ? {} : { "accept-language": language };
  async function load(url: string, init: RequestInit = {}): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { cookie, ...accept } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, decodeURIComponent(value));
    }
    const { status, headers } = response;
    const html = await response.text();
    const target = headers.get("location");
    const location = target === null ? null : new URL(target, url).href;
    if (location !== null && new URL(location).origin === new URL(url).origin) return load(location);
    // The URL as sent: parsing it would hide changes of the redirect URI.
    return { url, status, headers, html, location: target };
  }
  return {
    cookies,
    open: (url) => load(url),
    press(page, fields) {
      const action = unescape(/<form method="post" action="([^"]*)"/.exec(page.html)?.[1] ?? "");
      const csrf = unescape(/name="csrf" value="([^"]*)"/.exec(page.html)?.[1] ?? "");
      const body = new URLSearchParams({ csrf, ...fields });
      return load(new URL(action, page.url).href, { method: "POST", body });
    },
  };
}
