import type { Page } from "playwright-core";

/** Fills in the form of the console's sign-in page and sends it. */
export async function signInOnPage(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
