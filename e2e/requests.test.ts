import { recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { describe, expect } from 'vitest';
import { balanceOf, chainRequest } from './support/chain.js';
import { ADDRESS, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAID = 10n ** 16n;

interface Receipt {
  readonly status: string;
  readonly from: string;
  readonly to: string;
}

describe('requests', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'signs a message with the key of the connected account',
    async ({ demo }) => {
      await demo.openConnected('');
      await demo.hostButton('Sign message').click();
      const message = 'Meridian asks you to confirm that this account is yours.';
      await demo.prompt.getByText(message).waitFor();
      await demo.approve();
      await eventually(async () => (await demo.read('signature')).length, 132);
      const signature = (await demo.read('signature')) as `0x${string}`;
      expect(await recoverMessageAddress({ message, signature })).toBe(ADDRESS);
    },
  );

  it('signs typed data (EIP-712) as the host built it', async ({ demo }) => {
    await demo.openConnected();
    await demo.hostButton('Sign typed data').click();
    await eventually(async () => (await demo.read('signature')).length, 132);
    const asked = (await demo.calls()).find(({ method }) => method === 'eth_signTypedData_v4');
    const [account = '', data = ''] = (asked?.params ?? []) as readonly string[];
    expect(account.toLowerCase()).toBe(ADDRESS.toLowerCase());
    const typed = typeof data === 'string' ? JSON.parse(data) : data;
    expect(typed).toMatchObject({
      primaryType: 'Invoice',
      message: { amount: String(PAID), memo: 'November' },
    });
    const signature = (await demo.read('signature')) as `0x${string}`;
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(ADDRESS);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'sends a transaction that the chain confirms; the balance falls',
    async ({ demo, stack }) => {
      await demo.openConnected('');
      await eventually(async () => Number.parseFloat(await demo.read('balance')) > 1, true);
      const before = await balanceOf(stack.chainA, ADDRESS);
      await demo.hostButton('Send transaction').click();
      await demo.approve();
      await eventually(async () => (await demo.read('transaction')).length, 66);
      const hash = await demo.read('transaction');
      await expect
        .poll(() => chainRequest<Receipt | null>(stack.chainA, 'eth_getTransactionReceipt', [hash]))
        .toMatchObject({ status: '0x1', from: ADDRESS.toLowerCase(), to: PAYEE.toLowerCase() });
      // Not the payee's balance, because other journeys pay the same account at the same time.
      const { value } = await chainRequest<{ value: string }>(stack.chainA, 'eth_getTransactionByHash', [
        hash,
      ]);
      expect(BigInt(value)).toBe(PAID);
      const after = await balanceOf(stack.chainA, ADDRESS);
      expect(before - after).toBeGreaterThan(PAID);
    },
  );

  it('sends calls (EIP-5792): each is on the chain', async ({ demo }) => {
    await demo.openConnected();
    await demo.hostButton('Send calls').click();
    await eventually(async () => (await demo.read('transaction')) !== '', true);
    expect(await demo.methods()).toContain('wallet_sendCalls');
    const status = (id: string) =>
      demo.page.evaluate(
        one => window.demo.wallets[0]?.provider.request({ method: 'wallet_getCallsStatus', params: [one] }),
        id,
      );
    await expect
      .poll(async () => status(await demo.read('transaction')))
      .toMatchObject({ status: 200, receipts: [{ status: '0x1' }, { status: '0x1' }] });
    const [sent] = (await demo.calls()).filter(({ method }) => method === 'wallet_sendCalls');
    expect(sent?.params).toMatchObject([{ calls: [{ to: PAYEE }, { to: PAYEE }] }]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'reports REQUEST_REJECTED for each request that the visitor rejects, and stays connected',
    async ({ demo }) => {
      await demo.openConnected('');
      await demo.faults({ reject: ['wallet_switchEthereumChain'] });
      for (const name of ['Sign message', 'Sign typed data', 'Send transaction', 'Send calls']) {
        await demo.hostButton(name).click();
        await demo.reject();
        await eventually(() => demo.prompt.count(), 0);
        await eventually(async () => (await demo.read('error')).split(':')[0], 'REQUEST_REJECTED');
        // So that the same error of the next request can be distinguished.
        await demo.hostButton('Switch network').click();
        await eventually(async () => (await demo.read('error')).split(':')[0], 'SWITCH_REJECTED');
      }
      expect(await demo.read('signature')).toBe('');
      expect(await demo.read('transaction')).toBe('');
      expect(await demo.read('status')).toBe('connected');
    },
  );
});
