import * as z from 'zod/mini';
import { listOf } from '../listOf.js';

const address = z.optional(z.object({ address: z.string() }));

/** Response of `GET /v1/profile/account/{name}`. */
export const profileAnswer = z.object({
  name: z.string(),
  /** Addresses by SLIP-44 coin type: `60` EVM, `501` Solana. */
  addresses: z.object({ '60': address, '501': address }),
});

/** The addresses of a name. */
export type Profile = z.infer<typeof profileAnswer>;

/** Response of `GET /v1/profile/reverse/{address}`. */
export const namesOfAddressAnswer = z.object({
  /** The names that are registered for the address: none or one. */
  names: listOf(profileAnswer),
  /** What a new name ends with; null: no names are registered here. */
  suffix: z.nullable(z.string()),
  /** Origin that orders about names must be signed for; absent at gateways before version 0.2. */
  gateway: z.nullish(z.string()),
});

/** Response of `GET /v1/profile/suggestions/{name}`. */
export const nameSuggestionsAnswer = z.object({
  /** Whether the name that was asked about can be registered. */
  available: z.boolean(),
  /** Why not, for the visitor. */
  reason: z.nullable(z.string()),
  /** Names like it that can be registered, with their suffix. */
  suggestions: listOf(z.object({ name: z.string() })),
});

/** Whether a name can be registered, and names like it that can. */
export type NameSuggestions = z.infer<typeof nameSuggestionsAnswer>;

/** A change of a name. */
export type NameChange =
  | { readonly action: 'rename'; readonly to: string }
  | { readonly action: 'release' }
  | { readonly action: 'transfer'; readonly to: string };

/** A message about a name, signed by its account. */
export const signedNameBody = () =>
  z.object({
    /** Coin type of the account's chain (ENSIP-11). A contract's signature is verified on this chain. */
    coin_type: z.int().check(z.gte(0), z.lte(0xffffffff)),
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'is not an EVM address')),
    /** JSON of the content of the order: see `NameOrder`. */
    message: z.string().check(z.maxLength(16 * 1024)),
    /** Of the order as typed data (EIP-712), which names the gateway, the account, its chain and the project. */
    signature: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'is not a signature')),
  });

/** Response of a registration and of a change. The name is null after a release. */
export const registeredNameAnswer = z.object({ name: z.nullable(z.string()) });

/** Error response of a names service; the first description is shown. */
export const profileErrorAnswer = z.object({
  reasons: z.catch(
    z.nullish(z.array(z.object({ name: z.nullish(z.string()), description: z.nullish(z.string()) }))),
    undefined,
  ),
});
