import { createHash, randomBytes } from 'node:crypto';
import {
  type askEvidenceApprovalCall,
  type askEvidenceApprovalRequest,
  type CallInput,
  type CallResponse,
  type giveEvidenceRequest,
  matchLocale,
  PROVIDER_NAMES,
} from 'latchkit/protocol';
import type * as z from 'zod';
import { HttpError } from '../../platform/http/HttpError.js';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { FindEvidenceClient } from '../shared/EvidenceClient.js';
import { identityHash } from '../shared/emailIdentity.js';
import { useGrant } from '../shared/grants.js';
import { hashText } from '../shared/hashText.js';
import { hostOf } from '../shared/hostOf.js';
import { mailText } from '../shared/mail/mailTexts.js';
import { takeStrangersMail } from '../shared/mailBudgets.js';
import { maskEmail } from '../shared/maskEmail.js';
import type { Caller } from '../shared/proveCaller.js';
import { receiptClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { idAtProvider, socialSubject } from '../shared/socialSubject.js';
import { providerUnavailable, walletError } from '../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import type { WayIn } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { approvalGrantOf, approvalOf, approve, keepApproval } from './approvals.js';
import { subjectOfLogin } from './emailChange.js';
import {
  type EvidenceVerifier,
  isVerifiable,
  repeatsTokens,
  type Verdict,
} from './evidence/verifyEvidence.js';
import { linkAddressOf } from './subjects.js';
import { refuseWaiting } from './waitingRecoveries.js';

/** The dependencies of evidence. */
export interface EvidenceParts {
  readonly findClient: FindEvidenceClient;
  readonly verifier: EvidenceVerifier;
}

type Given = CallInput<typeof giveEvidenceRequest>['body'];
type Receipt = z.infer<typeof receiptClaims>;

/**
 * Approves a new installation by a social identity that the vault verifies itself. Where it cannot, because of the provider or because
 * a token is right but old or used, the wallet service's receipt is the only proof, unless the wallet has an approval address: then
 * the link to that address is required. The same evidence for the same sign-in returns the same grant.
 *
 * @throws HttpError 403 `GRANT_INVALID`, 403 `LINK_REQUIRED`, 403 `RECOVERY_DELAYED`, 403 `PROVIDER_UNAVAILABLE` without credentials or while the
 *   provider is down, 429.
 */
export async function grantForEvidence(
  parts: WalletParts,
  social: EvidenceParts,
  caller: Caller,
  given: Given,
): Promise<{ approvalGrant: string }> {
  const { receipt, isProven } = await provenReceipt(parts, social, caller, given);
  const way = isProven ? WAYS_IN['approval.evidence'] : WAYS_IN['approval.receipt'];
  if (isProven || (await knownAddress(parts.store, given)) === undefined) {
    await approveByEvidence(parts, way, caller, receipt, given);
  }
  const approval = await approvalOf(parts.store, receipt);
  if (approval === undefined) throw walletError('LINK_REQUIRED');
  const { provider, subject } = given.evidence;
  await refuseWaiting(parts, { provider, subject }, approval);
  return { approvalGrant: await approvalGrantOf(parts, way, approval) };
}

/**
 * Sends the link that approves a new installation to the wallet's approval address, and voids an earlier one of the same sign-in.
 *
 * @throws HttpError 403 `GRANT_INVALID` if no link is required, `PROVIDER_UNAVAILABLE`, `SIGN_IN_INVALID` if the sign-in is
 *   decided, 429, 503 `MAIL_UNAVAILABLE`.
 */
export async function askEvidenceApproval(
  parts: WalletParts,
  social: EvidenceParts,
  caller: Caller,
  given: CallInput<typeof askEvidenceApprovalRequest>['body'],
): Promise<CallResponse<typeof askEvidenceApprovalCall>> {
  const { store, allowances, mails, vaultUrl } = parts;
  const { receipt, isProven } = await provenReceipt(parts, social, caller, given);
  const to = isProven ? undefined : await knownAddress(store, given);
  if (to === undefined) throw walletError('GRANT_INVALID');
  await takeStrangersMail(parts, caller, store.secret.index('email', to));
  await allowances.takeForMail('links of sign-in', receipt.txn, WALLET_ALLOWANCES.linksOfSignIn);
  const token = randomBytes(32).toString('base64url');
  const locale = matchLocale(given.locale);
  const id = await keepEvidence(parts, caller, receipt, given, { locale, token });
  if (id === undefined) throw walletError('SIGN_IN_INVALID');
  const browser = caller.browser || mailText(locale, 'unknownBrowser');
  const minutes = String(WALLET_TIMES.link / 60_000);
  const provider = PROVIDER_NAMES[given.evidence.provider];
  await mails.send({
    kind: 'approveLogin',
    to,
    locale,
    values: { host: hostOf(pageOf(receipt, caller)), browser, minutes, provider },
    link: `${vaultUrl}/approve-login?lang=${locale}#t=${token}`,
  });
  return { id, email: maskEmail(to), retryAfter: WALLET_TIMES.cooldown / 1_000 };
}

/** The address whose holder has to approve what only the receipt proves: that for approvals, or that of the login. */
async function knownAddress(store: SealedStore, { evidence }: Given): Promise<string | undefined> {
  const { provider, subject } = evidence;
  const subjectId = await subjectOfLogin(store, store.database, { provider, subject });
  if (subjectId === undefined) return undefined;
  return linkAddressOf(store, store.database, subjectId);
}

/** Verified evidence. */
interface Proved {
  readonly receipt: Receipt;
  /** Whether the vault verified on its own that the user signed in. Else the wallet service's receipt is all there is. */
  readonly isProven: boolean;
}

/**
 * Verifies evidence and its receipt.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `PROVIDER_UNAVAILABLE`, 429.
 */
export async function provenReceipt(
  parts: WalletParts,
  social: EvidenceParts,
  caller: Caller,
  given: Given,
): Promise<Proved> {
  const { allowances } = parts;
  await allowances.take('evidence', caller.jkt, WALLET_ALLOWANCES.evidenceOfInstallation);
  const receipt = await receiptOf(parts, caller, given);
  // Only those whom the wallet service sent: keys cost nothing.
  await allowances.take('evidence of network', caller.network, WALLET_ALLOWANCES.evidenceOfNetwork);
  const isConfirmed = await requireEvidence(social, caller, receipt, given);
  const isProven = isConfirmed && (await isFirstUse(parts, receipt, given));
  // Of what proves nothing by itself, the receipt is used once.
  if (!isProven) await useGrant(parts.store, parts.store.database, receipt.jti, 'evidence', usedBy(receipt));
  return { receipt, isProven };
}

async function approveByEvidence(
  parts: WalletParts,
  way: WayIn,
  caller: Caller,
  receipt: Receipt,
  given: Given,
): Promise<void> {
  const { store } = parts;
  const { txn, jkt } = receipt;
  // Nobody knows the token, because no link exists for it.
  const token = randomBytes(32).toString('base64url');
  const id = await keepEvidence(parts, caller, receipt, given, { locale: 'en', token });
  if (id === undefined) return;
  await approve(store, way, id, { txn, jkt });
}

/** Stores a requested approval. Returns undefined if the sign-in is already decided. */
function keepEvidence(
  { store }: WalletParts,
  caller: Caller,
  receipt: Receipt,
  { evidence: { provider, subject }, encJwk }: Given,
  { locale, token }: { readonly locale: string; readonly token: string },
): Promise<string | undefined> {
  return keepApproval(
    store,
    caller,
    {
      txn: receipt.txn,
      projectId: caller.projectId,
      project: '',
      hostOrigin: pageOf(receipt, caller),
    },
    { identity: { provider, subject }, encJwk, locale, tokenHash: hashText(token) },
  );
}

/** The page of a sign-in, as the wallet service confirmed it: the caller may claim another one. */
const pageOf = ({ hostOrigin }: Receipt, caller: Caller) => hostOrigin ?? caller.hostOrigin;

/** The wallet service's receipt, which has to be for this installation and identity. */
async function receiptOf(
  { peerKey, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Caller,
  { authReceipt, evidence: { provider, subject } }: Given,
): Promise<Receipt> {
  const expected = { typ: TOKEN_KINDS.authReceipt, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, authReceipt, expected, receiptClaims);
  const isOwn = claims?.jkt === jkt && claims.idh === identityHash(claims.txn, provider, subject);
  if (claims === undefined || !isOwn) throw walletError('GRANT_INVALID');
  return claims;
}

/** Whether the vault verified the evidence. False: it can verify only the receipt. @throws HttpError if it is wrong. */
async function requireEvidence(
  { findClient, verifier }: EvidenceParts,
  { projectId }: Caller,
  { txn, jkt }: Receipt,
  { evidence }: Given,
): Promise<boolean> {
  const { provider } = evidence;
  if (provider === 'farcaster') return isConfirmed(await verifier.verifyFarcaster({ txn, jkt }, evidence));
  const client = await findClient(projectId, provider);
  if (client === undefined) throw walletError('PROVIDER_UNAVAILABLE');
  // The vault decides on its own which client proves identities of the caller's project.
  const subject = idAtProvider(evidence.subject);
  if (socialSubject(client.owner, subject) !== evidence.subject) throw walletError('GRANT_INVALID');
  if (!isVerifiable(provider)) return false;
  return isConfirmed(await verifier.verify(client, { txn, jkt }, { ...evidence, subject }));
}

function isConfirmed(verdict: Verdict): boolean {
  if (verdict.kind === 'unavailable') throw providerUnavailable(verdict.retryAfter);
  if (verdict.kind === 'refused') throw walletError('GRANT_INVALID');
  return verdict.kind === 'confirmed';
}

const usedBy = ({ txn, jkt }: Receipt) => [txn, jkt].join('|');

/**
 * Whether a token is used for its first sign-in. Access tokens name no sign-in, so another one could send them again, and some
 * providers give a token again: then it is right, and proves no new login.
 *
 * @throws HttpError 403 `GRANT_INVALID` for what names its sign-in, and is used for another one.
 */
async function isFirstUse(
  { store }: WalletParts,
  receipt: Receipt,
  { evidence: { provider, token = '' } }: Given,
): Promise<boolean> {
  const spent = createHash('sha256')
    .update(`${provider}|${signedPart(token)}`)
    .digest('base64url');
  const used = useGrant(store, store.database, spent, 'evidence', usedBy(receipt));
  if (!repeatsTokens(provider) || signedPart(token) !== token) return used.then(() => true);
  return used.then(
    () => true,
    error => {
      if (error instanceof HttpError && error.code === 'GRANT_INVALID') return false;
      throw error;
    },
  );
}

/** Header and payload of a JWT: some signatures have several forms. Other tokens as they are. */
function signedPart(token: string): string {
  const parts = token.split('.');
  return parts.length === 3 ? parts.slice(0, 2).join('.') : token;
}
