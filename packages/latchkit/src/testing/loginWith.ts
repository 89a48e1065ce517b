/** A control of a page: a locator of Playwright. */
interface Control {
  click(): Promise<void>;
}

/** The parts of Playwright's `Page` that a login needs. */
export interface LoginPage {
  getByRole(role: 'button', options: { readonly name: string }): Control;
  waitForEvent(event: 'popup'): Promise<LoginPage>;
}

/** Names on the buttons. */
const NAMES = {
  apple: 'Apple',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  google: 'Google',
  x: 'X',
} as const;

/** Which person of the development identity provider logs in. */
export interface LoginWithOptions {
  /** The name on the button, for example `Ada`. Default: someone new, each time. */
  readonly as?: string;
}

/**
 * Logs in with a social provider, for which the development identity provider stands in (`npm start`). The page's Connect view
 * must be open, in English.
 *
 * @param page - Playwright's page of the host.
 * @returns when the person was chosen; the page connects then.
 */
export async function loginWith(
  page: LoginPage,
  provider: keyof typeof NAMES,
  { as = 'someone new' }: LoginWithOptions = {},
): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Continue with ${NAMES[provider]}` }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: `Continue as ${as}` }).click();
}
