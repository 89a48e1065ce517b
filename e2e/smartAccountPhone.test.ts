import { createPublicClient, type Hex, http } from 'viem';
import { foundry } from 'viem/chains';
import { describe, expect } from 'vitest';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { signIn } from './support/signIn.js';
import { smartPhoneAccount } from './support/smartPhoneAccount.js';
import { connectPhone } from './support/walletConnectJourney.js';
import { phoneWallet } from './support/walletConnectWallet.js';

const RECEIVERS = [
  '0x00000000000000000000000000000000000051a1',
  '0x00000000000000000000000000000000000051a2',
];

describe('a smart account of a wallet elsewhere', () => {
  it('signs in before it is deployed, is deployed by its first batch, and signs afterwards', async ({
    demo,
    page,
    stack,
    onTestFinished,
  }) => {
    const account = await smartPhoneAccount(stack);
    const address = account.address as Hex;
    const chain = createPublicClient({ chain: foundry, transport: http(stack.chainA) });
    const phone = phoneWallet(stack, account);
    onTestFinished(() => phone.close());
    await connectPhone(demo, phone, 'siwx=required');
    await signIn(demo);
    // The gateway has verified the ERC-6492 signature.
    await eventually(async () => (await demo.read('session')).includes(address), true);
    expect(await chain.getCode({ address })).toBeUndefined();

    const calls = RECEIVERS.map(to => ({ to, data: '0x' as const, value: 0n }));
    const status = await page.evaluate(async given => {
      const { sendCalls, waitForCallsStatus } = window.demo;
      const { id } = await sendCalls({ calls: given, atomicRequired: true });
      const { status, atomic, receipts } = await waitForCallsStatus({ id });
      return { status, atomic, receipts: receipts.length };
    }, calls);
    expect(status).toEqual({ status: 'success', atomic: true, receipts: 1 });
    expect(await chain.getCode({ address })).toMatch(/^0x/);

    await demo.hostButton('Sign message').click();
    await eventually(async () => (await demo.read('signature')).length > 100, true);
    const signature = (await demo.read('signature')) as Hex;
    const message = 'Meridian asks you to confirm that this account is yours.';
    expect(await chain.verifyMessage({ address, message, signature })).toBe(true);
  });
});
