import type { DrivenBrowser, Tab } from './DrivenBrowser.js';
import { eventually, Visitor } from './Visitor.js';

/** Opens Connect and continues with a provider. */
async function continuesWith(visitor: Visitor, provider: string): Promise<void> {
  await visitor.presses('header button', 'Connect');
  await visitor.isShown('Connect');
  await visitor.presses('[role="dialog"] button', `Continue with ${provider}`);
}

/** Returns the login's end as the host sees it: the wallet's address. */
async function connectedAddress(visitor: Visitor): Promise<string> {
  await visitor.tab.show();
  await visitor.reads('status', 'connected');
  await visitor.isClosed();
  return visitor.read('address');
}

/** Logs in with Google, in the popup, as a person of the development provider, and returns the wallet's address. */
export async function logInByPopup(browser: DrivenBrowser, visitor: Visitor, as: string): Promise<string> {
  const known = new Set((await browser.tabs()).map(({ id }) => id));
  const opened = async (): Promise<Tab | undefined> =>
    (await browser.tabs()).find(({ id }) => !known.has(id));
  await continuesWith(visitor, 'Google');
  await eventually(async () => (await opened()) !== undefined, true);
  const popup = await opened();
  if (popup === undefined) throw new Error('The popup did not open.');
  await popup.show();
  await new Visitor(popup).presses('button', `Continue as ${as}`);
  await eventually(async () => (await opened()) === undefined, true);
  return connectedAddress(visitor);
}

/** Logs in with Farcaster: the link of the QR code is opened in another tab, as a phone would. Returns the wallet's address. */
export async function logInByFarcaster(browser: DrivenBrowser, visitor: Visitor): Promise<string> {
  await continuesWith(visitor, 'Farcaster');
  await visitor.isShown('ConnectingFarcaster');
  await visitor.finds('.lk-qr[data-uri]');
  const url = await visitor.tab.evaluate('page', () => {
    const root = document.querySelector('latchkit-root')?.shadowRoot;
    return root?.querySelector('.lk-qr')?.getAttribute('data-uri') ?? '';
  });
  const phone = new Visitor(await browser.open());
  await phone.tab.show();
  await phone.tab.goto(url);
  await phone.presses('button', 'Continue as someone new');
  await phone.finds('h1', 'Logged in');
  await phone.tab.close();
  return connectedAddress(visitor);
}
