import * as z from 'zod/mini';

const bytes = z.string().check(z.regex(/^[\w-]*$/));

const sealedRow = z.object({
  rowId: z.string(),
  dekId: z.string(),
  /** Nonce, ciphertext and tag (AES-256-GCM), base64url. */
  ciphertext: bytes,
});

const store = z.object({
  /** Kind of key vault, part of the context of the data keys: `file`. */
  keyVault: z.string(),
  deks: z.array(
    z.object({
      id: z.string(),
      walletId: z.nullable(z.string()),
      kekId: z.string(),
      bornKekId: z.string(),
      wrapped: bytes,
    }),
  ),
  /** The share of the recovery set. */
  share: sealedRow,
});

/** The rows of one wallet in both stores, as `latchkit-gateway wallet-rows` prints them. */
export const walletRows = z.object({
  format: z.literal('latchkit-wallet-rows/1'),
  walletId: z.string(),
  epoch: z.int(),
  addresses: z.object({ evm: z.string(), owner: z.string(), solana: z.string() }),
  /** The wallet service's store. */
  a: z.extend(store, { seed: sealedRow }),
  /** The vault's store. */
  b: store,
});
export type WalletRows = z.infer<typeof walletRows>;

/** A key file of a store. */
export const keyFile = z.object({
  keys: z.array(z.object({ kid: z.string(), k: z.optional(bytes) })),
});
export type KeyFile = z.infer<typeof keyFile>;
