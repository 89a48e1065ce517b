import * as z from 'zod/mini';
import type { ChainNamespace } from '../caip.js';
import { accountTypeField } from './frameFields.js';

/** Whom the embedded wallet has signed in [ENT-01]. */
export const frameUser = z.object({
  email: z.nullish(z.string()),
  /** The address of the preferred account. */
  address: z.string(),
  chainId: z.union([z.string(), z.number()]),
  /** All accounts. `smartAccount` is a contract, `eoa` a plain key. */
  accounts: z.array(z.object({ namespace: z.string(), address: z.string(), type: accountTypeField })),
  userName: z.nullish(z.string()),
  /** How the visitor signed in: `email` or a social provider's name. */
  authProvider: z.optional(z.string()),
  preferredAccountType: accountTypeField,
  smartAccountDeployed: z.boolean(),
});

/** Whom the embedded wallet has signed in [ENT-01]. */
export type FrameUser = z.infer<typeof frameUser>;

/** Kinds of embedded accounts. */
export type EmbeddedAccountType = z.infer<typeof accountTypeField>;

/** The kind of account that each namespace starts with [STATE-31]. */
export const DEFAULT_ACCOUNT_TYPES: Readonly<Record<ChainNamespace, EmbeddedAccountType>> = {
  eip155: 'smartAccount',
  solana: 'eoa',
  bip122: 'payment',
  polkadot: 'eoa',
};

/** The kind of account to use: what the account prefers, else the stored one, else the namespace's default [STATE-30]. */
export function preferredAccountType(
  namespace: ChainNamespace,
  known: {
    readonly account?: EmbeddedAccountType | undefined;
    readonly stored?: EmbeddedAccountType | undefined;
  },
): EmbeddedAccountType {
  return known.account ?? known.stored ?? DEFAULT_ACCOUNT_TYPES[namespace];
}
