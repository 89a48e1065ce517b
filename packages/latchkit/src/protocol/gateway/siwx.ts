import * as z from 'zod/mini';

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** Body of `POST /siwx/v1/nonce`. */
export const siwxNonceBody = z.object({
  /** Host of the page, with its port where there is one. Must be that of the request's Origin. */
  domain: text(255),
});

/** Answer of `POST /siwx/v1/nonce`. */
export const siwxNonceAnswer = z.object({
  /** At least 17 alphanumeric characters; good once, for this project and domain. */
  nonce: z.string(),
  /** ISO 8601 time after which it is refused. */
  expirationTime: z.string(),
});

/** Body of `POST /siwx/v1/verify`. */
export const siwxVerifyBody = z.object({
  /** The signed text: ERC-4361 on EVM, the form of CAIP-122 on Solana. */
  message: text(8_192),
  /** Hex with `0x` on EVM, base58 on Solana. A wrapped one (ERC-6492) carries the making of an account. */
  signature: text(65_536),
  /** CAIP-10 id of who signed. */
  accountAddress: text(200),
});

/** A sign-in as a service keeps it. Times are ISO 8601. */
export const siwxSession = z.object({
  id: z.string(),
  /** CAIP-10. */
  accountAddress: z.string(),
  /** CAIP-2. */
  chainId: z.string(),
  domain: z.string(),
  uri: z.string(),
  issuedAt: z.string(),
  /** When it ends even if it is refreshed. */
  expirationTime: z.string(),
});

/** A sign-in as a service keeps it. */
export type SiwxServiceSession = z.infer<typeof siwxSession>;

/** Answer of `POST /siwx/v1/verify` and of `POST /siwx/v1/session/refresh`. */
export const siwxTokensAnswer = z.object({
  /** JWT for `Authorization: Bearer`, verified with the keys of `GET /.well-known/jwks.json`. */
  token: z.string(),
  /** ISO 8601 time at which the token, not the session, ends. */
  expirationTime: z.string(),
  /** Good for one refresh. Used again later it ends the session: somebody else has it. */
  refreshToken: z.string(),
  session: siwxSession,
});

/** Tokens of a sign-in. */
export type SiwxTokens = z.infer<typeof siwxTokensAnswer>;

/** Answer of `GET /siwx/v1/session`. Its refusals are 401 `SESSION_EXPIRED`, `SESSION_REVOKED` and `INVALID_TOKEN`. */
export const siwxSessionAnswer = z.object({ session: siwxSession });

/** Body of `POST /siwx/v1/session/refresh`. */
export const siwxRefreshBody = z.object({ refreshToken: text(200) });

/** Answer of `GET /.well-known/jwks.json` (RFC 7517). */
export const jwksAnswer = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) });
