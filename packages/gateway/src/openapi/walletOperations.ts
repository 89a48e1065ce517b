import {
  approvalAnswer,
  approvalBody,
  approvalDecideAnswer,
  approvalDecideBody,
  approvalLookAnswer,
  approvalLookBody,
  approvalStateAnswer,
  codeGrantAnswer,
  codeGrantBody,
  deviceShareBody,
  doneAnswer,
  emailCommitAnswer,
  emailCommitBody,
  emailConsentAnswer,
  emailConsentBody,
  emailOtpAnswer,
  emailOtpBody,
  emailSendAnswer,
  emailSendBody,
  emailStartAnswer,
  emailStartBody,
  emailUpdateAnswer,
  emailUpdateBody,
  emailUpdateVerifyAnswer,
  emailUpdateVerifyBody,
  emailVerifyAnswer,
  emailVerifyBody,
  enrolBody,
  freezeAnswer,
  freezeBody,
  freezeLinkAnswer,
  freezeLinkBody,
  freezeOrderAnswer,
  freezeOrderBody,
  installationAnswer,
  installationBody,
  installationsAnswer,
  jwksAnswer,
  listedTokensAnswer,
  mailboxAnswer,
  mailboxBody,
  recoveryConfirmBody,
  recoveryHalfAnswer,
  recoveryHalfBody,
  recoveryPutAnswer,
  recoveryPutBody,
  recoveryReleaseAnswer,
  recoveryReleaseBody,
  rekeyBody,
  sessionAnswer,
  shareAnswer,
  tokenRefreshAnswer,
  tokenRefreshBody,
  vaultEmailCommitBody,
  vaultEmailPrepareAnswer,
  vaultEmailPrepareBody,
  vaultEmailSendBody,
  vaultEmailVerifyAnswer,
  walletCommitAnswer,
  walletCommitBody,
  walletDraftAnswer,
  walletDraftBody,
} from 'latchkit/protocol';
import * as z from 'zod';
import { boxParams } from '../embedded/mailboxRoutes.js';
import { imageParams, tokenParams } from '../embedded/tokenRoutes.js';
import { rpcAnswer, rpcRequest } from '../rpc/jsonRpc.js';
import { calls, type Operation, ownCalls } from './Operation.js';

const HTML = 'text/html; charset=utf-8';
const idParams = z.object({ id: z.uuid() });
const walletParams = z.object({ walletId: z.uuid() });
const pageQuery = z.object({ lang: z.enum(['en', 'de', 'ar']).optional() });

const trust = z.object({ status: z.literal('ok'), trust: z.enum(['one trust domain', 'split']) });

/** A call of anybody; with the proof of an installation's key; and with that and a session. */
const [open, proved, own] = [calls(), calls('proof'), calls('session')];

const page = (path: string, summary: string) => open('get', path, summary, HTML, { query: pageQuery });

const common: readonly Operation[] = [
  ...ownCalls('Whether the process runs, and whether it has both halves', trust),
  open('get', '/.well-known/jwks.json', 'Public keys of the service', jwksAnswer),
];

/** The calls of W, the wallet's service. */
export const frameOperations: readonly Operation[] = [
  ...common,
  proved('post', '/v1/installations', 'Makes an installation known', installationAnswer, {
    body: installationBody,
  }),
  own('get', '/v1/installations', 'Installations of the user', installationsAnswer),
  own('delete', '/v1/installations/{id}', 'Ends an installation and its set', doneAnswer, {
    params: idParams,
  }),
  proved('post', '/v1/auth/email/start', 'Begins a sign-in', emailStartAnswer, { body: emailStartBody }),
  proved('post', '/v1/auth/email/otp', 'Mails the code', emailOtpAnswer, { body: emailOtpBody }),
  proved('post', '/v1/auth/email/verify', 'Ends a sign-in', emailVerifyAnswer, { body: emailVerifyBody }),
  proved(
    'post',
    '/v1/token/refresh',
    'New tokens for a refresh token, which is good once',
    tokenRefreshAnswer,
    {
      body: tokenRefreshBody,
    },
  ),
  own('get', '/v1/session', 'Who is signed in', sessionAnswer),
  own('post', '/v1/session/revoke', 'Ends the session', doneAnswer),
  own('post', '/v1/email/update', 'Begins a change of the address', emailUpdateAnswer, {
    body: emailUpdateBody,
  }),
  own('post', '/v1/email/consent', "Takes the visitor's consent to it", emailConsentAnswer, {
    body: emailConsentBody,
  }),
  own('post', '/v1/email/send', 'Mails the new address', emailSendAnswer, { body: emailSendBody }),
  own('post', '/v1/email/verify', 'Takes the code of the new address', emailUpdateVerifyAnswer, {
    body: emailUpdateVerifyBody,
  }),
  own('put', '/v1/email/commit', 'Changes the address', emailCommitAnswer, { body: emailCommitBody }),
  own('post', '/v1/wallets', 'Keeps the draft of a wallet', walletDraftAnswer, { body: walletDraftBody }),
  own('post', '/v1/wallets/{id}/commit', 'Makes a draft the wallet', walletCommitAnswer, {
    params: idParams,
    body: walletCommitBody,
  }),
  own('post', '/v1/wallets/me/recovery-half', "The gateway's half of the recovery door", recoveryHalfAnswer, {
    body: recoveryHalfBody,
  }),
  own('post', '/v1/wallets/me/rekey', 'The same seed under a new key', walletCommitAnswer, {
    body: rekeyBody,
  }),
  own('post', '/v1/shares/device', "The half of the installation's own door", shareAnswer, {
    body: deviceShareBody,
  }),
  own('put', '/v1/shares/device', 'Gives the installation a set', doneAnswer, { body: enrolBody }),
  own('post', '/v1/rpc/{chainId}', 'One call to a chain', rpcAnswer, {
    params: z.object({ chainId: z.string().max(100) }),
    body: rpcRequest,
  }),
  own('get', '/v1/tokens/{chainId}', 'Tokens of a chain that are known by name', listedTokensAnswer, {
    params: tokenParams,
  }),
  open('get', '/token-images/{id}', 'Image of a token', 'image/svg+xml', { params: imageParams }),
  proved('put', '/v1/mailbox/{id}', 'Leaves a sealed letter for another page of the wallet', doneAnswer, {
    params: boxParams,
    body: mailboxBody,
  }),
  open('get', '/v1/mailbox/{id}', 'Takes a letter, once: whoever knows the id', mailboxAnswer, {
    params: boxParams,
  }),
  open('post', '/v1/freezes', "Follows the vault, with the vault's word", freezeOrderAnswer, {
    body: freezeOrderBody,
  }),
];

/** The calls of V, the vault. */
export const vaultOperations: readonly Operation[] = [
  ...common,
  page('/approve', 'Page of the link that approves a device'),
  page('/freeze', 'Page of the link that freezes a wallet'),
  page('/revert', 'Page of the link that takes a change of the address back'),
  open('get', '/link.js', 'Script of those pages', 'text/javascript; charset=utf-8'),
  open('get', '/link.css', 'Look of those pages', 'text/css; charset=utf-8'),
  proved('post', '/v1/approvals', 'Mails the link', approvalAnswer, { body: approvalBody }),
  proved('get', '/v1/approvals/{id}', 'Where an approval stands', approvalStateAnswer, { params: idParams }),
  proved(
    'get',
    '/v1/approvals/{id}/decision',
    'Where an approval stands: answers once it is decided, or after ten seconds',
    approvalStateAnswer,
    { params: idParams },
  ),
  open('post', '/v1/approvals/look', 'What a link is about', approvalLookAnswer, { body: approvalLookBody }),
  open('post', '/v1/approvals/decide', 'Takes the decision', approvalDecideAnswer, {
    body: approvalDecideBody,
  }),
  open(
    'post',
    '/v1/approvals/code',
    "Approves a new device on the gateway's word that its code was right, where the operator chose that",
    codeGrantAnswer,
    { body: codeGrantBody },
  ),
  open('post', '/v1/freezes/look', 'What a link may do', freezeAnswer, { body: freezeBody }),
  open('post', '/v1/freezes/use', 'Freezes the wallet', freezeAnswer, { body: freezeBody }),
  open(
    'post',
    '/v1/freezes/links',
    "A link for a mail of the gateway, with the gateway's word",
    freezeLinkAnswer,
    { body: freezeLinkBody },
  ),
  proved('put', '/v1/recovery/{walletId}', "Keeps the vault's half", recoveryPutAnswer, {
    params: walletParams,
    body: recoveryPutBody,
  }),
  proved('post', '/v1/recovery/release', "The vault's half of the recovery door", recoveryReleaseAnswer, {
    body: recoveryReleaseBody,
  }),
  proved('post', '/v1/recovery/{walletId}/confirm', 'Forgets the halves that lost', doneAnswer, {
    params: walletParams,
    body: recoveryConfirmBody,
  }),
  proved('post', '/v1/email/send', 'Mails the address that holds now', emailSendAnswer, {
    body: vaultEmailSendBody,
  }),
  proved('post', '/v1/email/verify', 'Takes its code', vaultEmailVerifyAnswer, {
    body: emailUpdateVerifyBody,
  }),
  proved('put', '/v1/email/prepare', 'Makes ready for the change', vaultEmailPrepareAnswer, {
    body: vaultEmailPrepareBody,
  }),
  proved('put', '/v1/email/commit', 'Follows the gateway', doneAnswer, { body: vaultEmailCommitBody }),
];
