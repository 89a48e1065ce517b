import { randomBytes } from 'node:crypto';
import type { Locale } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../shared/emailIdentity.js';
import { hashText } from '../shared/hashText.js';
import { emailIdentity } from '../shared/identity.js';
import { linkRequestClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { subjectOf } from './subjects.js';

const linkRow = z.object({
  tokenHash: z.string(),
  subjectId: z.string().nullable(),
  txn: z.string().nullable(),
  emailCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  usedAt: z.date().nullable(),
  /** When both services had done what it is for. From then on it does nothing. */
  doneAt: z.date().nullable(),
  expiresAt: z.date(),
});

/** A link in an email, whose only use is to freeze the wallet. No login is required. */
export type FreezeLink = Omit<z.infer<typeof linkRow>, 'emailCt' | 'dekId'> & {
  /** The address that received the link. */
  readonly email: string;
};

/** The values of a new link. */
export interface NewFreezeLink {
  readonly email: string;
  readonly locale: Locale;
  /** The subject whose wallet the link freezes. Null: the one that logs in with the address, if any. */
  readonly subjectId: string | null;
  /** The change that the link reverts. Default: it only freezes. */
  readonly txn?: string;
  /** The page of the link. Default: `revert` with `txn`, else `freeze`. */
  readonly page?: 'unlink' | 'restore';
}

/** Creates a link for an email. */
export async function addFreezeLink(
  { store, vaultUrl }: Pick<WalletParts, 'store' | 'vaultUrl'>,
  { email, locale, subjectId, txn, page }: NewFreezeLink,
): Promise<string> {
  const { database, schema, envelope } = store;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashText(token);
  const { ciphertext, dekId } = await envelope.seal(database, place(tokenHash), Buffer.from(email, 'utf8'));
  const now = Date.now();
  await database.query(`delete from ${schema}.freeze_links where expires_at < $1`, [
    new Date(now - WALLET_TIMES.ended),
  ]);
  await database.query(
    `insert into ${schema}.freeze_links (token_h, subject_id, txn, email_ct, dek_id, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      tokenHash,
      subjectId ?? (await subjectOf(store, database, emailIdentity(email))) ?? null,
      txn ?? null,
      ciphertext,
      dekId,
      new Date(now + (txn === undefined ? WALLET_TIMES.freezeLink : WALLET_TIMES.revertLink)),
    ],
  );
  const path = page ?? (txn === undefined ? 'freeze' : 'revert');
  return `${vaultUrl}/${path}?lang=${locale}#t=${token}`;
}

/**
 * Creates a link for an email of the wallet service, on its signed request.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export async function linkForGateway(
  parts: WalletParts,
  { request, email, locale }: { readonly request: string; readonly email: string; readonly locale: Locale },
): Promise<string> {
  const { peerKey, frameUrl, vaultUrl } = parts;
  const expected = { typ: TOKEN_KINDS.linkRequest, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, request, expected, linkRequestClaims);
  const to = normalEmail(email);
  if (claims?.idh !== identityHash(claims?.jti ?? '', EMAIL_PROVIDER, to)) throw walletError('GRANT_INVALID');
  return addFreezeLink(parts, { email: to, locale, subjectId: null });
}

/**
 * Finds the unexpired link of a token.
 *
 * @throws HttpError 404 `APPROVAL_INVALID`.
 */
export async function freezeLinkOf(
  store: SealedStore,
  runner: SqlRunner,
  token: string,
): Promise<FreezeLink> {
  const [row] = await runner.query(
    `select token_h as "tokenHash", subject_id as "subjectId", txn, email_ct as "emailCt", dek_id as "dekId",
       used_at as "usedAt", done_at as "doneAt", expires_at as "expiresAt"
     from ${store.schema}.freeze_links where token_h = $1 and expires_at > $2`,
    [hashText(token), new Date()],
  );
  if (row === undefined) throw walletError('APPROVAL_INVALID');
  const { emailCt, dekId, ...link } = linkRow.parse(row);
  const bytes = await store.envelope.open(runner, place(link.tokenHash), { dekId, ciphertext: emailCt });
  return { ...link, email: Buffer.from(bytes).toString('utf8') };
}

const place = (tokenHash: string) => ({ table: 'freeze_links', column: 'email_ct', rowId: tokenHash });
