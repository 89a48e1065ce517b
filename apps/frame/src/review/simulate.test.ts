import type { SigningRequest } from '@latchkit/keyring';
import { frameError } from 'latchkit/protocol';
import { encodeFunctionData, type Hex, parseAbi, serializeTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../../../packages/latchkit/src/testing/startAnvil.test-support.js';
import type { ChainReader } from '../chains/createChainReader.js';
import { contextOf, OTHER, OWN } from './model/reviewContext.test-support.js';
import { netChanges } from './netChanges.js';
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
  });
  return { id: 'x', kind: 'transaction', chainId: 'eip155:31337', account: OWN, payload };
}

/** Emits an ERC-20 `Transfer` of 1 from the caller to the other account. */
const tokenCode = (from: string, to: string) =>
  `0x600160005273${to.slice(2)}73${from.slice(2)}7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300`;

describe('simulate', () => {
  it('returns nothing for messages', () => {
    const message: SigningRequest = { ...transaction(OTHER, 1n), kind: 'message', payload: '0x00' };
    expect(simulate([message], reader(), signal)).toBeUndefined();
  });

  it('reports that a payment would succeed and that a reverting one would fail', async () => {
    expect(await simulate([transaction(OTHER, 1n)], reader(), signal)).toEqual({
      outcome: 'passed',
      warnings: [],
      moves: [{ token: undefined, amount: -1n }],
    });
    const reverting = '0x00000000000000000000000000000000000000aa';
    await chain.request('anvil_setCode', [reverting, '0x60006000fd']);
    expect(await simulate([transaction(reverting, 0n)], reader(), signal)).toEqual({
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
    const { warnings } = (await simulate([transaction(caller, 0n, '0x01')], reader(), signal)) ?? {};
    expect(warnings).toEqual([
      { text: 'warning.leaves', slots: { token: '0x00000000000000000000000000000000000000bb' } },
    ]);
  });

  it('adds up what several calls move to and from the account', async () => {
    const [spent, earned] = [
      '0x00000000000000000000000000000000000000b1',
      '0x00000000000000000000000000000000000000b2',
    ];
    await chain.request('anvil_setCode', [spent, tokenCode(OWN, OTHER)]);
    await chain.request('anvil_setCode', [earned, tokenCode(OTHER, OWN)]);
    // Returns the ether that it is sent.
    const refunding = '0x00000000000000000000000000000000000000b3';
    await chain.request('anvil_setCode', [refunding, '0x600060006000600034335af100']);
    const all = [
      transaction(OTHER, 5n),
      transaction(refunding, 7n),
      transaction(spent, 0n),
      transaction(spent, 0n),
      transaction(earned, 0n),
    ];
    const simulated = await simulate(all, reader(), signal);
    expect(simulated).toMatchObject({
      outcome: 'passed',
      moves: [
        { token: undefined, amount: -5n },
        { token: spent, amount: -2n },
        { token: earned, amount: 1n },
      ],
    });
    const moves = simulated?.moves ?? [];
    const { changes } = await netChanges(moves, contextOf({ chainId: 'eip155:1' }));
    expect(changes.map(({ tone, line }) => [tone, line.text])).toEqual([
      ['out', 'change.out'],
      ['out', 'change.out'],
      ['in', 'change.in'],
    ]);
    expect(changes[0]?.line.slots).toMatchObject({ amount: { number: '0.000000000000000005' } });
  });

  it('falls back to a plain call and reports an unknown result if that gets no response either', async () => {
    const data = encodeFunctionData({ abi: parseAbi(['function x()']), functionName: 'x' });
    const older = reader(['eth_simulateV1']);
    expect(await simulate([transaction(OTHER, 0n, data)], older, signal)).toMatchObject({
      outcome: 'passed',
    });
    const silent = reader(['eth_simulateV1', 'eth_call']);
    expect(await simulate([transaction(OTHER, 0n, data)], silent, signal)).toEqual({
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
    const trying = simulate([transaction(OTHER, 1n)], dead, over.signal);
    over.abort();
    expect(await trying).toEqual({ outcome: 'unknown', warnings: [] });
  });
});
