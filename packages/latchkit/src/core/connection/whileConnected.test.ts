// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { isError } from '../../protocol/BaseError.js';
import type { ChainAdapter } from '../adapter/ChainAdapter.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { Latchkit } from '../Latchkit.js';
import { updateSend } from '../send/sendDraft.js';
import { sendTokens } from '../send/sendTokens.js';
import { grantPermissions, revokePermissions } from '../smartAccounts/permissions.js';
import { connectionOf, type ScriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { getCallsStatus, sendCalls, showCallsStatus } from '../walletActions/calls.js';
import { getCapabilities } from '../walletActions/capabilities.js';
import { sendTransaction } from '../walletActions/sendTransaction.js';
import { signMessage, signTypedData } from '../walletActions/signMessage.js';
import { connect } from './connect.js';
import { disconnect } from './disconnect.js';

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const HASH = `0x${'ab'.repeat(32)}`;
const GRANT = { context: '0x01', method: 'wallet_grantPermissions', chainId: 'eip155:1' } as const;
const TYPED = {
  types: { Order: [{ name: 'item', type: 'string' }] },
  primaryType: 'Order',
  message: { item: 'Tea' },
};
const ETHER: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  quantity: { decimals: 18, numeric: '1' },
};

/** What asks a connected wallet. */
const ACTIONS: Readonly<Record<string, (kit: Latchkit) => Promise<unknown>>> = {
  signMessage: kit => signMessage(kit, { message: 'Hello' }),
  signTypedData: kit => signTypedData(kit, TYPED),
  sendTransaction: kit => sendTransaction(kit, { to: OTHER, value: 1n }),
  sendCalls: kit => sendCalls(kit, { calls: [{ to: OTHER, value: 1n }] }),
  getCallsStatus: kit => getCallsStatus(kit, { id: '0x01' }),
  showCallsStatus: kit => showCallsStatus(kit, { id: '0x01' }),
  getCapabilities: kit => getCapabilities(kit),
  grantPermissions: kit => grantPermissions(kit, { permissions: [] }),
  revokePermissions: kit => revokePermissions(kit, { grant: GRANT }),
  sendTokens: kit => {
    updateSend(kit, { token: ETHER, sendTokenAmount: '1', receiverAddress: OTHER, receiverStatus: 'ready' });
    return sendTokens(kit);
  },
};

const REQUESTS: readonly (keyof ChainAdapter)[] = [
  'signMessage',
  'signTypedData',
  'sendTransaction',
  'transfer',
  'sendCalls',
  'getCallsStatus',
  'showCallsStatus',
  'getCapabilities',
  'grantPermissions',
  'revokePermissions',
];

/** How a connection ends, and the error of what the wallet was asked. */
const ENDS: Readonly<
  Record<string, readonly [(kit: Latchkit, adapter: ScriptedAdapter) => unknown, object]>
> = {
  'the visitor disconnects': [
    kit => disconnect(kit),
    { code: 'REQUEST_FAILED', context: { reason: 'ended' } },
  ],
  'the wallet disconnects': [
    (_, adapter) => adapter.report({ type: 'disconnected', connectorId: 'io.one' }),
    { code: 'REQUEST_FAILED', context: { reason: 'ended' } },
  ],
  'the account changes in the wallet': [
    (_, adapter) =>
      adapter.report({ type: 'changed', connection: { ...connectionOf('io.one'), accounts: [OTHER] } }),
    { code: 'REQUEST_FAILED', context: { reason: 'ended' } },
  ],
  'the instance is destroyed': [kit => kit.destroy(), { code: 'DESTROYED' }],
};

/** A connected wallet that answers nothing until the test does. */
async function silentWallet() {
  const { kit, adapter } = startedKit();
  onTestFinished(() => kit.destroy());
  const answer = { resolve: (_: unknown) => {}, reject: (_: unknown) => {} };
  const answered = new Promise<unknown>((resolve, reject) => Object.assign(answer, { resolve, reject }));
  const asked = vi.fn((_: unknown) => answered);
  Object.assign(adapter, Object.fromEntries(REQUESTS.map(request => [request, asked])));
  await connect(kit, { connectorId: 'io.one' });
  return { kit, adapter, asked, answer };
}

describe('whileConnected', () => {
  const uncaught: unknown[] = [];
  afterEach(() => expect(uncaught.splice(0)).toEqual([]));

  describe.each(Object.entries(ENDS))('when %s', (_, [end, error]) => {
    it.each(Object.entries(ACTIONS))('settles %s, which the wallet never answers', async (_, act) => {
      const { kit, adapter, asked, answer } = await silentWallet();
      const onUncaught = (cause: unknown) => uncaught.push(cause);
      process.on('unhandledRejection', onUncaught);
      onTestFinished(() => void process.off('unhandledRejection', onUncaught));
      let isOpen = true;
      const ended = awaitedLater(
        act(kit).catch((cause: unknown) => {
          isOpen = false;
          return cause;
        }),
      );
      await vi.waitFor(() => expect(asked).toHaveBeenCalled());
      // A wallet that waits for its visitor may wait.
      await settle();
      expect(isOpen).toBe(true);
      await end(kit, adapter);
      await settle();
      expect(isOpen).toBe(false);
      expect(await ended).toMatchObject(error);
      expect(isError(await ended)).toBe(true);
      answer.reject(new Error('late'));
      await settle();
    });
  });

  it('leaves a request open when another network or a further account is chosen', async () => {
    const { kit, adapter, answer } = await silentWallet();
    const signing = awaitedLater(signMessage(kit, { message: 'Hello' }));
    const accounts = [connectionOf('io.one').accounts[0], OTHER] as const;
    const connection = { ...connectionOf('io.one', 'eip155:10'), accounts };
    adapter.report({ type: 'changed', connection });
    answer.resolve('0x0102');
    expect(await signing).toBe('0x0102');
  });

  it('remembers a payment that the wallet sends after the visitor has disconnected', async () => {
    const { kit, answer } = await silentWallet();
    const ended = awaitedLater(ACTIONS.sendTokens?.(kit).catch((cause: unknown) => cause));
    await settle();
    await disconnect(kit);
    expect(await ended).toMatchObject({ code: 'REQUEST_FAILED', context: { reason: 'ended' } });
    expect(kit.store.getState().send.loading).toBe(false);
    answer.resolve({ hash: HASH, chainId: 'eip155:1', address: connectionOf('io.one').accounts[0] });
    await settle();
    expect(kit.store.getState().pendingTransactions).toMatchObject([{ hash: HASH, to: OTHER }]);
  });
});
