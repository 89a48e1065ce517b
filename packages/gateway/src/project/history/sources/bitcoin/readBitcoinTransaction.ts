import * as z from 'zod';
import { absent } from '../../../../platform/absent.js';
import { chainTime } from '../../../../platform/chainTime.js';
import type { ChainTransaction, Movement } from '../ChainTransaction.js';

const output = z.object({ scriptpubkey_address: absent(z.string()), value: z.int().nonnegative() });

/** A transaction in Esplora's form. A coinbase transaction spends no output. */
export const esploraTransaction = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  vin: z.array(z.object({ prevout: output.nullish() })),
  vout: z.array(output),
  status: z.discriminatedUnion('confirmed', [
    z.object({ confirmed: z.literal(true), block_time: chainTime() }),
    z.object({ confirmed: z.literal(false) }),
  ]),
});

type EsploraTransaction = z.output<typeof esploraTransaction>;
type Output = z.output<typeof output>;

/** Converts a transaction to what it moved from and to an account, without the fee. */
export function readBitcoinTransaction(
  chainId: string,
  { txid, vin, vout, status }: EsploraTransaction,
  account: string,
): ChainTransaction {
  const spent = vin.flatMap(({ prevout }) => prevout ?? []);
  const isOwn = (one: Output) => one.scriptpubkey_address === account;
  const from = onlyAddress(spent);
  return {
    chainId,
    hash: txid,
    // An unconfirmed transaction has no time.
    minedAt: status.confirmed ? new Date(status.block_time * 1_000) : new Date(),
    status: status.confirmed ? 'confirmed' : 'pending',
    ...(from === undefined ? {} : { from }),
    movements: movementsOf(spent, vout, isOwn, account),
  };
}

function movementsOf(
  spent: readonly Output[],
  outputs: readonly Output[],
  isOwn: (one: Output) => boolean,
  account: string,
): readonly Movement[] {
  const native = (from: string, to: string, amount: number): Movement[] =>
    amount > 0 ? [{ kind: 'native', from, to, amount: BigInt(amount) }] : [];
  const given = sum(spent.filter(isOwn));
  const got = sum(outputs.filter(isOwn));
  const others = outputs.filter(one => !isOwn(one));
  if (given > 0 && spent.every(isOwn)) {
    const payments = others.flatMap(one => native(account, one.scriptpubkey_address ?? '', one.value));
    return payments.length > 0 ? payments : native(account, account, got);
  }
  // Several people paid: only the difference is known.
  if (got >= given) return native(onlyAddress(spent.filter(one => !isOwn(one))) ?? '', account, got - given);
  return native(account, onlyAddress(others) ?? '', given - got);
}

function sum(outputs: readonly Output[]): number {
  return outputs.reduce((total, { value }) => total + value, 0);
}

/** The common address of outputs; undefined if they differ or have none. */
function onlyAddress(outputs: readonly Output[]): string | undefined {
  const addresses = new Set(outputs.map(one => one.scriptpubkey_address));
  return addresses.size === 1 ? [...addresses][0] : undefined;
}
