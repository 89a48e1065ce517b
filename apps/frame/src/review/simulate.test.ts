import type { SigningRequest } from '@latchkit/keyring';
import { frameError, type ListedToken } from 'latchkit/protocol';
import { encodeFunctionData, type Hex, parseAbi, serializeTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../../../packages/latchkit/src/testing/startAnvil.test-support.js';
import type { ChainReader } from '../chains/createChainReader.js';
import { chainTokens } from '../chains/createTokenList.js';
import { addSimulation } from './addSimulation.js';
import { reviewSequence } from './evm/reviewSequence.js';
import { contextOf, OTHER, OWN } from './model/reviewContext.test-support.js';
import { simulate } from './simulate.js';

let chain: Anvil;
beforeAll(async () => {
  chain = await startAnvil(31_337);
});
afterAll(() => chain.stop());

const reader = (refused: readonly string[] = []): ChainReader => ({
  async request(_chainId, method, params) {
    if (refused.includes(method)) throw frameError('INTERNAL');
    return chain.request(method, params as readonly unknown[]);
  },
});
const signal = new AbortController().signal;
/** What the operator lists. */
const list = (...addresses: readonly string[]) => ({
  of: async () =>
    chainTokens(
      addresses.map((address): ListedToken => ({ address, name: 'Dime', symbol: 'DMD', decimals: 0 })),
    ),
});
const on = (request = reader(), tokens = list()) => ({ reader: request, tokens });

function transaction(to: string, value: bigint, data: Hex = '0x'): SigningRequest {
  const payload = serializeTransaction({
    type: 'eip1559',
    chainId: 31_337,
    nonce: 0,
    to: to as Hex,
    value,
    data,
    gas: 100_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  });
  return { id: 'x', kind: 'transaction', chainId: 'eip155:31337', account: OWN, payload };
}

/** Emits an ERC-20 `Transfer` of 1 from the caller to the other account. */
const tokenCode = (from: string, to: string) =>
  `0x600160005273${to.slice(2)}73${from.slice(2)}7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300`;

describe('simulate', () => {
  it('returns nothing for messages', () => {
    const message: SigningRequest = { ...transaction(OTHER, 1n), kind: 'message', payload: '0x00' };
    expect(simulate([message], on(), signal)).toBeUndefined();
  });

  it('reports that a payment would succeed and that a reverting one would fail', async () => {
    expect(await simulate([transaction(OTHER, 1n)], on(), signal)).toMatchObject({
      outcome: 'passed',
      isOpen: false,
      warnings: [],
    });
    const reverting = '0x00000000000000000000000000000000000000aa';
    await chain.request('anvil_setCode', [reverting, '0x60006000fd']);
    expect(await simulate([transaction(reverting, 0n)], on(), signal)).toEqual({
      outcome: 'failed',
      warnings: [{ text: 'warning.fails' }],
    });
  });

  it('warns about tokens that leave the account in addition to the call', async () => {
    const token = '0x00000000000000000000000000000000000000bb';
    const caller = '0x00000000000000000000000000000000000000cc';
    await chain.request('anvil_setCode', [token, tokenCode(OWN, OTHER)]);
    // Calls the token.
    await chain.request('anvil_setCode', [caller, `0x6000600060006000600073${token.slice(2)}5af100`]);
    const asked = transaction(caller, 0n, '0x01');
    const result = (await simulate([asked], on(), signal)) ?? { warnings: [] };
    expect(result).toMatchObject({ isOpen: true, moves: [{ token, out: 1n, in: 0n }] });
    const context = contextOf({ chainId: 'eip155:31337' });
    const { warnings, changes } = await addSimulation(
      await reviewSequence([asked.payload], context),
      result,
      context,
    );
    expect(changes).toMatchObject([{ tone: 'out', loss: { token, amount: '1' } }]);
    expect(warnings).toContainEqual({
      text: 'warning.leaves',
      slots: { token: '0x00000000000000000000000000000000000000bb' },
    });
  });

  it('adds up what several calls move from the account and to it, each on its own', async () => {
    const [spent, earned] = [
      '0x00000000000000000000000000000000000000b1',
      '0x00000000000000000000000000000000000000b2',
    ];
    await chain.request('anvil_setCode', [spent, tokenCode(OWN, OTHER)]);
    await chain.request('anvil_setCode', [earned, tokenCode(OTHER, OWN)]);
    const all = [
      transaction(OTHER, 5n),
      transaction(spent, 0n),
      transaction(spent, 0n),
      transaction(earned, 0n),
    ];
    const simulated = await simulate(all, on(), signal);
    expect(simulated?.moves).toEqual(
      expect.arrayContaining([
        { token: spent, out: 2n, in: 0n },
        { token: earned, out: 0n, in: 1n },
      ]),
    );
  });

  const TOKEN = '0x00000000000000000000000000000000000000d1';
  const HOSTILE = '0x00000000000000000000000000000000000000d2';
  const transfer = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 amount)']),
    args: [OTHER, 1_000n],
  });
  /** A log of `Transfer` of 1,000 of the token, in the direction that the caller's first byte says: 1 to the account. */
  const returning = `0x6103e8600052${'73'}${OWN.slice(2)}73${OTHER.slice(2)}7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300`;

  it('shows a loss that a hostile contract pays back in the simulation, and its income as tried only [SEC-109]', async () => {
    // Pays 1,000 of the listed token back to the account, whatever is called.
    await chain.request('anvil_setCode', [TOKEN, returning]);
    const calls = [transaction(TOKEN, 0n, transfer), transaction(TOKEN, 0n, '0x01')];
    const tokens = list(TOKEN);
    const context = contextOf({ chainId: 'eip155:31337', tokens: () => tokens.of() });
    const result = await simulate(calls, on(reader(), tokens), signal);
    expect(result?.moves).toEqual([{ token: TOKEN, out: 0n, in: 2_000n }]);
    const review = await reviewSequence(
      calls.map(({ payload }) => payload),
      context,
    );
    const shown = await addSimulation(review, result ?? { warnings: [] }, context);
    expect(shown.changes.map(({ tone, line }) => [tone, line.text, line.slots?.amount])).toEqual([
      ['out', 'change.out', { number: '1000' }],
      ['tried', 'change.tried', { number: '2000' }],
    ]);
  });

  it.each([
    ['a smaller one of the simulation', 400n, '1000', []],
    ['the larger one of the simulation', 1_500n, '1500', ['warning.leaves']],
    ['as much', 1_000n, '1000', []],
  ])('shows the larger loss of the bytes, next to %s [SEC-109]', async (_, out, shown, warned) => {
    const tokens = list(TOKEN);
    const context = contextOf({ chainId: 'eip155:31337', tokens: () => tokens.of() });
    const review = await reviewSequence([transaction(TOKEN, 0n, transfer).payload], context);
    for (const income of [0n, out, 10n ** 30n]) {
      const moves = [{ token: TOKEN, out, in: income }];
      const { changes, warnings } = await addSimulation(review, { warnings: [], moves }, context);
      const losses = changes.filter(({ tone }) => tone === 'out');
      expect(losses.map(({ line }) => line.slots?.amount)).toEqual([{ number: shown }]);
      expect(changes.some(({ tone }) => tone === 'in')).toBe(false);
      // A token that the batch itself calls counts as well.
      expect(warnings.map(({ text }) => text)).toEqual(warned);
    }
  });

  it('warns of a loss beyond the access that the same batch gives, and shows the loss in either case [SEC-109]', async () => {
    const tokens = list(TOKEN);
    const context = contextOf({ chainId: 'eip155:31337', tokens: () => tokens.of() });
    const approve = encodeFunctionData({
      abi: parseAbi(['function approve(address spender, uint256 amount)']),
      args: [OTHER, 1_000n],
    });
    const payloads = [transaction(TOKEN, 0n, approve), transaction(HOSTILE, 0n, '0x01')].map(
      one => one.payload,
    );
    const review = await reviewSequence(payloads, context);
    for (const [out, isBeyond] of [
      [1_000n, false],
      [1_001n, true],
    ] as const) {
      const shown = await addSimulation(
        review,
        { warnings: [], moves: [{ token: TOKEN, out, in: 0n }] },
        context,
      );
      expect(shown.changes[0]).toMatchObject({ tone: 'out', loss: { amount: String(out) } });
      expect(shown.warnings.some(({ text }) => text === 'warning.leaves')).toBe(isBeyond);
    }
  });

  it('hides no known loss behind any number of other moves [SEC-109]', async () => {
    const tokens = list(TOKEN);
    const context = contextOf({ chainId: 'eip155:31337', tokens: () => tokens.of() });
    const review = await reviewSequence([transaction(HOSTILE, 0n, '0x01').payload], context);
    const junk = Array.from({ length: 500 }, (_, at) => ({
      token: `0x${String(at + 1).padStart(40, '0')}`,
      out: 1n,
      in: 1n,
    }));
    const moves = [...junk, { token: TOKEN, out: 7n, in: 7n }];
    const { changes } = await addSimulation(review, { warnings: [], moves }, context);
    expect(changes.length).toBeLessThanOrEqual(100);
    expect(changes[0]).toMatchObject({ tone: 'out', loss: { token: TOKEN, amount: '7' } });
  });

  it('gives contracts the real price of gas, base fee and balance of the sender [SEC-109]', async () => {
    // Reverts if the condition holds.
    const probe = async (condition: string) => {
      await chain.request('anvil_setCode', [
        HOSTILE,
        `0x${condition}600b57005b60006000fd`.replace(
          '600b',
          `60${(condition.length / 2 + 3 + 1).toString(16).padStart(2, '0')}`,
        ),
      ]);
      return (await simulate([transaction(HOSTILE, 0n, '0x01')], on(), signal))?.outcome;
    };
    // GASPRICE ISZERO, BASEFEE ISZERO: 3a 15, 48 15.
    expect(await probe('3a15')).toBe('passed');
    expect(await probe('4815')).toBe('passed');
    // 10,000 ether of anvil's account, less the gas: CALLER BALANCE, and 10,001 ether LT.
    expect(await probe(`69${(10_001n * 10n ** 18n).toString(16).padStart(20, '0')}333110`)).toBe('failed');
    expect(await probe(`69${(10_000n * 10n ** 18n).toString(16).padStart(20, '0')}333111`)).toBe('passed');
  });

  it('is no promise when it ran code that the operator does not list [SEC-109]', async () => {
    await chain.request('anvil_setCode', [TOKEN, tokenCode(OWN, OTHER)]);
    await chain.request('anvil_setCode', [HOSTILE, '0x00']);
    const isOpen = async (asked: SigningRequest, request = reader()) =>
      (await simulate([asked], on(request, list(TOKEN)), signal))?.isOpen;
    expect(await isOpen(transaction(TOKEN, 0n, transfer))).toBe(false);
    expect(await isOpen(transaction(OTHER, 1n))).toBe(false);
    for (const asked of [
      // A contract that is paid, one that is called, and a function of a listed token that nobody knows.
      transaction(HOSTILE, 1n),
      transaction(HOSTILE, 0n, transfer),
      transaction(TOKEN, 0n, '0x12345678'),
      // Nothing is there yet, and something may be when it runs.
      transaction('0x00000000000000000000000000000000000000d9', 0n, '0x12345678'),
    ])
      expect(await isOpen(asked), asked.payload).toBe(true);
    expect(await isOpen(transaction(OTHER, 1n), reader(['eth_getCode']))).toBe(true);
    expect(await isOpen(transaction(HOSTILE, 1n), reader(['eth_simulateV1']))).toBe(true);
  });

  it('falls back to a plain call and reports an unknown result if that gets no response either', async () => {
    const data = encodeFunctionData({ abi: parseAbi(['function x()']), functionName: 'x' });
    const older = reader(['eth_simulateV1']);
    expect(await simulate([transaction(OTHER, 0n, data)], on(older), signal)).toMatchObject({
      outcome: 'passed',
    });
    const silent = reader(['eth_simulateV1', 'eth_call']);
    expect(await simulate([transaction(OTHER, 0n, data)], on(silent), signal)).toEqual({
      outcome: 'unknown',
      warnings: [],
    });
  });

  it('gives up when a chain does not respond and reports only that', async () => {
    const dead: ChainReader = {
      request: (_chainId, _method, _params, one) =>
        new Promise((_, reject) => {
          if (one?.aborted) reject(one.reason);
          one?.addEventListener('abort', () => reject(one.reason));
        }),
    };
    const over = new AbortController();
    const trying = simulate([transaction(OTHER, 1n)], on(dead), over.signal);
    over.abort();
    expect(await trying).toEqual({ outcome: 'unknown', warnings: [] });
  });
});
