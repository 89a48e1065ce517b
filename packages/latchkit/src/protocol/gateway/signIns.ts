import * as z from 'zod/mini';
import { listOf } from '../listOf.js';

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** One sign-in of an account. Times are ISO 8601. */
export const accountSignIn = z.object({
  /** The sign-in's id. */
  pci: z.string(),
  /** CAIP-2. */
  chainId: z.string(),
  createdAt: z.string(),
  expiry: z.string(),
  revokedAt: z.nullish(z.string()),
  domain: z.nullish(z.string()),
});

/** One sign-in of an account. */
export type AccountSignIn = z.infer<typeof accountSignIn>;

/** Response of `GET /siwx/v1/sessions/{id}`; the id is the account's CAIP-10 id. */
export const accountSignInsAnswer = z.object({ data: listOf(accountSignIn) });

/** Body of `POST /siwx/v1/sessions/{id}/revoke`. */
export const revokeSignInBody = z.object({
  pci: text(200),
  /** The account's signature over `revokeSignInMessage`: hex with `0x` on EVM, base58 on Solana. */
  signature: text(65_536),
});

/** Response of `POST /siwx/v1/sessions/{id}/revoke`. */
export const revokeSignInAnswer = z.object({ pci: z.string(), revokedAt: z.string() });
