import { type Address, isAddress } from '@solana/kit';
import { z } from 'zod';
import type { Ledger } from './Ledger.js';
import { invalidParams, RPC_CODES, RpcError } from './RpcError.js';

/** An RPC method: parses its parameters and returns the result. */
export type RpcMethod = (ledger: Ledger, params: readonly unknown[]) => unknown;

/** Methods by name. */
export type RpcMethods = Readonly<Record<string, RpcMethod>>;

export const commitment = z.enum([
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
]);

/** An address: base58 of 32 bytes. */
export const address = z.custom<Address>(
  value => typeof value === 'string' && isAddress(value),
  'not an address',
);

/** The fields that most configuration objects share. */
export const config = z.looseObject({
  commitment: commitment.optional(),
  minContextSlot: z.number().optional(),
});

/** Creates a method from its parameter schema and implementation. @throws RpcError -32602, -32016 */
export function rpcMethod<T extends readonly unknown[]>(
  schema: z.ZodType<T>,
  run: (ledger: Ledger, params: T) => unknown,
): RpcMethod {
  return (ledger, params) => {
    const parsed = schema.safeParse(params);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalidParams(`${issue?.message ?? 'wrong'} at [${issue?.path.join('][') ?? ''}]`);
    }
    const minContextSlot = params
      .map(one => config.safeParse(one).data?.minContextSlot)
      .find(slot => slot !== undefined);
    if (minContextSlot !== undefined && BigInt(Math.trunc(minContextSlot)) > ledger.slot) {
      throw new RpcError(RPC_CODES.minContextSlotNotReached, 'Minimum context slot has not been reached', {
        contextSlot: ledger.slot,
      });
    }
    return run(ledger, parsed.data);
  };
}

/** Makes a parameter optional: like a node, accepts null and treats it as absent. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform(value => value ?? undefined);
}

/** Wraps a result with the slot it is from. */
export function withContext(ledger: Ledger, value: unknown): unknown {
  return { context: { apiVersion: '3.0.0', slot: ledger.slot }, value };
}
