import {
  accountBalanceAnswer,
  analyticsBody,
  analyticsConfigAnswer,
  supportedChainsAnswer,
  tokenBalance,
  walletListingAnswer,
} from 'latchkit/protocol';
import type { Page, Response } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ADDRESS, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';

/** Records the gateway's responses by path. */
function answersOf(page: Page, gateway: string) {
  const found: Response[] = [];
  page.on('response', response => {
    if (response.url().startsWith(gateway) && response.request().method() !== 'OPTIONS') found.push(response);
  });
  return (path: string) => found.filter(response => new URL(response.url()).pathname === path);
}

/** Waits for the only response to a path. */
async function answerTo(answers: (path: string) => Response[], path: string): Promise<Response> {
  await eventually(() => answers(path).length > 0, true);
  const [answer] = answers(path);
  if (answer === undefined) throw new Error(`${path} was not asked`);
  return answer;
}

/** Returns the number of events that the gateway has stored. */
async function stored(gateway: string): Promise<number> {
  const text = await (await fetch(`${gateway}/metrics`)).text();
  return Number(/^latchkit_events_stored_total (\d+)$/m.exec(text)?.[1] ?? 0);
}

describe('the client with a gateway that runs', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'is told the chains, and reads the tokens of the account [CALL-15] [CALL-16] [CALL-19] [ENT-12]',
    async ({ demo, page, stack }) => {
      const answers = answersOf(page, stack.gateway);
      await demo.openConnected();
      await demo.connectButton.click();
      await demo.shows('Account');
      const chains = await answerTo(answers, '/v1/supported-chains');
      const balance = await answerTo(answers, `/v1/account/${ADDRESS}/balance`);
      expect([chains.status(), balance.status()]).toEqual([200, 200]);
      expect(supportedChainsAnswer.parse(await chains.json()).http).toContain('eip155:31337');
      const { balances } = accountBalanceAnswer.parse(await balance.json());
      expect(tokenBalance.parse(balances[0])).toMatchObject({ symbol: 'ETH', chainId: 'eip155:31337' });
      const query = new URL(balance.url()).searchParams;
      expect([query.get('projectId'), query.get('chainId')]).toEqual(['0'.repeat(32), 'eip155:31337']);
      expect([query.get('st'), query.get('sv')]).toEqual([expect.any(String), expect.any(String)]);
    },
  );

  it('sends what happens, and all of it is taken [CALL-04] [CALL-10] [CALL-11] [CALL-12]', async ({
    demo,
    page,
    stack,
  }) => {
    const before = await stored(stack.gateway);
    const answers = answersOf(page, stack.gateway);
    await page.clock.install();
    await demo.open('prompt=auto');
    await demo.connect();
    const config = await answerTo(answers, '/getAnalyticsConfig');
    expect(analyticsConfigAnswer.parse(await config.json())).toMatchObject({ isAnalyticsEnabled: true });
    const sent = () =>
      answers('/e').flatMap(response => [analyticsBody.parse(response.request().postDataJSON())].flat());
    const connected = () => sent().find(({ props }) => props.event === 'CONNECT_SUCCESS');
    await eventually(async () => {
      await page.clock.runFor(10_000);
      return connected()?.props.address;
    }, ADDRESS);
    const events = sent();
    expect(events.map(({ props }) => props.event)).toEqual(
      expect.arrayContaining(['SELECT_WALLET', 'CONNECT_SUCCESS']),
    );
    const picked = events.find(({ props }) => props.event === 'SELECT_WALLET');
    expect(picked?.props).toMatchObject({ walletId: expect.any(String), name: 'Demo Wallet' });
    expect(answers('/e').map(response => response.status())).toEqual(answers('/e').map(() => 202));
    // The page ignores the response, so check the gateway's own count.
    // Other journeys use the same gateway.
    await eventually(async () => (await stored(stack.gateway)) >= before + events.length, true);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'searches the directory with its parameters, and shows what is found [CALL-03]',
    async ({ demo, page, stack }) => {
      const answers = answersOf(page, stack.gateway);
      await demo.open();
      await demo.connectButton.click();
      await demo.button('All wallets').click();
      await demo.shows('AllWallets');
      const field = demo.modal.getByRole('searchbox', { name: 'Search wallets' });
      await field.fill('rainbow');
      await field.press('Enter');
      const searched = () => answers('/getWallets').filter(response => response.url().includes('search='));
      await eventually(() => searched().length, 1);
      const [answer] = searched();
      const { data, count } = walletListingAnswer.parse(await answer?.json());
      expect([data.map(({ name }) => name), count]).toEqual([['Rainbow'], 1]);
      await eventually(
        () => demo.modal.getByRole('list', { name: 'Wallets' }).getByRole('button').count(),
        1,
      );
    },
  );
});
