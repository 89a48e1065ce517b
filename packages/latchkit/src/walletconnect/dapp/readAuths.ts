import type { AuthPayload, Cacao } from '../session/Cacao.js';
import { accountOfIssuer, formatAuthMessage } from '../session/formatAuthMessage.js';
import type { SessionNamespaces } from '../session/Namespaces.js';
import { recoverSigner } from '../session/recoverSigner.js';
import { sessionOfAuth } from '../session/sessionOfAuth.js';

/** The result of checking signed messages. */
export interface ReadAuths {
  /** Why they don't match the request; undefined if they do. */
  readonly problem: string | undefined;
  /** What they allow the page to request. */
  readonly namespaces: SessionNamespaces | undefined;
}

/**
 * Compares signed messages with the request: domain, URL, nonce, chain, validity period and, for EIP-191, the
 * signature. A contract's signature (EIP-1271, ERC-6492) can only be verified on chain, which is left to the page that
 * signs the visitor in.
 */
export function readAuths(auths: readonly Cacao[], asked: AuthPayload): ReadAuths {
  const problem =
    auths.length === 0 ? 'Nothing was signed.' : auths.map(auth => problemOf(auth, asked)).find(Boolean);
  return { problem, namespaces: sessionOfAuth(auths, asked) };
}

function problemOf({ p, s }: Cacao, asked: AuthPayload): string | undefined {
  const { chainId, address } = accountOfIssuer(p.iss);
  if (p.domain !== asked.domain) return 'The message was signed for another domain.';
  if (p.aud !== asked.aud) return 'The message was signed for another page.';
  if (p.nonce !== asked.nonce) return 'The message was signed with another nonce.';
  if (!asked.chains.includes(chainId)) return 'The message was signed for a chain that was not asked for.';
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return 'The message was signed for a malformed address.';
  if (asked.exp !== undefined && !(Date.parse(p.exp ?? '') <= Date.parse(asked.exp)))
    return 'The message was signed with a later expiration time.';
  if (s.s === '') return 'The signature is missing.';
  const isSigned = s.t !== 'eip191' || recoverSigner(formatAuthMessage(p), s.s) === address.toLowerCase();
  return isSigned ? undefined : "The signature is not the account's.";
}
