import { describe, expect, it } from 'vitest';
import { SOLANA_CLOCK } from '../../protocol/factorOfMint.js';
import type { AskChain } from './askChain.js';
import { planTransfer } from './planTransfer.js';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const MINT = '8miiRen8nQcC8oX85Zvejjs5qYE2YqcrZpPzUQU17Ksz';
const FROM = 'DkK6Fr2iZeDoDwsCNJGcHo4MTcwTeFRuzDm26JWV6NFu';
const TO = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

const mint = new Uint8Array(82);
mint[44] = 6;
const accountOf = (data: Uint8Array, owner: string) => ({
  ...{ lamports: 1, owner, executable: false },
  data: [Buffer.from(data).toString('base64'), 'base64'],
});
const tokens = (pubkey: string, amount: string) => ({
  pubkey,
  account: {
    ...{ space: 165, owner: TOKEN_PROGRAM },
    data: { parsed: { info: { tokenAmount: { amount, decimals: 6 }, state: 'initialized' } } },
  },
});

/** A node on which the sender has these accounts of the token. */
const chainWith =
  (held: readonly unknown[]): AskChain =>
  async (method, params, answer) => {
    const known = new Map([
      [MINT, accountOf(mint, TOKEN_PROGRAM)],
      [SOLANA_CLOCK, accountOf(new Uint8Array(40), 'Sysvar')],
    ]);
    if (method === 'getTokenAccountsByOwner') return answer.parse({ value: held });
    if (method === 'getMinimumBalanceForRentExemption') return answer.parse(2_039_280);
    return answer.parse({ value: (params[0] as readonly string[]).map(one => known.get(one) ?? null) });
  };

const plan = (held: readonly unknown[]) =>
  planTransfer(chainWith(held), { address: FROM, to: TO, token: { address: MINT, decimals: 6 } });

/** As nodes give an account that they cannot read, and other forms. */
const ODD = [
  { pubkey: 'Odd', account: { space: 300, owner: TOKEN_PROGRAM, data: ['AAAA', 'base64'] } },
  ...[null, 'x', 7, {}, [], tokens('Odd', '-1'), { ...tokens('Odd', '9'), pubkey: null }],
];

describe('planTransfer', () => {
  it('pays from the account that holds most, whatever else is among them (RV-01)', async () => {
    const { available, token } = await plan([
      ...ODD,
      tokens('Less', '1'),
      ...ODD,
      tokens('Most', '2'),
      ...ODD,
    ]);
    expect([available, token?.source]).toEqual([2n, 'Most']);
  });

  it('says of no account that it is empty because it cannot be read (RV-01)', async () => {
    await expect(plan(ODD)).rejects.toThrow();
    expect((await plan([])).available).toBe(0n);
  });
});
