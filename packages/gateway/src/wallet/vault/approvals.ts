import { randomBytes } from 'node:crypto';
import { type Locale, matchLocale, type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { SqlRow } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../shared/emailIdentity.js';
import { hashText } from '../shared/hashText.js';
import { hostOf } from '../shared/hostOf.js';
import { emailIdentity, type Identity, identityIndex, identityProvider } from '../shared/identity.js';
import { mailText } from '../shared/mail/mailTexts.js';
import { takeOwnMail, takeStrangersMail } from '../shared/mailBudgets.js';
import type { Caller } from '../shared/proveCaller.js';
import { inSeconds, startClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay, type WayIn } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { subjectOfLogin } from './emailChange.js';
import { addFreezeLink } from './freezeLinks.js';
import { linkAddressOf, subjectColumn } from './subjects.js';
import { hasWaited, openingOf, refuseFrozenWait } from './waitingRecoveries.js';

/** The state of an approval. */
type State = 'pending' | 'approved' | 'denied' | 'expired';

const approvalRow = z.object({
  id: z.string(),
  txn: z.string(),
  provider: identityProvider,
  subjectCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  jkt: z.string(),
  encJwk: z.custom<P256PublicJwk>(value => z.safeParse(p256PublicJwk, value).success),
  hostOrigin: z.string(),
  projectName: z.string(),
  browser: z.string(),
  networkHash: z.string(),
  state: z.enum(['pending', 'approved', 'denied']),
  createdAt: z.date(),
  linkExpiresAt: z.date(),
  decidedAt: z.date().nullable(),
  locale: z.string(),
});

/** An approval of a device: by the link of an email, by a code, or by evidence of a social identity. */
export type Approval = z.infer<typeof approvalRow>;

const COLUMNS = `id, txn, provider, coalesce(email_ct, subject_ct) as "subjectCt", dek_id as "dekId", jkt, enc_jwk as "encJwk",
  host_origin as "hostOrigin", project_name as "projectName", browser, network_h as "networkHash", state, created_at as "createdAt",
  link_expires_at as "linkExpiresAt", decided_at as "decidedAt", locale`;

const fromRow = (row: SqlRow | undefined) => row && approvalRow.parse(row);

/** The request for an approval. */
export interface ApprovalAsked {
  readonly startToken: string;
  readonly email: string;
  readonly encJwk: P256PublicJwk;
  readonly locale?: Locale | undefined;
}

type Start = z.infer<typeof startClaims>;

/**
 * Sends the link by email and voids an earlier one of the same sign-in. The start token names the page and proves that the
 * project allows it: the caller's own claims are ignored. The response is the same for all addresses.
 *
 * @throws HttpError 403 `GRANT_INVALID` without a start token for this address and installation, 429, 403
 *   `SIGN_IN_INVALID` if the sign-in is decided, 503.
 */
export async function askApproval(parts: WalletParts, caller: Caller, asked: ApprovalAsked) {
  const { store, allowances, mails, vaultUrl } = parts;
  const email = normalEmail(asked.email);
  const start = await startOf(parts, caller, email, asked.startToken);
  const index = store.secret.index('email', email);
  await (start.isEnrolled ? takeOwnMail : takeStrangersMail)(parts, caller, index);
  await allowances.takeForMail('links of sign-in', start.txn, WALLET_ALLOWANCES.linksOfSignIn);
  const token = randomBytes(32).toString('base64url');
  const locale = matchLocale(asked.locale);
  const { encJwk } = asked;
  const id = await keepApproval(store, caller, start, {
    encJwk,
    identity: emailIdentity(email),
    locale,
    tokenHash: hashText(token),
  });
  if (id === undefined) throw walletError('SIGN_IN_INVALID');
  // The link of an installation that waits for its recovery delay was approved before.
  if (await hasWaited(parts, emailIdentity(email), caller)) {
    await approve(store, WAYS_IN['approval.waited'], id, { txn: start.txn, jkt: caller.jkt });
    return { id, retryAfter: 0 };
  }
  const browser = caller.browser || mailText(locale, 'unknownBrowser');
  await mails.send({
    kind: 'approve',
    to: email,
    locale,
    values: {
      host: hostOf(start.hostOrigin),
      browser,
      minutes: String(WALLET_TIMES.link / 60_000),
    },
    project: start.project,
    link: `${vaultUrl}/approve?lang=${locale}#t=${token}`,
  });
  return { id, retryAfter: WALLET_TIMES.cooldown / 1_000 };
}

/** @throws HttpError 403 `GRANT_INVALID`. */
async function startOf(
  { peerKey, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Caller,
  email: string,
  token: string,
): Promise<Start> {
  const expected = { typ: TOKEN_KINDS.signInStart, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, token, expected, startClaims);
  const isOwn = claims?.jkt === jkt && claims.idh === identityHash(claims.txn, EMAIL_PROVIDER, email);
  if (claims === undefined || !isOwn) throw walletError('GRANT_INVALID');
  return claims;
}

/** An approval to store. */
interface Asked extends Pick<ApprovalAsked, 'encJwk'> {
  readonly identity: Identity;
  readonly tokenHash: string;
  readonly locale: string;
}

/** Stores a requested approval. Returns undefined if the sign-in is already decided. */
export async function keepApproval(
  store: SealedStore,
  { jkt, browser, network }: Pick<Caller, 'jkt' | 'browser' | 'network'>,
  { txn, projectId, project, hostOrigin }: Pick<Start, 'txn' | 'projectId' | 'project' | 'hostOrigin'>,
  asked: Asked,
): Promise<string | undefined> {
  const { database, schema, envelope, secret } = store;
  const { identity } = asked;
  const id = uuidv7();
  const now = Date.now();
  const at = (milliseconds: number) => new Date(now + milliseconds);
  await database.query(`delete from ${schema}.approvals where expires_at < $1`, [at(0)]);
  // The row keeps its id on conflict, so the identity is encrypted for the sign-in's id, which is unique too.
  const subject = Buffer.from(identity.subject, 'utf8');
  const { ciphertext, dekId } = await envelope.seal(database, place(txn, identity), subject);
  const [row] = await database.query(
    `insert into ${schema}.approvals as known
       (id, txn, provider, subject_bidx, ${subjectColumn(identity)}, dek_id, jkt, enc_jwk, project_id, project_name,
        host_origin, browser, token_h, network_h, state, locale, created_at, link_expires_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, 'pending', $15, $16, $17, $18)
     on conflict (txn) do update set token_h = excluded.token_h, link_expires_at = excluded.link_expires_at,
       enc_jwk = excluded.enc_jwk, network_h = excluded.network_h, browser = excluded.browser
     where known.jkt = excluded.jkt and known.subject_bidx = excluded.subject_bidx and known.state = 'pending'
     returning id`,
    [
      id,
      txn,
      identity.provider,
      identityIndex(store, identity),
      ciphertext,
      dekId,
      jkt,
      JSON.stringify(asked.encJwk),
      projectId,
      project,
      hostOrigin,
      browser,
      asked.tokenHash,
      secret.index('network', network),
      asked.locale,
      at(0),
      at(WALLET_TIMES.link),
      at(WALLET_TIMES.ended),
    ],
  );
  return row && z.object({ id: z.string() }).parse(row).id;
}

/**
 * Returns the state of the caller's approval, with the grant once it is approved.
 *
 * @throws HttpError 404 `APPROVAL_INVALID`, 403 `FROZEN` during a recovery delay.
 */
export async function approvalState(parts: WalletParts, caller: Caller, id: string) {
  const { store } = parts;
  const [row] = await store.database.query(
    `select ${COLUMNS} from ${store.schema}.approvals where id = $1 and jkt = $2`,
    [id, caller.jkt],
  );
  const approval = fromRow(row);
  if (approval === undefined) throw walletError('APPROVAL_INVALID');
  if (approval.state !== 'approved') return { state: stateOf(approval) };
  // An old approval starts no delay, but may still wait for one.
  const begins = stateOf(approval) === 'approved';
  const identity = await approvalIdentity(store, approval);
  const opensAt = await openingOf(parts, identity, approval, begins);
  if (opensAt !== undefined) await refuseFrozenWait(parts, identity);
  if (opensAt !== undefined && opensAt.getTime() > Date.now()) {
    return { state: 'delayed' as const, opensAt: opensAt.toISOString() };
  }
  const state = stateOf(approval, opensAt);
  return state === 'approved'
    ? { state, approvalGrant: await approvalGrantOf(parts, WAYS_IN['approval.grant'], approval, opensAt) }
    : { state };
}

/** Approves a request without a link. */
export async function approve(
  { database, schema, audit }: SealedStore,
  way: WayIn,
  id: string,
  { txn, jkt }: Pick<Approval, 'txn' | 'jkt'>,
): Promise<void> {
  await database.transaction(async runner => {
    await runner.query(`update ${schema}.approvals set state = 'approved', decided_at = $2 where id = $1`, [
      id,
      new Date(),
    ]);
    await audit.append({ action: way.id, subject: txn, actor: jkt, meta: usedWay(way) }, runner);
  });
}

/**
 * Describes the request of a link. Changes nothing, so that a scanner that opens the links of emails does no harm.
 *
 * @throws HttpError 404 `APPROVAL_INVALID`.
 */
export async function lookAtApproval({ store }: WalletParts, token: string, network: string) {
  const [row] = await store.database.query(
    `select ${COLUMNS} from ${store.schema}.approvals where token_h = $1`,
    [hashText(token)],
  );
  const approval = fromRow(row);
  if (approval === undefined) throw walletError('APPROVAL_INVALID');
  return {
    state: stateOf(approval),
    hostOrigin: approval.hostOrigin,
    project: approval.projectName,
    browser: approval.browser,
    askedAt: approval.createdAt.toISOString(),
    isSameNetwork: approval.networkHash === store.secret.index('network', network),
  };
}

/** The user's decision. */
export interface Decision {
  readonly token: string;
  readonly approve: boolean;
  readonly confirmed?: boolean | undefined;
}

/**
 * Records the user's decision, once.
 *
 * @throws HttpError 404 `APPROVAL_INVALID`, 409 `SECOND_CONFIRMATION_REQUIRED` from another network.
 */
export async function decideApproval(parts: WalletParts, decision: Decision, network: string) {
  const { store } = parts;
  const { token, approve: isApproved, confirmed = false } = decision;
  const seen = await lookAtApproval(parts, token, network);
  if (seen.state !== 'pending') throw walletError('APPROVAL_INVALID');
  if (isApproved && !seen.isSameNetwork && !confirmed) throw walletError('SECOND_CONFIRMATION_REQUIRED');
  const state = isApproved ? ('approved' as const) : ('denied' as const);
  const decided = await store.database.transaction(async runner => {
    const now = new Date();
    const [row] = await runner.query(
      `update ${store.schema}.approvals set state = $2, decided_at = $3
       where token_h = $1 and state = 'pending' and link_expires_at > $3 returning ${COLUMNS}`,
      [hashText(token), state, now],
    );
    if (row === undefined) throw walletError('APPROVAL_INVALID');
    const approval = approvalRow.parse(row);
    const { txn, jkt } = approval;
    const meta = usedWay(WAYS_IN['approval.link']);
    await store.audit.append({ action: `approval.${state}`, subject: txn, actor: jkt, meta }, runner);
    return approval;
  });
  if (!isApproved) await tellOfDenial(parts, decided);
  // The recovery delay counts from the approval, whether or not the page still asks.
  else await openingOf(parts, await approvalIdentity(store, decided), decided);
  return { state };
}

/** Tells a user who denied a device how to block others too. */
async function tellOfDenial(parts: WalletParts, approval: Approval): Promise<void> {
  const { store, mails } = parts;
  const identity = await approvalIdentity(store, approval);
  const subjectId = await subjectOfLogin(store, store.database, identity);
  const to =
    identity.provider === EMAIL_PROVIDER
      ? identity.subject
      : subjectId && (await linkAddressOf(store, store.database, subjectId));
  if (to === undefined) return;
  const locale = matchLocale(approval.locale);
  const browser = approval.browser || mailText(locale, 'unknownBrowser');
  const link = await addFreezeLink(parts, { email: to, locale, subjectId: subjectId ?? null });
  await mails.inform({
    kind: 'denied',
    to,
    locale,
    values: { host: hostOf(approval.hostOrigin), browser },
    link,
  });
}

/** Finds an approved request by the id in its grant. */
export async function approvedBy(
  { database, schema }: SealedStore,
  id: string,
): Promise<Approval | undefined> {
  const [row] = await database.query(
    `select ${COLUMNS} from ${schema}.approvals where id = $1 and state = 'approved'`,
    [id],
  );
  return fromRow(row);
}

/** Finds the approval of an installation's sign-in, if it is approved. */
export async function approvalOf(
  { database, schema }: SealedStore,
  { txn, jkt }: Pick<Approval, 'txn' | 'jkt'>,
): Promise<Approval | undefined> {
  const [row] = await database.query(
    `select ${COLUMNS} from ${schema}.approvals where txn = $1 and jkt = $2 and state = 'approved'`,
    [txn, jkt],
  );
  return fromRow(row);
}

/** Decrypts the identity of the user who approved: for email, the address that received the link. */
export async function approvalIdentity(
  { database, envelope }: SealedStore,
  approval: Approval,
): Promise<Identity> {
  const { txn, provider, dekId, subjectCt } = approval;
  const bytes = await envelope.open(database, place(txn, approval), { dekId, ciphertext: subjectCt });
  return { provider, subject: Buffer.from(bytes).toString('utf8') };
}

/**
 * Signs the grant that the holder of the identity approved this installation. Every call returns the same claims.
 *
 * @param opensAt - End of the recovery delay: the grant is not valid before.
 */
export async function approvalGrantOf(
  { store, frameUrl, vaultUrl }: WalletParts,
  _way: WayIn,
  approval: Approval,
  opensAt?: Date,
): Promise<string> {
  const { provider, subject } = await approvalIdentity(store, approval);
  const decided = inSeconds(validFrom(approval, opensAt));
  return store.keys.sign(TOKEN_KINDS.approvalGrant, {
    iss: vaultUrl,
    aud: frameUrl,
    txn: approval.txn,
    jkt: approval.jkt,
    idh: identityHash(approval.txn, provider, subject),
    jti: approval.id,
    iat: decided,
    nbf: decided,
    exp: decided + inSeconds(WALLET_TIMES.approvalGrant),
  });
}

/** @param opensAt - End of the recovery delay. */
function stateOf(approval: Approval, opensAt?: Date): State {
  const { state, linkExpiresAt } = approval;
  const now = Date.now();
  if (state === 'pending') return linkExpiresAt.getTime() > now ? 'pending' : 'expired';
  const isOver = validFrom(approval, opensAt) + WALLET_TIMES.approvalGrant <= now;
  return state === 'approved' && isOver ? 'expired' : state;
}

/** When the grant of an approval becomes valid: at the decision, or at the end of the recovery delay. */
const validFrom = ({ decidedAt }: Approval, opensAt?: Date) =>
  Math.max(decidedAt?.getTime() ?? 0, opensAt?.getTime() ?? 0);

const place = (txn: string, identity: Pick<Identity, 'provider'>) => ({
  table: 'approvals',
  column: subjectColumn(identity),
  rowId: txn,
});
