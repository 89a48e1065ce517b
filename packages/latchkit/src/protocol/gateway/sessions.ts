import * as z from 'zod/mini';

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** One session of an account. Times are ISO 8601. */
export const accountSession = z.object({
  /** The session's id. */
  pci: z.string(),
  /** CAIP-2. */
  chainId: z.string(),
  createdAt: z.string(),
  expiry: z.string(),
  revokedAt: z.nullish(z.string()),
  domain: z.nullish(z.string()),
});

/** One session of an account. */
export type AccountSession = z.infer<typeof accountSession>;

/** Response of `GET /v1/sessions/{id}`; the id is the account's CAIP-10 id. */
export const accountSessionsAnswer = z.object({ data: z.array(accountSession) });

/** Body of `POST /v1/sessions/{id}/revoke`. */
export const revokeSessionBody = z.object({
  pci: text(200),
  /** The account's signature over {@link revokeSessionMessage}: hex with `0x` on EVM, base58 on Solana. */
  signature: text(65_536),
});

/** Response of `POST /v1/sessions/{id}/revoke`. */
export const revokeSessionAnswer = z.object({ pci: z.string(), revokedAt: z.string() });

/**
 * The text that an account signs to end a session.
 *
 * @param id - CAIP-10 id of the account.
 * @param pci - Id of the session.
 */
export function revokeSessionMessage(id: string, pci: string): string {
  return `Revoke session ${pci} of ${id}`;
}
