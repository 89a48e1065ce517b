import * as z from 'zod';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { AddressChange } from './addressChanges.js';
import { EMAIL_PROVIDER, identityHash } from './emailIdentity.js';
import { type Standing, standing } from './requireStanding.js';
import { inSeconds, TOKEN_KINDS } from './serviceTokens.js';
import { walletError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

/** The tokens that the services exchange about a change of an address or login, and the issuer of each. */
const GIVEN_BY = {
  updateReceipt: 'gateway',
  primaryGrant: 'vault',
  secondaryReceipt: 'gateway',
  preparedGrant: 'vault',
  emailCommit: 'gateway',
  removalReceipt: 'gateway',
  removedGrant: 'vault',
} as const;

/** The name of one of these tokens. */
export type ChangeWord = keyof typeof GIVEN_BY;

/** The provider is that of `to`. Default: email. */
type Addresses = Pick<AddressChange, 'from' | 'to'> & Partial<Pick<AddressChange, 'provider'>>;

const changeClaims = z.object({
  txn: z.uuid(),
  jkt: z.string(),
  /** Hashes of both identities within the change. */
  from: z.string(),
  to: z.string(),
  iat: z.number(),
  /** With `updateReceipt` and `removalReceipt`: the user's wallet, whose owner the vault determines from its own store. */
  walletId: z.uuid().nullable().optional(),
  /** With the same two: hashes of the user's logins at the wallet service within the change. */
  logins: z.array(z.string()).default([]),
  /** With `updateReceipt`: the added login is the current one, proved by the project's own client on an installation with the wallet. */
  joins: z.boolean().default(false),
  /** With the same two: what the installation has of that wallet. */
  standing: standing.default('none'),
});

/** The claims of a token about a change. */
export type ChangeClaims = z.output<typeof changeClaims>;

/** What the wallet service's receipts say about the user of a change. */
export interface ChangingUser {
  readonly walletId: string | null;
  readonly logins: readonly string[];
  readonly joins?: boolean;
  readonly standing: Standing;
}

/** Signs a token about a change. `more` adds claims. */
export function signChange(
  { store, frameUrl, vaultUrl }: WalletParts,
  word: ChangeWord,
  { txn, jkt, ...addresses }: Addresses & Pick<AddressChange, 'txn' | 'jkt'>,
  more: Partial<ChangingUser> = {},
): Promise<string> {
  const now = inSeconds(Date.now());
  const [iss, aud] = GIVEN_BY[word] === 'gateway' ? [frameUrl, vaultUrl] : [vaultUrl, frameUrl];
  const life = word === 'emailCommit' ? WALLET_TIMES.commitReceipt : WALLET_TIMES.changeWord;
  const hashes = hashesOf(txn, addresses);
  return store.keys.sign(TOKEN_KINDS[word], {
    ...more,
    ...hashes,
    iss,
    aud,
    txn,
    jkt,
    iat: now,
    exp: now + inSeconds(life),
  });
}

/**
 * Verifies the other service's token about a change.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export async function readChange(
  { peerKey, frameUrl, vaultUrl }: WalletParts,
  word: ChangeWord,
  token: string | undefined,
) {
  const [issuer, audience] = GIVEN_BY[word] === 'gateway' ? [frameUrl, vaultUrl] : [vaultUrl, frameUrl];
  const claims =
    token === undefined
      ? undefined
      : await verifyServiceToken(peerKey, token, { typ: TOKEN_KINDS[word], issuer, audience }, changeClaims);
  if (claims === undefined) throw walletError('GRANT_INVALID');
  return claims;
}

/**
 * Checks that a token is about this change.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export function requireSame(
  claims: ChangeClaims,
  { txn, jkt, ...addresses }: Addresses & Pick<AddressChange, 'txn' | 'jkt'>,
): void {
  const { from, to } = hashesOf(txn, addresses);
  const isSame = claims.txn === txn && claims.jkt === jkt && claims.from === from && claims.to === to;
  if (!isSame) throw walletError('GRANT_INVALID');
}

function hashesOf(txn: string, { from, to, provider = EMAIL_PROVIDER }: Addresses) {
  return {
    from: identityHash(txn, EMAIL_PROVIDER, from ?? ''),
    to: identityHash(txn, provider, to),
  };
}
