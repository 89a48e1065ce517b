import type { Page } from 'playwright-core';
import type { DemoPage } from './DemoPage.js';

/** What the host reads about the login. */
export function login(page: Page) {
  return page.evaluate(() => {
    const { namespaces, activeNamespace, connections } = window.demo.kit.store.getState();
    const { isConnected } = namespaces[activeNamespace]?.account ?? {};
    return {
      isConnected,
      socialProvider: namespaces[activeNamespace]?.socialProvider,
      auth: connections[0]?.auth,
    };
  });
}

/** Opens Connect on the demo, without an installed wallet unless the query says otherwise. */
export async function openConnect(demo: DemoPage, query = ''): Promise<void> {
  // Without an empty parameter, which the page would not restore after a login in the tab itself.
  await demo.open([...(query.includes('wallet=') ? [] : ['wallet=none']), query].filter(Boolean).join('&'));
  await demo.connectButton.click();
  await demo.shows('Connect');
}

/** Presses a button that opens a popup, and returns the popup. */
export async function pressSocial(demo: DemoPage, name = 'Continue with Google'): Promise<Page> {
  const opened = demo.page.waitForEvent('popup');
  await demo.button(name).click();
  return opened;
}

/** Lets the browser block every popup of the page. */
export function blockPopups(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.open = () => null;
  });
}

/** Waits until the visitor is asked to sign in, and the host is not connected yet. */
export async function signInIsAsked(demo: DemoPage): Promise<void> {
  await demo.shows('SIWXSignMessage', 'Sign in');
  await demo.signButton.waitFor();
  await demo.reads('session', 'none');
}
