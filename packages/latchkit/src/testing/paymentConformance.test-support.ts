import { expect, it, vi } from 'vitest';
import type { AdapterConnection } from '../core/adapter/ChainAdapter.js';
import type { SentTransaction } from '../core/adapter/Transaction.js';
import type { ConformanceWorld } from './ConformanceWorld.test-support.js';

type Paying = 'getBalance' | 'sendTransaction' | 'prepareTransfer' | 'transfer' | 'waitForTransaction';

/** The conformance tests for balances and payments. */
export function paymentConformance(
  world: () => ConformanceWorld,
  connected: () => Promise<AdapterConnection>,
): void {
  const { signal } = new AbortController();

  const payment = async (change: object = {}) => {
    const { connectorId, accounts } = await connected();
    const { networks } = world();
    const [network] = networks;
    const chain = chainOf();
    const to = await chain.stranger();
    return { connectorId, address: accounts[0], network, to, amount: 1n, signal, ...change };
  };
  const chainOf = () => {
    const { chain } = world();
    if (!chain) throw new Error('The world has no chain.');
    return chain;
  };
  const can = <K extends Paying>(method: K) => {
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

  it('reads a balance from the chain, and stops when aborted [CAP-03]', async () => {
    const { accounts } = await connected();
    const { networks } = world();
    const balance = { address: accounts[0], network: networks[0] };
    expect(await can('getBalance')({ ...balance, signal })).toMatchObject({
      balance: expect.stringMatching(/^[1-9]\d*(\.\d+)?$/),
      symbol: networks[0].nativeCurrency.symbol,
    });
    await expect(can('getBalance')({ ...balance, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
    });
  });

  it('sends a transaction to the wallet, and reports its confirmation', async () => {
    const { connectorId, accounts } = await connected();
    const { networks, wallet } = world();
    const transaction = await chainOf().payment(accounts[0]);
    const request = { connectorId, address: accounts[0], transaction, network: networks[0] };
    const hash = await can('sendTransaction')(request);
    expect(await settled(sentAs(hash, accounts[0]))).toEqual({ status: 'confirmed', hash });
    wallet.answer('refuse');
    await expect(can('sendTransaction')(request)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
  });

  it("refuses a transaction in another chain's form", async () => {
    const { connectorId, accounts } = await connected();
    const { networks } = world();
    const foreign = chainOf().foreign(accounts[0]);
    await expect(
      can('sendTransaction')({
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
    expect(await chainOf().balanceOf(request.to)).toBe(12_345_678n);
  });

  it('returns the cost before a payment, and can pay the maximum amount', async () => {
    const funder = await payment();
    const [poor] = await world().wallet.changeAccount();
    const { connectorId, address: _, ...rest } = funder;
    const request = { ...rest, address: poor };
    const prepared = await can('prepareTransfer')(request);
    expect(prepared.fee).toBeGreaterThan(0n);
    expect(prepared.available).toBe(await chainOf().balanceOf(poor));
    expect(prepared.nativeAvailable).toBe(prepared.available);
    expect(prepared.max).toBe(prepared.available - prepared.fee);
    expect(prepared).toMatchObject({ rent: 0n, receiverIsContract: false });
    await expect.poll(() => world().host.reported().length).toBeGreaterThan(0);
    const sent = await can('transfer')({ ...request, connectorId, amount: prepared.max });
    expect(await settled(sent)).toMatchObject({ status: 'confirmed' });
    expect(await chainOf().balanceOf(request.to)).toBe(prepared.max);
  });

  it('pays a token to a receiver who never had any', async () => {
    const { token } = chainOf();
    const request = await payment({ token, amount: 1_500_000n });
    const prepared = await can('prepareTransfer')(request);
    expect(prepared.available).toBe(await chainOf().balanceOf(request.address, token.address));
    expect(prepared.max).toBe(prepared.available);
    expect(prepared.nativeAvailable).toBe(await chainOf().balanceOf(request.address));
    const before = await chainOf().balanceOf(request.address);
    const sent = await can('transfer')(request);
    expect(await settled(sent)).toMatchObject({ status: 'confirmed' });
    expect(await chainOf().balanceOf(request.to, token.address)).toBe(1_500_000n);
    const cost = before - (await chainOf().balanceOf(request.address));
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
    const { networks } = world();
    const { transaction, reason } = await chainOf().failing(accounts[0]);
    const request = { connectorId, address: accounts[0], transaction, network: networks[0] };
    const hash = await can('sendTransaction')(request);
    expect(await settled(sentAs(hash, accounts[0]))).toEqual({
      status: 'reverted',
      hash,
      reason: expect.stringMatching(reason),
    });
  });

  it('waits 25 s for a transaction, and stops immediately when aborted [TIME-19]', async () => {
    const { accounts } = await connected();
    const { networks } = world();
    const sent = { ...sentAs(chainOf().unknownHash, accounts[0]), network: networks[0] };
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
