import { generateKeyPairSigner } from '@solana/kit';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { chainRequest } from './support/chain.js';
import { eventually } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { logIn } from './support/emailVisitor.js';
import { askForPayment, createPayment, readPayment } from './support/payments.js';
import { control } from './support/scenes/control.js';

const QUERY = 'adapters=solana&prompt=auto&pay=1';
const CHAIN = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';
/** The development dollar. */
const MINT = '8miiRen8nQcC8oX85Zvejjs5qYE2YqcrZpPzUQU17Ksz';

const newReceiver = async () => (await generateKeyPairSigner()).address;

describe('paying on Solana', () => {
  it('pays a token with the connected wallet, or shows a Solana Pay link; the gateway sees which payment it was', async ({
    demo,
    page,
    stack,
  }) => {
    const recipient = await newReceiver();
    const asset = `${CHAIN}:${MINT}`;
    const payment = await createPayment(stack, { recipient, asset, amount: '12500000' });
    // Both wait for money at one recipient.
    await createPayment(stack, { recipient, asset, amount: '99000000' });
    await demo.openConnected(QUERY);
    const answer = await askForPayment(demo, { paymentId: payment.id });
    await demo.shows('Pay', 'Pay');
    await demo.button('Pay 12.5 USDC').waitFor();
    await control(demo, 'pay-scan').click();
    const code = demo.modal.locator('.lk-qr');
    await code.waitFor();
    const link = `solana:${recipient}?amount=12.5&spl-token=${MINT}&reference=${payment.solanaReference}`;
    await eventually(async () => decodeQr(page, await code.screenshot()), link);
    await demo.button('Back').click();
    await demo.button('Pay 12.5 USDC').click();
    await demo.modal.getByRole('heading', { name: 'Paid 12.5 USDC' }).waitFor();
    await eventually(async () => (await answer())?.receipt?.amount, '12500000');
    const { hash, from } = (await answer())?.receipt ?? {};
    await eventually(async () => (await readPayment(stack, payment.id)).status, 'paid');
    expect((await readPayment(stack, payment.id)).transfers).toMatchObject([{ hash, from }]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'pays SOL until it is final, and refuses at once what cannot be paid',
    async ({ demo, stack }) => {
      const recipient = await newReceiver();
      await demo.openConnected(QUERY);
      for (const [asset, code] of [
        [`${CHAIN}:not-a-mint`, 'PAYMENT_INVALID'],
        ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'PAYMENT_INVALID'],
        [`solana:${'1'.repeat(32)}`, 'NETWORK_NOT_FOUND'],
      ] as const) {
        const refused = await askForPayment(demo, { recipient, asset, amount: '1' });
        await eventually(async () => (await refused())?.code, code);
      }
      // A valid address, but not the address of a mint.
      const absent = await askForPayment(demo, { recipient, asset: `${CHAIN}:${recipient}`, amount: '1' });
      await eventually(async () => (await absent())?.code, 'PAYMENT_INVALID');
      await demo.leave();
      const terms = { recipient, asset: CHAIN, amount: '250000000', finality: 'finalized' } as const;
      const answer = await askForPayment(demo, terms);
      await demo.shows('Pay', 'Pay');
      await demo.button('Pay 0.25 SOL').click();
      await demo.modal.getByRole('heading', { name: 'Paid 0.25 SOL' }).waitFor();
      await eventually(async () => (await answer())?.receipt?.amount, '250000000');
      const { value } = await chainRequest<{ value: ({ confirmationStatus: string } | null)[] }>(
        stack.solana,
        'getSignatureStatuses',
        [[(await answer())?.receipt?.hash]],
      );
      expect(value[0]?.confirmationStatus).toBe('finalized');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'pays with the embedded wallet, which the visitor lets sign; the gateway sees which payment it was',
    async ({ demo, page, stack }) => {
      const recipient = await newReceiver();
      const payment = await createPayment(stack, { recipient, asset: CHAIN, amount: '400000000' });
      const payer = await logIn(demo, page, stack, 'adapters=solana&pay=1');
      await chainRequest(stack.solana, 'requestAirdrop', [payer, 1_000_000_000]);
      const answer = await askForPayment(demo, { paymentId: payment.id });
      await demo.shows('Pay', 'Pay');
      await demo.button('Pay 0.4 SOL').click();
      await new ApprovalPage(demo).approve();
      await demo.modal.getByRole('heading', { name: 'Paid 0.4 SOL' }).waitFor();
      await eventually(async () => (await answer())?.receipt?.from, payer);
      await eventually(async () => (await readPayment(stack, payment.id)).status, 'paid');
      const { hash } = (await answer())?.receipt ?? {};
      expect((await readPayment(stack, payment.id)).transfers).toMatchObject([{ hash, from: payer }]);
    },
  );
});
