import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { PASSED_METHODS } from '../../protocol/frame/rpcPolicy.js';
import type { EmbeddedFrame, EmbeddedFrameEvent } from '../frame/createEmbeddedFrame.js';
import { createMessenger } from '../messenger/createMessenger.js';
import { createStubFrame, delivered } from '../messenger/stubFrame.test-support.js';
import {
  type ApprovalEvent,
  createEmbeddedProvider,
  type EmbeddedProviderOptions,
} from './createEmbeddedProvider.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const pubkey = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const call = { to: account, data: '0x' };

/** Parameters of methods that have any. */
const params: Partial<Record<string, unknown>> = {
  eth_sendRawTransaction: ['0x02'],
  wallet_getAssets: [{ account }],
  wallet_getCallsStatus: ['0x01'],
  wallet_getCapabilities: [account],
  personal_sign: ['0x68690a', account],
  eth_signTypedData_v4: [account, { domain: {}, types: {}, primaryType: 'Mail', message: {} }],
  eth_sendTransaction: [{ from: account, to: account, value: '0x1' }],
  eth_sendUserOperation: [{ sender: account }, account],
  wallet_sendCalls: [{ version: '2.0.0', from: account, chainId: '0x1', calls: [call] }],
  wallet_grantPermissions: [{}],
  wallet_revokePermissions: [{}],
  solana_signMessage: { message: '9ajr', pubkey },
  solana_signTransaction: { transaction: 'AQ==', pubkey },
  solana_signAllTransactions: { transactions: ['AQ==', 'Ag=='], pubkey },
  solana_signAndSendTransaction: { transaction: 'AQ==', pubkey },
};

/** A provider over a real port; the test responds at the other end. */
function setUp(options: Partial<EmbeddedProviderOptions> = {}) {
  const stub = createStubFrame();
  const listeners = new Set<(event: EmbeddedFrameEvent) => void>();
  const messenger = createMessenger(stub.port, event => {
    for (const listener of listeners) listener(event);
  });
  onTestFinished(() => messenger.close());
  const frame: Pick<EmbeddedFrame, 'call' | 'on'> = {
    call: messenger.call,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const onApproval = vi.fn<(event: ApprovalEvent) => void>();
  const onRefused = vi.fn<(method: string) => void>();
  const provider = createEmbeddedProvider({
    frame,
    chainId: () => 'eip155:31337',
    accounts: () => [account],
    onApproval,
    onRefused,
    ...options,
  });
  const ask = (method: string) => provider.request({ method, params: params[method] as never });
  return { stub, provider, ask, onApproval, onRefused };
}

/** Requests an approval and checks that it is sent unchanged, waits for the wallet, and resolves with its response. */
async function isApproved(method: string): Promise<void> {
  const chainNamespace = method.startsWith('solana_') ? 'solana' : 'eip155';
  const chainId = `${chainNamespace}:31337` as const;
  const { stub, ask, onApproval } = setUp({ chainId: () => chainId });
  const asked = awaitedLater(ask(method));
  const message = await stub.next();
  expect(message).toMatchObject({
    type: 'APP/RPC_REQUEST',
    payload: { method, params: params[method], chainId, chainNamespace },
  });
  expect(onApproval.mock.calls).toEqual([['asked']]);
  stub.succeed(message, '0xsigned');
  await expect(asked).resolves.toBe('0xsigned');
  expect(onApproval.mock.calls).toEqual([['asked'], ['approved', undefined]]);
}

describe('createEmbeddedProvider', () => {
  it('sends every read to the frame without asking the visitor', async () => {
    const { stub, ask, onApproval, onRefused } = setUp();
    for (const method of PASSED_METHODS) {
      const asked = awaitedLater(ask(method));
      const message = await stub.next();
      expect(message).toMatchObject({
        type: 'APP/RPC_REQUEST',
        payload: { method, params: params[method] ?? [], chainId: 'eip155:31337', chainNamespace: 'eip155' },
      });
      stub.succeed(message, { answer: method });
      await expect(asked).resolves.toEqual({ answer: method });
    }
    expect(onApproval).not.toHaveBeenCalled();
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('sends personal_sign, and waits for the approval', () => isApproved('personal_sign'));
  it('sends eth_signTypedData_v4, and waits for the approval', () => isApproved('eth_signTypedData_v4'));
  it('sends eth_sendTransaction, and waits for the approval', () => isApproved('eth_sendTransaction'));
  it("sends Solana's sign methods, and waits for the approval", async () => {
    await isApproved('solana_signMessage');
    await isApproved('solana_signTransaction');
    await isApproved('solana_signAllTransactions');
  });
  it('sends solana_signAndSendTransaction, and waits for the approval', () =>
    isApproved('solana_signAndSendTransaction'));
  it('sends wallet_sendCalls, and waits for the approval', () => isApproved('wallet_sendCalls'));
  it('sends wallet_grantPermissions, and waits for the approval', () =>
    isApproved('wallet_grantPermissions'));
  it('sends wallet_revokePermissions, and waits for the approval', () =>
    isApproved('wallet_revokePermissions'));
  it('sends eth_sendUserOperation, and waits for the approval', () => isApproved('eth_sendUserOperation'));

  it("rejects a method that is not on the list with 'Requested RPC call is not allowed' [ERR-35]", async () => {
    const { stub, provider, onRefused } = setUp();
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'wallet_addEthereumChain',
    ]) {
      await expect(provider.request({ method, params: [account, '0x00'] })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      });
    }
    await delivered();
    expect(stub.sent).toEqual([]);
    expect(onRefused).toHaveBeenCalledTimes(4);
  });

  it('rejects calls and a question for capabilities that are malformed, before anything crosses [VAL-10] [VAL-11] [VAL-13]', async () => {
    const { stub, provider } = setUp();
    const send = (item: object) => [{ version: '2.0.0', from: account, chainId: '0x1', calls: [item] }];
    const refused = [
      provider.request({ method: 'wallet_sendCalls', params: send({ to: 'vitalik.eth' }) }),
      provider.request({ method: 'wallet_sendCalls', params: send({ to: account, data: 'abcd' }) }),
      provider.request({ method: 'wallet_getCapabilities' }),
    ];
    for (const one of refused) await expect(one).rejects.toMatchObject({ code: -32602 });
    await delivered();
    expect(stub.sent).toEqual([]);
  });

  it('aborts approvals, but no reads, when the modal closes', async () => {
    const { stub, provider, ask } = setUp();
    const read = awaitedLater(ask('eth_blockNumber'));
    const readMessage = await stub.next();
    const sign = awaitedLater(ask('personal_sign'));
    const signMessage = await stub.next();
    provider.abortApprovals();
    await expect(sign).rejects.toMatchObject({
      code: 4001,
      message: 'Request was aborted',
      data: { code: 'ABORTED' },
    });
    expect(await stub.next()).toMatchObject({ type: 'APP/RPC_ABORT', payload: { id: signMessage.id } });
    stub.succeed(readMessage, '0x10');
    await expect(read).resolves.toBe('0x10');
  });

  it.each([
    ['REJECTED', 4001],
    ['NOT_CONNECTED', 4100],
    ['REAUTH_REQUIRED', 4100],
    ['UNSUPPORTED_METHOD', 4200],
    ['BUSY', -32005],
    ['INTERNAL', -32603],
    ['TIMEOUT', -32603],
  ])('rejects with a number that dapps know: %s is %i', async (code, number) => {
    const { stub, ask } = setUp();
    const asked = awaitedLater(ask('personal_sign'));
    stub.fail(await stub.next(), { message: 'constant', code });
    await expect(asked).rejects.toMatchObject({ code: number, message: 'constant', data: { code } });
  });

  it('responds to eth_requestAccounts with the signed-in account', async () => {
    await expect(setUp().ask('eth_requestAccounts')).resolves.toEqual([account]);
    await expect(setUp({ accounts: () => [] }).ask('eth_requestAccounts')).rejects.toMatchObject({
      code: 4100,
    });
  });

  it('switches the network on wallet_switchEthereumChain, and emits the new chain and accounts', async () => {
    const { stub, provider } = setUp();
    const chain = vi.fn();
    const accounts = vi.fn();
    provider.on('chainChanged', chain);
    provider.on('accountsChanged', accounts);
    const switched = awaitedLater(
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
    );
    const message = await stub.next();
    expect(message).toMatchObject({ type: 'APP/SWITCH_NETWORK', payload: { chainId: 'eip155:10' } });
    stub.post({ v: 1, type: 'FRAME/CHAIN_CHANGED', payload: { chainId: 'eip155:10' } });
    stub.post({ v: 1, type: 'FRAME/CHAIN_CHANGED', payload: { chainId: 'solana:1' } });
    const two = [
      { namespace: 'solana', address: pubkey, type: 'eoa' },
      { namespace: 'eip155', address: account, type: 'eoa' },
    ];
    stub.post({ v: 1, type: 'FRAME/ACCOUNTS_CHANGED', payload: { accounts: two } });
    stub.succeed(message, { chainId: 'eip155:10' });
    await expect(switched).resolves.toBeNull();
    expect(chain.mock.calls).toEqual([['0xa']]);
    expect(accounts.mock.calls).toEqual([[[account]]]);
    provider.removeListener('chainChanged', chain);
    stub.post({ v: 1, type: 'FRAME/CHAIN_CHANGED', payload: { chainId: 'eip155:1' } });
    await delivered();
    expect(chain).toHaveBeenCalledTimes(1);
    await expect(
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: 'ten' }] }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});
