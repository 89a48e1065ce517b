import * as z from 'zod/mini';
import type { ChainNamespace } from '../caip.js';
import { accountTypeField } from './frameFields.js';

/** The user signed in to the embedded wallet. */
export const frameUser = z.object({
  email: z.nullish(z.string()),
  /** The address of the preferred account. */
  address: z.string(),
  chainId: z.union([z.string(), z.number()]),
  /** All accounts. `smartAccount`: a contract; `eoa`: a plain key. */
  accounts: z.array(z.object({ namespace: z.string(), address: z.string(), type: accountTypeField })),
  userName: z.nullish(z.string()),
  /** How the user signed in: `email` or a social provider's name. */
  authProvider: z.optional(z.string()),
  preferredAccountType: accountTypeField,
  smartAccountDeployed: z.boolean(),
});

/** The user signed in to the embedded wallet. */
export type FrameUser = z.infer<typeof frameUser>;

/** Types of embedded accounts. */
export type EmbeddedAccountType = z.infer<typeof accountTypeField>;

/** The default account type of each namespace. */
export const DEFAULT_ACCOUNT_TYPES: Readonly<Record<ChainNamespace, EmbeddedAccountType>> = {
  eip155: 'smartAccount',
  solana: 'eoa',
  bip122: 'payment',
  polkadot: 'eoa',
};

/** The account type to use: the user's preferred one, else the stored one, else the namespace's default. */
export function preferredAccountType(
  namespace: ChainNamespace,
  known: {
    readonly account?: EmbeddedAccountType | undefined;
    readonly stored?: EmbeddedAccountType | undefined;
  },
): EmbeddedAccountType {
  return known.account ?? known.stored ?? DEFAULT_ACCOUNT_TYPES[namespace];
}
