/** A control of a page: a locator of Playwright. */
interface Control {
  click(): Promise<void>;
  waitFor(): Promise<void>;
  getAttribute(name: string): Promise<string | null>;
}

/** The parts of Playwright's `Page` that a login needs. */
export interface LoginPage {
  getByRole(role: 'button' | 'heading' | 'img', options: { readonly name: string }): Control;
  waitForEvent(event: 'popup'): Promise<LoginPage>;
  context(): { newPage(): Promise<LoginPage> };
  goto(url: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Names on the buttons. */
const NAMES = {
  apple: 'Apple',
  discord: 'Discord',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
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
 * must be open, in English. For Farcaster, the page of the development wallet takes the place of the phone that scans the QR code.
 *
 * @param page - Playwright's page of the host.
 * @returns when the person was chosen; the page connects then.
 */
export async function loginWith(
  page: LoginPage,
  provider: keyof typeof NAMES,
  { as = 'someone new' }: LoginWithOptions = {},
): Promise<void> {
  const button = page.getByRole('button', { name: `Continue with ${NAMES[provider]}` });
  if (provider === 'farcaster') {
    await button.click();
    return approveOnPhone(page, as);
  }
  const opened = page.waitForEvent('popup');
  await button.click();
  const popup = await opened;
  await popup.getByRole('button', { name: `Continue as ${as}` }).click();
}

async function approveOnPhone(page: LoginPage, as: string): Promise<void> {
  const code = page.getByRole('img', { name: 'QR code to log in with Farcaster' });
  const phone = await page.context().newPage();
  await phone.goto((await code.getAttribute('data-uri')) ?? '');
  await phone.getByRole('button', { name: `Continue as ${as}` }).click();
  await phone.getByRole('heading', { name: 'Logged in' }).waitFor();
  await phone.close();
}
