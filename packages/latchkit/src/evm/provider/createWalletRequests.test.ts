import { type Hex, parseEther, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let chainA: Anvil;
let chainB: Anvil;
let world: EvmWorld;
beforeAll(async () => {
  [chainA, chainB] = await Promise.all([startAnvil(31337), startAnvil(31338)]);
});
afterAll(() => Promise.all([chainA?.stop(), chainB?.stop()]));
beforeEach(async () => {
  world = await evmWorld({ networks: [anvilNetwork(chainA), anvilNetwork(chainB)] });
  await world.connect();
});
afterEach(() => {
  world.host.destroy();
  vi.unstubAllGlobals();
});

const account = () => ({ connectorId: world.id, address: FIRST });
const typedData = {
  domain: { name: 'Latchkit', version: '1', chainId: 31337 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'hello' },
} as const;

describe('createWalletRequests', () => {
  it('signs a message according to EIP-191', async () => {
    const signature = (await world.adapter.signMessage({ ...account(), message: 'hello 財布' })) as Hex;
    expect(await recoverMessageAddress({ message: 'hello 財布', signature })).toBe(FIRST);
  });

  it("says 'WagmiAdapter:signMessage - Sign message failed' when signing fails [ERR-74]", async () => {
    world.wallet.faults.set({ plainError: true });
    await expect(world.adapter.signMessage({ ...account(), message: 'x' })).rejects.toMatchObject({
      code: 'WAGMI_SIGN_MESSAGE',
      message: 'WagmiAdapter:signMessage - Sign message failed',
      cause: expect.any(Error),
    });
  });

  it('throws REQUEST_REJECTED when the visitor refuses any request', async () => {
    world.wallet.faults.set({ reject: true });
    const rejected = { code: 'REQUEST_REJECTED' };
    const transaction = { ...account(), transaction: { to: SECOND }, network: anvilNetwork(chainA) };
    await expect(world.adapter.signMessage({ ...account(), message: 'x' })).rejects.toMatchObject(rejected);
    await expect(world.adapter.signTypedData?.({ ...account(), typedData })).rejects.toMatchObject(rejected);
    await expect(world.adapter.sendTransaction?.(transaction)).rejects.toMatchObject(rejected);
    await expect(
      world.adapter.sendCalls?.({ ...account(), calls: [{ to: SECOND }], network: anvilNetwork(chainA) }),
    ).rejects.toMatchObject(rejected);
  });

  it('signs typed data according to EIP-712', async () => {
    const signature = (await world.adapter.signTypedData?.({ ...account(), typedData })) as Hex;
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(FIRST);
  });

  it('sends a transaction on the intended network', async () => {
    const hash = await world.adapter.sendTransaction?.({
      ...account(),
      transaction: { to: SECOND, value: parseEther('0.5') },
      network: anvilNetwork(chainA),
    });
    expect(await chainA.request('eth_getTransactionByHash', [hash])).toMatchObject({
      to: SECOND.toLowerCase(),
      value: '0x6f05b59d3b20000',
    });
  });

  it('never sends on another chain than the intended one', async () => {
    await expect(
      world.adapter.sendTransaction?.({
        ...account(),
        transaction: { to: SECOND, value: 1n },
        network: anvilNetwork(chainB),
      }),
    ).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
    await expect(
      world.adapter.sendCalls?.({ ...account(), calls: [{ to: SECOND }], network: anvilNetwork(chainB) }),
    ).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
    const asked = world.asked();
    expect(asked).not.toContain('eth_sendTransaction');
    expect(asked).not.toContain('wallet_sendCalls');
  });

  it.each(['', '0x', 'ok', null, {}])('takes %j for no hash', async answer => {
    const transaction = { to: SECOND, value: 1n } as const;
    const sent = () =>
      world.adapter.sendTransaction?.({ ...account(), transaction, network: anvilNetwork(chainA) });
    const { provider } = world.wallet;
    const { request } = provider;
    const asked = vi
      .spyOn(provider, 'request')
      .mockImplementation(one =>
        one.method === 'eth_sendTransaction' ? Promise.resolve(answer) : request.call(provider, one),
      );
    onTestFinished(() => asked.mockRestore());
    await expect(sent()).rejects.toThrow();
    expect(asked.mock.calls.map(([{ method }]) => method)).toContain('eth_sendTransaction');
  });

  it('signs typed data with a whole domain and with amounts as bigint', async () => {
    const large = {
      domain: { name: 'Latchkit', chainId: 31337, verifyingContract: SECOND as Hex },
      types: {
        Order: [
          { name: 'maker', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'Order',
      message: { maker: FIRST as Hex, amount: 2n ** 200n },
    } as const;
    const signature = (await world.adapter.signTypedData?.({ ...account(), typedData: large })) as Hex;
    expect(await recoverTypedDataAddress({ ...large, signature })).toBe(FIRST);
  });

  it('throws for an invalid receiver address without asking the wallet [VAL-07]', async () => {
    const network = anvilNetwork(chainA);
    world.asked();
    for (const to of [
      '',
      '0x',
      SECOND.slice(0, -1),
      `${SECOND}0`,
      `${SECOND.slice(0, -1)}g`,
      'vitalik.eth',
    ]) {
      const invalid = { code: 'INVALID_ADDRESS' };
      await expect(
        world.adapter.sendTransaction?.({ ...account(), transaction: { to }, network }),
      ).rejects.toMatchObject(invalid);
      await expect(
        world.adapter.sendCalls?.({ ...account(), calls: [{ to: SECOND }, { to }], network }),
      ).rejects.toMatchObject(invalid);
      await expect(
        world.adapter.estimateGas?.({ address: FIRST, transaction: { to }, network }),
      ).rejects.toMatchObject(invalid);
    }
    expect(world.asked()).toEqual([]);
  });

  it('sends to an address without its 0x [VAL-07]', async () => {
    const transaction = { to: SECOND.slice(2), value: 1n, data: '0x12' as const, gas: 50_000n };
    const hash = await world.adapter.sendTransaction?.({
      ...account(),
      transaction,
      network: anvilNetwork(chainA),
    });
    expect(await chainA.request('eth_getTransactionByHash', [hash])).toMatchObject({
      to: SECOND.toLowerCase(),
    });
    expect(world.wallet.calls.at(-1)?.params).toEqual([
      { to: SECOND, value: '0x1', data: '0x12', gas: '0xc350', from: FIRST, chainId: '0x7a69' },
    ]);
  });

  it("says 'Provider not found.' when nothing is connected [ERR-57]", async () => {
    await world.adapter.disconnect(world.id);
    await expect(world.adapter.signMessage({ ...account(), message: 'x' })).rejects.toMatchObject({
      message: 'Provider not found.',
    });
    await expect(world.adapter.getProvider(world.id)).rejects.toMatchObject({
      message: 'Provider not found.',
    });
  });
});
