import * as z from 'zod/mini';

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** Body of `POST /siwx/v1/nonce`. */
export const siwxNonceBody = z.object({
  /** The page's host, with its port if it has one. Must match the request's Origin. */
  domain: text(255),
});

/** Response of `POST /siwx/v1/nonce`. */
export const siwxNonceAnswer = z.object({
  /** At least 17 alphanumeric characters; valid once, for this project and domain. */
  nonce: z.string(),
  /** Expiry of the nonce, ISO 8601. */
  expirationTime: z.string(),
});

/** Body of `POST /siwx/v1/verify`. */
export const siwxVerifyBody = z.object({
  /** The signed text: ERC-4361 on EVM, the CAIP-122 form on Solana. */
  message: text(8_192),
  /** Hex with `0x` on EVM, base58 on Solana. An ERC-6492 signature also contains the account's deployment. */
  signature: text(65_536),
  /** The signer's CAIP-10 id. */
  accountAddress: text(200),
});

/** A sign-in session as a service stores it. Times are ISO 8601. */
export const siwxSession = z.object({
  id: z.string(),
  /** CAIP-10. */
  accountAddress: z.string(),
  /** CAIP-2. */
  chainId: z.string(),
  domain: z.string(),
  uri: z.string(),
  issuedAt: z.string(),
  /** Final expiry, regardless of refreshes. */
  expirationTime: z.string(),
});

/** A sign-in session as a service stores it. */
export type SiwxServiceSession = z.infer<typeof siwxSession>;

/** Response of `POST /siwx/v1/verify` and of `POST /siwx/v1/session/refresh`. */
export const siwxTokensAnswer = z.object({
  /** JWT for `Authorization: Bearer`, verified with the keys of `GET /.well-known/jwks.json`. */
  token: z.string(),
  /** Expiry of the token (not of the session), ISO 8601. */
  expirationTime: z.string(),
  /** Valid for one refresh. Reuse ends the session, because the token has leaked. */
  refreshToken: z.string(),
  session: siwxSession,
});

/** Tokens of a sign-in session. */
export type SiwxTokens = z.infer<typeof siwxTokensAnswer>;

/** Response of `GET /siwx/v1/session`. Errors: 401 `SESSION_EXPIRED`, `SESSION_REVOKED` and `INVALID_TOKEN`. */
export const siwxSessionAnswer = z.object({ session: siwxSession });

/** Body of `POST /siwx/v1/session/refresh`. */
export const siwxRefreshBody = z.object({ refreshToken: text(200) });

/** Response of `GET /.well-known/jwks.json` (RFC 7517). */
export const jwksAnswer = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) });
