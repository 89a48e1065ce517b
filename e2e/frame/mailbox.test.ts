import { digestOfAll } from '@latchkit/keyring';
import {
  type P256PublicJwk,
  registerInstallationCall,
  type registerInstallationRequest,
} from 'latchkit/protocol';
import type { BrowserContext, Page } from 'playwright-core';
import { type Hex, recoverMessageAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { createServiceClient } from '../../apps/frame/src/services/createServiceClient.js';
import { createMailbox } from '../../apps/frame/src/windowChannel/createMailbox.js';
import {
  createMailboxChannel,
  createMailboxSecrets,
  writeMailboxSecrets,
} from '../../apps/frame/src/windowChannel/createMailboxChannel.js';
import type { WindowOffer } from '../../apps/frame/src/windowChannel/windowMessages.js';
import { memoryInstallation } from '../../packages/keyring/test/memoryInstallation.js';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { passTime } from '../support/passTime.js';
import type { WalletVisit } from './support/WalletVisit.js';
import type { ServedWallet } from './support/walletServices.js';
import { it } from './support/walletVisits.js';

/** Bytes that are not readable text, which are approved only in the window. */
const HASH: Hex = `0x${'9c'.repeat(32)}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Logs a visitor in and lets the host request a signature. Returns the account and the promised result. */
async function askUnreadable(visit: WalletVisit): Promise<{ address: Hex; answer: Promise<unknown> }> {
  await visit.signIn(visit.served.suite.address());
  const { address } = (await visit.call('GET_USER', {})) as { address: Hex };
  return { address, answer: visit.ask('personal_sign', [HASH, address]) };
}

/** Presses 'Review in the wallet window', and returns the window once it shows the request. */
async function openWindow(visit: WalletVisit): Promise<Page> {
  const opened = awaitedLater(visit.page.context().waitForEvent('page'));
  await visit.button(/^Review in the wallet window/).click();
  const window = await opened;
  await window.locator('.content h1').waitFor();
  return window;
}

const button = (window: Page, name: string) => window.locator('.actions').getByRole('button', { name });

async function approve(window: Page): Promise<void> {
  const anyway = button(window, 'Approve anyway');
  await anyway.hover();
  await passTime(window, 600);
  await expect.poll(() => anyway.isEnabled()).toBe(true);
  await anyway.click();
}

/** Records the requests to the mailbox in any window. */
function mailboxRequestsOf({ page }: WalletVisit): string[] {
  const asked: string[] = [];
  page.context().on('request', request => {
    if (request.url().includes('/v1/mailbox/')) asked.push(request.method());
  });
  return asked;
}

describe("the wallet's window under a host page that keeps windows apart (COOP)", () => {
  it('has no opener, gets the request through the mailbox, and the host the signature that was approved in it', async ({
    sites,
    enter,
  }) => {
    sites.rules.opener = 'same-origin';
    const visit = await enter();
    const { address, answer } = await askUnreadable(visit);
    const asked = mailboxRequestsOf(visit);
    const window = await openWindow(visit);
    const closed = awaitedLater(window.waitForEvent('close'));
    expect(await window.evaluate(() => [opener, location.hash.length])).toEqual([null, 37]);
    expect(await window.locator('.origin').textContent()).toBe(new URL(visit.page.url()).origin);
    await approve(window);
    const signature = (await answer) as Hex;
    expect(await recoverMessageAddress({ message: { raw: HASH }, signature })).toBe(address);
    await closed;
    expect(asked).toContain('PUT');
    // No message is left in the mailbox.
    const kept = () => visit.served.suite.database.query('select ct from latchkit_wallet.mailbox');
    expect((await kept()).length).toBeGreaterThanOrEqual(2);
    await expect.poll(async () => (await kept()).filter(({ ct }) => ct !== null)).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'says that it is lost once it was reloaded, and the next one is another',
    async ({ sites, enter }) => {
      sites.rules.opener = 'same-origin';
      const visit = await enter();
      const { answer } = await askUnreadable(visit);
      const window = await openWindow(visit);
      const asked = mailboxRequestsOf(visit);
      await window.reload();
      await window.getByRole('status').filter({ hasText: 'can’t be reached' }).waitFor();
      expect(await window.locator('.origin').count()).toBe(0);
      // The wallet page still waits for the window's answer.
      expect(asked.filter(method => method !== 'GET')).toEqual([]);
      const next = await openWindow(visit);
      await button(next, 'Reject').click();
      expect(await answer).toMatchObject({ code: 'REJECTED' });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses there, opens again after it was closed, and closes when the request is over',
    async ({ sites, enter }) => {
      sites.rules.opener = 'same-origin';
      const visit = await enter();
      const { address, answer } = await askUnreadable(visit);
      await (await openWindow(visit)).close();
      const again = await openWindow(visit);
      await button(again, 'Reject').click();
      expect(await answer).toMatchObject({ code: 'REJECTED' });
      const other = awaitedLater(visit.ask('personal_sign', [HASH, address]));
      const window = await openWindow(visit);
      const closed = awaitedLater(window.waitForEvent('close'));
      await visit.call('RPC_ABORT', {});
      expect(await other).toMatchObject({ code: 'ABORTED' });
      await closed;
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'says what to press where it was blocked, and opens at the next press',
    async ({ sites, enter }) => {
      sites.rules.opener = 'unsafe-none';
      const visit = await enter();
      const { answer } = await askUnreadable(visit);
      const wallet = visit.page.frameLocator('iframe');
      const needed = visit.button(/^Review in the wallet window/);
      await needed.waitFor();
      // As in a browser that blocks popups.
      await needed.evaluate(() => Object.assign(window, { openAsBefore: window.open, open: () => null }));
      await needed.click();
      const hint = wallet.locator('.hint [data-tone="warning"]');
      await expect.poll(() => hint.textContent()).toContain('allow pop-ups for this site');
      await needed.evaluate(() =>
        Object.assign(window, { open: (window as { openAsBefore?: unknown }).openAsBefore }),
      );
      const opened = await openWindow(visit);
      await expect.poll(() => hint.count()).toBe(0);
      await button(opened, 'Reject').click();
      expect(await answer).toMatchObject({ code: 'REJECTED' });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is reached directly where the host lets it be, without a sealed message',
    async ({ sites, enter }) => {
      sites.rules.opener = 'same-origin-allow-popups';
      const visit = await enter();
      const { address, answer } = await askUnreadable(visit);
      const asked = mailboxRequestsOf(visit);
      const window = await openWindow(visit);
      expect(await window.evaluate(() => opener === null)).toBe(false);
      await approve(window);
      const signature = (await answer) as Hex;
      expect(await recoverMessageAddress({ message: { raw: HASH }, signature })).toBe(address);
      expect(asked).toEqual([]);
    },
  );
});

const KINDS = ['provision', 'passkey', 'password', 'message'] as const;

/** What an attacker asks for; each answer would be for the attacker's key. */
function payloadOf(
  kind: (typeof KINDS)[number],
  to: { readonly jkt: string; readonly encJwk: P256PublicJwk },
  page: { readonly projectId: string; readonly hostOrigin: string },
): string {
  const question = { challenge: 'AA', rpId: 'localhost', passkeys: [] };
  if (kind === 'message') return '0x68656c6c6f';
  return JSON.stringify({ provision: { ...to, ...page }, passkey: { question, to }, password: { to } }[kind]);
}

/**
 * Registers a mailbox with an attacker's key on a page that the attacker names, puts a forged request into it, and returns the
 * window's URL for it.
 */
async function leaveForgedOffer(
  { url, suite }: ServedWallet,
  kind: (typeof KINDS)[number],
  hostOrigin = 'https://bank.example',
): Promise<string> {
  const id = crypto.randomUUID();
  const [chainId, account, projectId] = ['eip155:1', `0x${'11'.repeat(20)}`, '0'.repeat(32)];
  const installation = await memoryInstallation();
  const { encJwk, ephemeral, jkt } = installation;
  const payload = payloadOf(kind, { jkt, encJwk }, { projectId, hostOrigin });
  const signings = [{ id, kind, chainId, account, payload }];
  const { all: digest } = await digestOfAll(signings);
  const offer: WindowOffer = {
    ...{ lk: 1, type: 'OFFER', id, projectId, signings, digest, isSwapped: false },
    identity: { hostOrigin, login: 'ba•••@bank.example', account, chainId, network: 'Ethereum' },
    review: {
      ...{ risk: 'R2', action: { text: 'action.signMessage' }, message: 'Call 555-0100 with your seed' },
      ...{ changes: [], facts: [], warnings: [], blocks: [], raw: [] },
    },
  };
  const fetch = async (request: Request) => {
    if (suite.services.frame === undefined) throw new Error('A service is missing.');
    return suite.services.frame.fetch(request);
  };
  const client = createServiceClient({ url, installation, projectId, hostOrigin, fetch });
  await client.call<typeof registerInstallationRequest>(registerInstallationCall, {
    body: { kind: 'frame', encJwk, ephemeral },
  });
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const secrets = createMailboxSecrets(digest);
  const channel = createMailboxChannel({
    secrets,
    signal: over.signal,
    onMessage: () => {},
    onBroken: () => {},
    join: () => createMailbox(client, installation.signingKey).register(secrets.box),
  });
  await channel.send(offer);
  return `${url}/window#${id}&${writeMailboxSecrets(secrets)}`;
}

/** Waits until a window has given up, and checks that it showed nothing and read no mailbox. */
async function expectNothing(window: Page, asked: readonly string[]): Promise<void> {
  await window.waitForLoadState();
  const end = window.getByRole('status').filter({ hasText: 'can’t be reached' });
  const shown = window.locator('.origin');
  const isOver = async () => {
    // The window waits 20 s for a wallet page.
    await window.clock.runFor(1_000);
    return end.or(shown).count();
  };
  await expect.poll(isOver, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
  expect(await shown.count()).toBe(0);
  await end.waitFor();
  expect(asked).toEqual([]);
}

/** Fakes the time of the pages that a context opens from now on, but not how they were opened, which the fake clock hides. */
async function installClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(window, { entriesOf: performance.getEntriesByType.bind(performance) });
  });
  await context.clock.install();
  await context.addInitScript(() => {
    performance.getEntriesByType = Reflect.get(window, 'entriesOf') as typeof performance.getEntriesByType;
  });
}

type Opening = (visit: WalletVisit, address: string) => Promise<Page>;

const popupOf = async ({ page }: WalletVisit, act: () => Promise<unknown>): Promise<Page> => {
  const opened = page.context().waitForEvent('page');
  await act();
  return opened;
};

const byScript =
  (features: string): Opening =>
  (visit, address) =>
    popupOf(visit, () =>
      visit.page.evaluate(([url, given]) => void window.open(url, '', given), [address, features] as const),
    );

const byLink =
  (rel: string): Opening =>
  (visit, address) =>
    popupOf(visit, async () => {
      await visit.page.evaluate(
        ([url, given]) => {
          const link = Object.assign(document.createElement('a'), {
            href: url,
            rel: given,
            target: '_blank',
          });
          link.textContent = 'Win a prize';
          document.body.append(link);
        },
        [address, rel] as const,
      );
      await visit.page.getByRole('link', { name: 'Win a prize' }).click();
    });

/** Sends a window that shows a page of the wallet service to the address. */
const fromPage =
  (path: string): Opening =>
  async (visit, address) => {
    const own = new URL(path, address).href;
    const popup = await popupOf(visit, () =>
      visit.page.evaluate(url => void Object.assign(window, { popup: window.open(url, '', 'popup') }), own),
    );
    await popup.waitForLoadState();
    await visit.page.evaluate(url => {
      (window as unknown as { popup: { location: string } }).popup.location = url;
    }, address);
    await popup.waitForURL(/\/window(#|$)/);
    return popup;
  };

/** Goes to the address in a new tab, leaves it, and comes back. */
const fromHistory: Opening = async (visit, address) => {
  const tab = await visit.page.context().newPage();
  await tab.goto(`${visit.hostUrl}/host.html`);
  await tab.evaluate(url => location.assign(url), address);
  await tab.waitForURL(/\/window#/);
  await tab.goBack();
  await tab.goForward();
  return tab;
};

/** As a user who pastes the address, and reloads it. */
const typed: Opening = async (visit, address) => {
  const tab = await visit.page.context().newPage();
  await tab.goto(address);
  await tab.goto('about:blank');
  await tab.goto(address);
  await tab.reload();
  return tab;
};

const OPENINGS: Readonly<Record<string, Opening>> = {
  'a script': byScript('popup'),
  'a script that cuts the opener': byScript('popup,noopener'),
  'a link': byLink('opener'),
  'a link that cuts the opener': byLink('noopener'),
  "a script, from the login's last page": fromPage('/window/done'),
  "a script, from the login's first page": fromPage('/window/oauth'),
  'the history': fromHistory,
  'a user': typed,
};

const FEW = [
  'a script that cuts the opener',
  'a link that cuts the opener',
  "a script, from the login's last page",
  'the history',
];

describe('a window that another page than the wallet opens', () => {
  const openings = Object.entries(OPENINGS).flatMap(([name, open], at) =>
    // A host page of the wallet, and one without.
    ['app', 'evil'].map(
      (site, other) => [name, site, KINDS[(at + other) % KINDS.length] ?? 'message', open] as const,
    ),
  );
  /** Each kind of offer once. */
  const few = openings.filter(([name, site]) => site === 'app' && FEW.includes(name));

  it.for(process.env.LATCHKIT_FULL ? openings : few)(
    'shows no request of a mailbox that a stranger registered: %s on %s, %s [SEC-103]',
    async ([, site, kind, open], { sites, enter, served }) => {
      delete sites.rules.opener;
      const visit = await enter(site);
      const address = await leaveForgedOffer(served, kind);
      await installClock(visit.page.context());
      const asked = mailboxRequestsOf(visit);
      await expectNothing(await open(visit, address), asked);
    },
  );
});
