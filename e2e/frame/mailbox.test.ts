import type { Page } from 'playwright-core';
import { type Hex, recoverMessageAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import type { WalletVisit } from './support/WalletVisit.js';
import { it } from './support/walletVisits.js';

/** Bytes that no wallet can read: approved in the window only. */
const HASH: Hex = `0x${'9c'.repeat(32)}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Signs a visitor in and has the host ask for a signature; answers the account, and what the host gets. */
async function askUnreadable(visit: WalletVisit): Promise<{ address: Hex; answer: Promise<unknown> }> {
  await visit.signIn(visit.served.suite.address());
  const { address } = (await visit.call('GET_USER', {})) as { address: Hex };
  return { address, answer: visit.ask('personal_sign', [HASH, address]) };
}

/** Presses 'Review in wallet window', and answers the window once it shows the request. */
async function openWindow(visit: WalletVisit): Promise<Page> {
  const opened = visit.page.context().waitForEvent('page');
  await visit.button(/^Review in wallet window/).click();
  const window = await opened;
  await window.locator('.content h1').waitFor();
  return window;
}

const button = (window: Page, name: string) => window.locator('.actions').getByRole('button', { name });

async function approve(window: Page): Promise<void> {
  const anyway = button(window, 'Approve anyway');
  await expect.poll(() => anyway.getAttribute('aria-disabled')).toBe('false');
  await anyway.click();
}

/** What was asked of the mailbox from here on, in any window. */
function lettersOf({ page }: WalletVisit): string[] {
  const asked: string[] = [];
  page.context().on('request', request => {
    if (request.url().includes('/v1/mailbox/')) asked.push(request.method());
  });
  return asked;
}

describe("the wallet's window under a host page that keeps windows apart (COOP)", {
  timeout: 120_000,
}, () => {
  it('has no opener, gets the request by letters, and the host the signature that was approved in it', async ({
    sites,
    enter,
  }) => {
    sites.rules.opener = 'same-origin';
    const visit = await enter();
    const { address, answer } = await askUnreadable(visit);
    const asked = lettersOf(visit);
    const window = await openWindow(visit);
    const closed = window.waitForEvent('close');
    expect(await window.evaluate(() => [opener, location.hash.length])).toEqual([null, 37]);
    expect(await window.locator('.origin').textContent()).toBe(new URL(visit.page.url()).origin);
    await approve(window);
    const signature = (await answer) as Hex;
    expect(await recoverMessageAddress({ message: { raw: HASH }, signature })).toBe(address);
    await closed;
    expect(asked).toContain('PUT');
    // None of them is left to be read.
    const kept = await visit.served.suite.database.query('select ct from latchkit_wallet.mailbox');
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(kept.filter(({ ct }) => ct !== null)).toEqual([]);
  });

  it('refuses there, opens again after it was closed, and closes when the request is over', async ({
    sites,
    enter,
  }) => {
    sites.rules.opener = 'same-origin';
    const visit = await enter();
    const { address, answer } = await askUnreadable(visit);
    await (await openWindow(visit)).close();
    const again = await openWindow(visit);
    await button(again, 'Reject').click();
    expect(await answer).toMatchObject({ code: 'REJECTED' });
    const other = visit.ask('personal_sign', [HASH, address]);
    const window = await openWindow(visit);
    const closed = window.waitForEvent('close');
    await visit.call('RPC_ABORT', {});
    expect(await other).toMatchObject({ code: 'ABORTED' });
    await closed;
  });

  it('is reached directly where the host lets it be, without a letter', async ({ sites, enter }) => {
    sites.rules.opener = 'same-origin-allow-popups';
    const visit = await enter();
    const { address, answer } = await askUnreadable(visit);
    const asked = lettersOf(visit);
    const window = await openWindow(visit);
    expect(await window.evaluate(() => opener === null)).toBe(false);
    await approve(window);
    const signature = (await answer) as Hex;
    expect(await recoverMessageAddress({ message: { raw: HASH }, signature })).toBe(address);
    expect(asked).toEqual([]);
  });
});
