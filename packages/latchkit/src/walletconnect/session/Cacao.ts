import { type Guard, guards } from '../wire/guards.js';

const { listOf, shape, text } = guards;

/** A page's sign-in request to a wallet (CAIP-222). Times are ISO 8601. */
export interface AuthPayload {
  readonly type: 'caip122';
  /** CAIP-2 ids of EVM chains. */
  readonly chains: readonly string[];
  readonly domain: string;
  /** URL of the requesting page. */
  readonly aud: string;
  readonly version: string;
  readonly nonce: string;
  readonly iat: string;
  readonly nbf?: string | undefined;
  readonly exp?: string | undefined;
  readonly statement?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

/** The signed payload. */
export interface CacaoPayload extends Omit<AuthPayload, 'type' | 'chains'> {
  /** The account, as `did:pkh:` and a CAIP-10 id. */
  readonly iss: string;
}

/** A signed sign-in message (CAIP-74). */
export interface Cacao {
  readonly h: { readonly t: string };
  readonly p: CacaoPayload;
  readonly s: { readonly t: string; readonly s: string };
}

const required = { domain: text(255), aud: text(), version: text(16), nonce: text(255), iat: text(64) };
const optional = {
  nbf: text(64),
  exp: text(64),
  statement: text(4_096),
  requestId: text(255),
  resources: listOf(text(8_192), 50),
};

const payload = shape({ ...required, chains: listOf(text(72), 300) }, { ...optional, type: text(16) });

/** Checks that a value is a sign-in request. */
export const isAuthPayload: Guard<AuthPayload> = (value): value is AuthPayload => payload(value);

/** Checks that a value is a signed message; does not verify the signature. */
export const isCacao: Guard<Cacao> = shape({
  h: shape({ t: text(32) }),
  p: shape({ ...required, iss: text(255) }, optional),
  s: shape({ t: text(32), s: text(20_000) }),
});
