import { generateKeyPairSigner } from '@solana/kit';
import { describe, expect } from 'vitest';
import { chainRequest } from './support/chain.js';
import type { DemoPage } from './support/DemoPage.js';
import { it } from './support/demo.js';

const QUERY = 'adapters=solana&prompt=auto';
/** The name of the development runtime's token with 6 decimals. */
const USDC = 'Development dollar';

/** An address that never received a payment. */
const freshAddress = async () => (await generateKeyPairSigner()).address;

const lamports = async (url: string, address: string) =>
  (await chainRequest<{ value: number }>(url, 'getBalance', [address])).value;

/** Returns an address's token balances in base units, by decimals. */
async function tokensOf(url: string, owner: string): Promise<readonly unknown[]> {
  const programId = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
  const { value } = await chainRequest<{
    value: { account: { data: { parsed: { info: { tokenAmount: unknown } } } } }[];
  }>(url, 'getTokenAccountsByOwner', [owner, { programId }, { encoding: 'jsonParsed' }]);
  return value.map(({ account }) => account.data.parsed.info.tokenAmount);
}

/** Sends a payment from the Account button, follows its status, and returns to Account. */
async function send(demo: DemoPage, sum: string, receiver: string, token?: string): Promise<void> {
  await demo.connectButton.click();
  await demo.shows('Account');
  await demo.button('Send').click();
  await demo.shows('Send', 'Send');
  if (token) {
    await demo.button('Token').click();
    await demo.shows('SendSelectToken');
    await demo.button(token).click();
    await demo.shows('Send');
  }
  await demo.modal.getByRole('textbox', { name: 'Amount' }).fill(sum);
  await demo.modal.getByRole('textbox', { name: 'To' }).fill(receiver);
  await demo.button('Review').click();
  await demo.shows('SendReview', 'Review');
  // The status closes soon after the payment was confirmed.
  await Promise.all([
    demo.shows('TransactionStatus'),
    demo.modal.getByRole('button', { name: /^Send / }).click(),
  ]);
  await demo.shows('Account');
}

const handedOver = (demo: DemoPage) =>
  demo.page.evaluate(
    () =>
      window.demo.solanaWallets[0]?.calls.filter(({ method }) => method.startsWith('solana:sign')).length ??
      0,
  );

describe('sending on Solana', () => {
  it('hands a payment in SOL to the wallet, and returns to Account [CAP-07] [STATE-44]', async ({
    demo,
    stack,
  }) => {
    const receiver = await freshAddress();
    await demo.openConnected(QUERY);
    await send(demo, '0.25', receiver);
    await expect.poll(() => lamports(stack.solana, receiver)).toBe(250_000_000);
    expect(await handedOver(demo)).toBe(1);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'pays a token to somebody who never had it: their account for it is opened [CAP-07] [STATE-44]',
    async ({ demo, stack }) => {
      const receiver = await freshAddress();
      await demo.openConnected(QUERY);
      await send(demo, '12.5', receiver, USDC);
      await expect
        .poll(() => tokensOf(stack.solana, receiver))
        .toEqual([expect.objectContaining({ amount: '12500000', decimals: 6 })]);
      expect(await handedOver(demo)).toBe(1);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses a receiver that is not a Solana address, before it asks the wallet',
    async ({ demo }) => {
      await demo.openConnected(QUERY);
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo.button('Send').click();
      await demo.shows('Send', 'Send');
      await demo.modal.getByRole('textbox', { name: 'Amount' }).fill('0.1');
      await demo.modal
        .getByRole('textbox', { name: 'To' })
        .fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
      await expect
        .poll(() => demo.modal.getByRole('textbox', { name: 'To' }).getAttribute('aria-invalid'))
        .toBe('true');
      expect(await demo.button('Review').isEnabled()).toBe(false);
      expect(await handedOver(demo)).toBe(0);
    },
  );
});
