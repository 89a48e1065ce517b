import { numberToHex, parseUnits } from 'viem';
import { describe, expect, it } from 'vitest';
import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import type { RpcService } from '../chains/service.js';
import { factorReader } from './readBalances.js';

const ANSWERS: Readonly<Record<string, unknown>> = {
  share: numberToHex(parseUnits('2.5', 18), { size: 32 }),
  plain: '0x',
  once: numberToHex(parseUnits('1', 18), { size: 32 }),
  odd: { surprise: 1 },
  refused: new RpcError(502, 3, 'CALL_FAILED', 'The chain refused a call'),
  away: new RpcError(504, RPC_CODES.serverError, 'UPSTREAM_TIMEOUT', 'The chain did not answer'),
  limited: new RpcError(429, RPC_CODES.limitExceeded, 'UPSTREAM_RATE_LIMITED', 'Too often'),
};
const rpc = {
  call: async (_: string, __: string, [{ to }]: readonly [{ to: string }]) => {
    const answer = ANSWERS[to];
    if (answer instanceof Error) throw answer;
    return answer;
  },
} as unknown as RpcService;
const read = (...tokens: string[]) => factorReader(rpc)('eip155:1', tokens, new AbortController().signal);

describe('factorReader', () => {
  it('reads the factor of each token, and of none that has or tells none (RV-26)', async () => {
    const none = [undefined, undefined, undefined, undefined];
    expect(await read('plain', 'once', 'share', 'odd', 'refused')).toEqual([
      ...none.slice(2),
      '2.5',
      ...none.slice(2),
    ]);
    expect(await read()).toEqual([]);
  });

  it('counts a token as not scaled that alone does not answer, and nothing in an outage (RV-26)', async () => {
    expect(await read('away', 'share')).toEqual([undefined, '2.5']);
    await expect(read('away', 'away')).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await expect(read('share', 'limited')).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' });
  });
});
