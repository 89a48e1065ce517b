import * as z from 'zod/mini';

const tokenAccount = z.object({
  pubkey: z.string(),
  account: z.object({
    owner: z.string(),
    data: z.object({
      parsed: z.object({
        info: z.object({
          tokenAmount: z.object({ amount: z.string().check(z.regex(/^\d+$/)), decimals: z.int() }),
        }),
      }),
    }),
  }),
});
const answer = z.object({ value: z.array(z.unknown()) });

/**
 * The token account that holds most, of a node's answer. Anyone may open accounts for others, which nodes give in another form if they
 * have parts that they do not know: these hide none of the others.
 *
 * @returns undefined if there is none. @throws if none can be read.
 */
export function largestTokenAccount(raw: unknown) {
  const { value } = z.parse(answer, raw);
  const accounts = value.flatMap(one => z.safeParse(tokenAccount, one).data ?? []);
  const [most] = accounts
    .map(({ pubkey, account }) => ({
      source: pubkey,
      program: account.owner,
      ...account.data.parsed.info.tokenAmount,
    }))
    .sort((one, other) => (BigInt(one.amount) < BigInt(other.amount) ? 1 : -1));
  if (!most) z.parse(z.array(tokenAccount), value);
  return most;
}
