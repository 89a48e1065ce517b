import { createClient, custom } from 'viem';
import { getCallsStatus } from 'viem/actions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { CallsRequest } from '../../core/adapter/Calls.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SHOP = '0x00000000000000000000000000000000005409ff';
const NO_BATCHES = { errors: { wallet_sendCalls: { code: 4200 } } };

let chain: Anvil;
let world: EvmWorld;
beforeAll(async () => {
  chain = await startAnvil(31337);
});
afterAll(() => chain?.stop());
beforeEach(async () => {
  world = await evmWorld({ networks: [anvilNetwork(chain)] });
  await world.connect();
  world.asked();
});
afterEach(() => {
  world.host.destroy();
  vi.unstubAllGlobals();
});

const account = () => ({ connectorId: world.id, address: FIRST, network: anvilNetwork(chain) });
const twoCalls = [
  { to: SECOND, value: 1n },
  { to: SECOND, data: '0x1234' as const },
];
const sequential = { signal: new AbortController().signal };

async function send(batch: Partial<CallsRequest> = {}) {
  const sent = await world.adapter.sendCalls?.({ ...account(), calls: twoCalls, ...batch });
  if (!sent) throw new Error('The adapter has no batches.');
  return sent;
}
const statusOf = (id: string) => world.adapter.getCallsStatus?.({ ...account(), id });

/** Responds to a method in the place of the wallet. */
function answer(method: string, respond: () => unknown): void {
  const { request } = world.wallet.provider;
  world.wallet.provider.request = asked =>
    asked.method === method ? Promise.resolve().then(respond) : request(asked);
}

describe('createCalls', () => {
  it.each<[unknown, string | undefined]>([
    ['0xbatch', '0xbatch'],
    [{ id: '0xbatch' }, '0xbatch'],
    [{ id: '0xbatch', capabilities: null }, '0xbatch'],
    [null, undefined],
    [{}, undefined],
    [{ id: null }, undefined],
  ])('reads the id of a batch from %j, of both versions of EIP-5792 (OWN-20)', async (answered, id) => {
    answer('wallet_sendCalls', () => answered);
    if (id === undefined) await expect(send()).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
    else expect(await send()).toEqual({ id });
  });

  it('sends a batch, and reads its state from the wallet (EIP-5792)', async () => {
    const capabilities = { paymasterService: { url: 'https://pay.example', optional: true } };
    const { id } = await send({ capabilities });
    expect(world.wallet.calls.at(-1)).toMatchObject({
      method: 'wallet_sendCalls',
      params: [{ version: '2.0.0', from: FIRST, chainId: '0x7a69', atomicRequired: false, capabilities }],
    });
    await expect
      .poll(() => statusOf(id))
      .toMatchObject({
        id,
        chainId: 'eip155:31337',
        status: 'success',
        statusCode: 200,
        atomic: false,
        receipts: [
          { status: 'success', gasUsed: 21_000n },
          { status: 'success', gasUsed: expect.any(BigInt) },
        ],
      });
  });

  it('returns a batch id that the wallet sends as text, and fails without one', async () => {
    let id: unknown = '0xabc';
    answer('wallet_sendCalls', () => id);
    expect(await send()).toEqual({ id: '0xabc' });
    id = null;
    await expect(send()).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  });

  it('does not split a batch into many prompts unless the page allows it', async () => {
    world.wallet.faults.set(NO_BATCHES);
    await expect(send()).rejects.toMatchObject({ code: 'CALLS_NOT_SUPPORTED', cause: { code: 4200 } });
    expect(world.asked()).toEqual(['eth_chainId', 'wallet_sendCalls']);
    const required = { paymasterService: { url: 'https://pay.example' } };
    for (const excluding of [{ atomicRequired: true }, { capabilities: required }]) {
      await expect(send({ sequential, ...excluding })).rejects.toMatchObject({ code: 'CALLS_NOT_SUPPORTED' });
    }
    expect(world.asked()).not.toContain('eth_sendTransaction');
  });

  it('says which rule of EIP-5792 a wallet refused by', async () => {
    const codes = {
      [-32601]: 'CALLS_NOT_SUPPORTED',
      5700: 'CAPABILITY_NOT_SUPPORTED',
      5730: 'CALLS_NOT_FOUND',
      5750: 'CALLS_NOT_ATOMIC',
      5760: 'CALLS_NOT_ATOMIC',
      5740: 'REQUEST_FAILED',
    };
    for (const [code, expected] of Object.entries(codes)) {
      world.wallet.faults.set({ errors: { wallet_sendCalls: { code: Number(code) } } });
      await expect(send()).rejects.toMatchObject({ code: expected, cause: { code: Number(code) } });
    }
    await expect(statusOf('0xunknown')).rejects.toMatchObject({ code: 'CALLS_NOT_FOUND' });
    await expect(world.adapter.showCallsStatus?.({ ...account(), id: '0xunknown' })).rejects.toMatchObject({
      code: 'CALLS_NOT_SUPPORTED',
    });
  });

  it('sends calls one by one, each after the one before was mined, under an id that viem reads', async () => {
    world.wallet.faults.set(NO_BATCHES);
    await chain.request('evm_setAutomine', [false]);
    const sending = awaitedLater(send({ sequential }));
    await expect.poll(() => chain.request('txpool_status')).toMatchObject({ pending: '0x1' });
    expect(world.asked().filter(method => method === 'eth_sendTransaction')).toHaveLength(1);
    await chain.request('evm_mine');
    const { id, stopped } = await sending;
    expect(stopped).toBeUndefined();
    expect(await statusOf(id)).toMatchObject({ status: 'pending', receipts: [] });
    await chain.request('evm_mine');
    await chain.request('evm_setAutomine', [true]);
    const status = await statusOf(id);
    expect(status).toMatchObject({ status: 'success', statusCode: 200, atomic: false });
    const [first, second] = status?.receipts ?? [];
    expect(first?.blockNumber).toBeLessThan(second?.blockNumber ?? 0n);
    const client = createClient({ transport: custom(world.wallet.provider) });
    expect(await getCallsStatus(client, { id })).toMatchObject({
      chainId: 31337,
      status: 'success',
      receipts: [{ transactionHash: first?.transactionHash }, { transactionHash: second?.transactionHash }],
    });
  });

  it('stops at the call that the visitor refuses, and says so', async () => {
    world.wallet.faults.set(NO_BATCHES);
    const { request } = world.wallet.provider;
    let asked = 0;
    world.wallet.provider.request = async call => {
      if (call.method === 'eth_sendTransaction') asked += 1;
      if (asked === 2) throw Object.assign(new Error('no'), { code: 4001 });
      return request(call);
    };
    const { id, stopped } = await send({ sequential, calls: [...twoCalls, { to: SECOND }] });
    expect(stopped).toMatchObject({ at: 1, error: { code: 'REQUEST_REJECTED' } });
    expect(asked).toBe(2);
    expect(await statusOf(id)).toMatchObject({ status: 'failure', statusCode: 600, receipts: [{}] });
  });

  it('stops at the call that reverts, and throws if the first is refused', async () => {
    world.wallet.faults.set(NO_BATCHES);
    await chain.request('evm_setAutomine', [false]);
    const sending = awaitedLater(send({ sequential, calls: [{ to: SHOP, value: 1n }, { to: SECOND }] }));
    await expect.poll(() => chain.request('txpool_status')).toMatchObject({ pending: '0x1' });
    await chain.request('anvil_setCode', [SHOP, '0x60006000fd']);
    await chain.request('evm_mine');
    await chain.request('evm_setAutomine', [true]);
    const { id, stopped } = await sending;
    expect(stopped).toMatchObject({ at: 0, error: { code: 'TRANSACTION_REVERTED' } });
    expect(await statusOf(id)).toMatchObject({ status: 'failure', statusCode: 500 });
    world.wallet.faults.set({ reject: true });
    await expect(send({ sequential })).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
  });

  it('asks the wallet for its capabilities, by hex chain id', async () => {
    expect(await world.adapter.getCapabilities?.(account())).toEqual({
      '0x7a69': { atomic: { status: 'unsupported' } },
    });
    expect(world.wallet.calls.at(-1)).toMatchObject({ method: 'wallet_getCapabilities', params: [FIRST] });
  });
});
