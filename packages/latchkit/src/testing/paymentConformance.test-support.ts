import { expect, it, vi } from 'vitest';
import type { AdapterConnection } from '../core/adapter/ChainAdapter.js';
import type { SentTransaction } from '../core/adapter/Transaction.js';
import type { ConformanceWorld } from './ConformanceWorld.test-support.js';

const NOBODY = 'nobody';

/** The conformance tests for signing and payments, for adapters that support all of it. */
export function paymentConformance(
  world: () => ConformanceWorld,
  connected: () => Promise<AdapterConnection>,
): void {
  const { signal } = new AbortController();

  const payment = async (change: object = {}) => {
    const { connectorId, accounts } = await connected();
    const { networks, chain } = world();
    const [network] = networks;
    const to = await chain.stranger();
    return { connectorId, address: accounts[0], network, to, amount: 1n, signal, ...change };
  };
  const can = <K extends 'prepareTransfer' | 'transfer' | 'waitForTransaction'>(method: K) => {
    const { adapter } = world();
    const run = adapter[method];
    if (!run) throw new Error(`The adapter has no ${method}.`);
    return run.bind(adapter) as NonNullable<typeof run>;
  };
  const settled = (sent: SentTransaction) => {
    const [network] = world().networks;
    return can('waitForTransaction')({ ...sent, network, signal });
  };
  const sentAs = (hash: string, address: string): SentTransaction => ({
    hash,
    address,
    chainId: world().networks[0].caipNetworkId,
  });

  it('distinguishes addresses from other text [VAL-07] [VAL-09]', () => {
    const { adapter, addresses } = world();
    for (const text of addresses.valid) expect(adapter.isAddress(text), text).toBe(true);
    for (const text of addresses.invalid) expect(adapter.isAddress(text), text).toBe(false);
  });

  it('signs a text verifiably, and throws REQUEST_REJECTED when the visitor refuses', async () => {
    const { connectorId, accounts } = await connected();
    const { adapter, chain, wallet } = world();
    const message = { connectorId, address: accounts[0], message: 'grüße, 世界' };
    const signature = await adapter.signMessage(message);
    expect(await chain.verify(message.message, signature, accounts[0])).toBe(true);
    expect(await chain.verify('another text', signature, accounts[0])).toBe(false);
    wallet.answer('refuse');
    await expect(adapter.signMessage(message)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    wallet.answer('break');
    const broken = await adapter.signMessage(message).catch((error: unknown) => error);
    expect(broken).toMatchObject({ code: expect.any(String), cause: expect.any(Error) });
    await expect(adapter.signMessage({ ...message, connectorId: NOBODY })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
    });
  });

  it('reads a balance from the chain, and stops when aborted [CAP-03]', async () => {
    const { accounts } = await connected();
    const { adapter, networks } = world();
    const balance = { address: accounts[0], network: networks[0] };
    expect(await adapter.getBalance({ ...balance, signal })).toMatchObject({
      balance: expect.stringMatching(/^[1-9]\d*(\.\d+)?$/),
      symbol: networks[0].nativeCurrency.symbol,
    });
    await expect(adapter.getBalance({ ...balance, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
    });
  });

  it('sends a transaction to the wallet, and reports its confirmation', async () => {
    const { connectorId, accounts } = await connected();
    const { adapter, chain, networks, wallet } = world();
    const transaction = await chain.payment(accounts[0]);
    const request = { connectorId, address: accounts[0], transaction, network: networks[0] };
    const hash = await adapter.sendTransaction(request);
    expect(await settled(sentAs(hash, accounts[0]))).toEqual({ status: 'confirmed', hash });
    wallet.answer('refuse');
    await expect(adapter.sendTransaction(request)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
  });

  it("refuses a transaction in another chain's form", async () => {
    const { connectorId, accounts } = await connected();
    const { adapter, networks } = world();
    const foreign = adapter.namespace === 'eip155' ? { serialized: 'AAAA' } : { to: accounts[0], value: 1n };
    await expect(
      adapter.sendTransaction({
        connectorId,
        address: accounts[0],
        transaction: foreign,
        network: networks[0],
      }),
    ).rejects.toMatchObject({ code: 'INVALID_TRANSACTION' });
  });

  it('pays the native currency, exactly', async () => {
    const request = await payment({ amount: 12_345_678n });
    const sent = await can('transfer')(request);
    expect(sent).toMatchObject({ chainId: request.network.caipNetworkId, address: request.address });
    expect(JSON.parse(JSON.stringify(sent))).toEqual(sent);
    expect(await settled(sent)).toEqual({ status: 'confirmed', hash: sent.hash });
    expect(await world().chain.balanceOf(request.to)).toBe(12_345_678n);
  });

  it('returns the cost before a payment, and can pay the maximum amount', async () => {
    const funder = await payment();
    const poor = await world().wallet.changeAccount();
    const { connectorId, address: _, ...rest } = funder;
    const request = { ...rest, address: poor };
    const prepared = await can('prepareTransfer')(request);
    expect(prepared.fee).toBeGreaterThan(0n);
    expect(prepared.available).toBe(await world().chain.balanceOf(poor));
    expect(prepared.nativeAvailable).toBe(prepared.available);
    expect(prepared.max).toBe(prepared.available - prepared.fee);
    expect(prepared).toMatchObject({ rent: 0n, receiverIsContract: false });
    await expect.poll(() => world().host.reported().length).toBeGreaterThan(0);
    const sent = await can('transfer')({ ...request, connectorId, amount: prepared.max });
    expect(await settled(sent)).toMatchObject({ status: 'confirmed' });
    expect(await world().chain.balanceOf(request.to)).toBe(prepared.max);
  });

  it('pays a token to a receiver who never had any', async () => {
    const { token } = world().chain;
    const request = await payment({ token, amount: 1_500_000n });
    const prepared = await can('prepareTransfer')(request);
    expect(prepared.available).toBe(await world().chain.balanceOf(request.address, token.address));
    expect(prepared.max).toBe(prepared.available);
    expect(prepared.nativeAvailable).toBe(await world().chain.balanceOf(request.address));
    const before = await world().chain.balanceOf(request.address);
    const sent = await can('transfer')(request);
    expect(await settled(sent)).toMatchObject({ status: 'confirmed' });
    expect(await world().chain.balanceOf(request.to, token.address)).toBe(1_500_000n);
    const cost = before - (await world().chain.balanceOf(request.address));
    expect(cost).toBeGreaterThan(prepared.rent);
    expect(cost).toBeLessThanOrEqual(prepared.fee + prepared.rent);
    // The account exists at the next payment.
    expect(await can('prepareTransfer')(request)).toMatchObject({ rent: 0n });
  });

  it('throws REQUEST_REJECTED when the visitor refuses a payment, and MODAL_CLOSED when it is cancelled', async () => {
    const request = await payment();
    world().wallet.answer('refuse');
    await expect(can('transfer')(request)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    await expect(can('prepareTransfer')({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
    });
  });

  it('reports why a transaction failed [ERR-42]', async () => {
    const { connectorId, accounts } = await connected();
    const { adapter, chain, networks } = world();
    const { transaction, reason } = await chain.failing(accounts[0]);
    const request = { connectorId, address: accounts[0], transaction, network: networks[0] };
    const hash = await adapter.sendTransaction(request);
    expect(await settled(sentAs(hash, accounts[0]))).toEqual({
      status: 'reverted',
      hash,
      reason: expect.stringMatching(reason),
    });
  });

  it('waits 25 s for a transaction, and stops immediately when aborted [TIME-19]', async () => {
    const { accounts } = await connected();
    const { networks, chain } = world();
    const sent = { ...sentAs(chain.unknownHash, accounts[0]), network: networks[0] };
    await expect(can('waitForTransaction')({ ...sent, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const seen: unknown[] = [];
      void can('waitForTransaction')({ ...sent, signal }).then(
        outcome => seen.push(outcome),
        error => seen.push(error),
      );
      await vi.advanceTimersByTimeAsync(24_999);
      expect(seen).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(seen).toMatchObject([{ code: 'TRANSACTION_TIMEOUT' }]);
    } finally {
      vi.useRealTimers();
    }
  });
}
