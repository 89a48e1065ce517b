import { digestOfAll } from '@latchkit/keyring';
import type { Page } from 'playwright-core';
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

/** Puts a forged request into the mailbox with an attacker's key, and returns the window's URL for it. */
async function leaveForgedOffer({ url, suite }: ServedWallet, hostOrigin: string): Promise<string> {
  const id = crypto.randomUUID();
  const [chainId, account, projectId] = ['eip155:1', `0x${'11'.repeat(20)}`, '0'.repeat(32)];
  const signings = [{ id, kind: 'message' as const, chainId, account, payload: '0x68656c6c6f' }];
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
  const installation = await memoryInstallation();
  const client = createServiceClient({ url, installation, projectId, hostOrigin, fetch });
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const secrets = createMailboxSecrets(digest);
  const channel = createMailboxChannel({
    ...{ secrets, own: 'frame', signal: over.signal },
    mailbox: createMailbox({ url, client: () => client, fetch }),
    onMessage: () => {},
    onBroken: () => {},
  });
  await channel.send(offer);
  return `${url}/window#${id}&${writeMailboxSecrets(secrets)}`;
}

describe('a window that another page than the wallet opens', () => {
  const openers = ['noopener', ''].flatMap(feature => ['app', 'evil'].map(site => [site, feature] as const));

  it.for(openers)(
    'shows no request of a mailbox that page chose: %s, %s',
    async ([site, feature], { sites, enter, served }) => {
      delete sites.rules.opener;
      const visit = await enter(site);
      const address = await leaveForgedOffer(served, 'https://bank.example');
      // The window waits 20 s for a wallet page.
      await visit.page.context().clock.install();
      const asked = mailboxRequestsOf(visit);
      const opened = awaitedLater(visit.page.context().waitForEvent('page'));
      await visit.page.evaluate(
        ([url, features]) => {
          window.open(url, '', features);
        },
        [address, `popup,${feature}`] as const,
      );
      const review = await opened;
      await review.waitForLoadState();
      const end = review.getByRole('status').filter({ hasText: 'can’t be reached' });
      const shown = review.locator('.origin');
      const isOver = async () => {
        await review.clock.runFor(1_000);
        return end.or(shown).count();
      };
      await expect.poll(isOver, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
      expect(await shown.count()).toBe(0);
      await end.waitFor();
      expect(asked).toEqual([]);
    },
  );
});
