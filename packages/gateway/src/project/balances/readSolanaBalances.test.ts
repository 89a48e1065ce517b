import { SOLANA_CLOCK } from 'latchkit/protocol';
import { expect, it } from 'vitest';
import type { RpcService } from '../chains/service.js';
import { readSolanaBalances, TOKEN_PROGRAMS } from './readSolanaBalances.js';

const CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A node on which an account holds one of each mint of Token-2022, all of which are shown twice as large. */
function scriptedNode(mints: readonly string[], odd: ReadonlyMap<string, unknown> = new Map()): RpcService {
  const mint = Buffer.alloc(166 + 4 + 56);
  mint.writeUInt16LE(25, 166);
  mint.writeUInt16LE(56, 168);
  mint.writeDoubleLE(2, 170 + 48);
  const held = mints.map(address => ({
    account: {
      data: { parsed: { info: { mint: address, tokenAmount: { amount: '1000000000', decimals: 9 } } } },
    },
  }));
  const call = async (_: string, method: string, params: readonly unknown[]) => {
    if (method === 'getBalance') return { value: 1 };
    const [asked, { programId }] = params as [readonly string[], { programId?: string }];
    if (method === 'getTokenAccountsByOwner') return { value: programId === TOKEN_PROGRAMS[1] ? held : [] };
    // As nodes do.
    if (asked.length > 100) throw new Error('Too many inputs provided; max 100');
    const dataOf = (address: string) => (address === SOLANA_CLOCK ? Buffer.alloc(40) : mint);
    return {
      context: { slot: 5 },
      value: asked.map(address =>
        odd.has(address) ? odd.get(address) : { data: [dataOf(address).toString('base64'), 'base64'] },
      ),
    };
  };
  return { chainIds: [CHAIN], call } as unknown as RpcService;
}

it('reads the factor of every token in the answer, however many a stranger has sent (RV-26)', async () => {
  const sent = Array.from({ length: 150 }, (_, at) => `Spam${at}`);
  const listed = { chainId: CHAIN, address: 'Share', name: 'Share', symbol: 'SHARE', decimals: 9 } as const;
  const node = scriptedNode([...sent, 'Share']);
  const [, ...tokens] = await readSolanaBalances(node, CHAIN, 'Owner', [listed], AbortSignal.timeout(5_000));
  expect(tokens.length).toBe(100);
  expect(tokens[0]).toMatchObject({ symbol: 'SHARE', shown: { amount: '2', factor: '2', slot: 5 } });
  expect(tokens.filter(({ shown }) => shown === undefined)).toEqual([]);
});

it.each([null, 'x', {}, { data: null }, { data: [7, 'base64'] }, { data: { parsed: {} } }])(
  'shows no amount by a factor that the node did not tell: %j (RV-26)',
  async mint => {
    const read = (odd: string) =>
      readSolanaBalances(
        scriptedNode(['Share', 'Other'], new Map([[odd, mint]])),
        CHAIN,
        'Owner',
        [],
        AbortSignal.timeout(5_000),
      );
    await expect(read('Share')).rejects.toThrow('no mint');
    await expect(read(SOLANA_CLOCK)).rejects.toThrow('no clock');
  },
);
