import {
  approvalAnswer,
  approvalBody,
  approvalDecideAnswer,
  approvalDecideBody,
  approvalLookAnswer,
  approvalLookBody,
  approvalStateAnswer,
  deviceShareBody,
  doneAnswer,
  emailCommitAnswer,
  emailCommitBody,
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
import type { $ZodType } from 'zod/v4/core';
import { rpcAnswer, rpcRequest } from '../rpc/jsonRpc.js';
import type { Operation } from './operations.js';

const HTML = 'text/html; charset=utf-8';
const idParams = z.object({ id: z.uuid() });
const walletParams = z.object({ walletId: z.uuid() });
const pageQuery = z.object({ lang: z.enum(['en', 'de', 'ar']).optional() });

const state = (of: string) => z.object({ status: z.literal(of) });
const trust = z.object({ status: z.literal('ok'), trust: z.enum(['one trust domain', 'split']) });

type Verb = Operation['method'];

const page = (path: string, summary: string): Operation => ({
  method: 'get',
  path,
  summary,
  query: pageQuery,
  answer: HTML,
});
const file = (path: string, summary: string, type: string): Operation => ({
  method: 'get',
  path,
  summary,
  answer: type,
});

/** A call with the proof of an installation's key. */
const proved = (
  method: Verb,
  path: string,
  summary: string,
  answer: $ZodType,
  more: Pick<Operation, 'body' | 'params'> = {},
): Operation => ({ method, path, summary, answer, ...more, auth: 'proof' });

/** A call with that proof, and a session. */
const own = (...call: Parameters<typeof proved>): Operation => ({ ...proved(...call), auth: 'session' });

const common: readonly Operation[] = [
  {
    method: 'get',
    path: '/healthz',
    summary: 'Whether the process runs, and whether it has both halves',
    answer: trust,
  },
  { method: 'get', path: '/readyz', summary: 'Whether it can serve', answer: state('ready') },
  { method: 'get', path: '/openapi.json', summary: 'This document', answer: z.looseObject({}) },
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'Public keys of the service',
    answer: jwksAnswer,
  },
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
  {
    method: 'post',
    path: '/v1/freezes',
    summary: "Follows the vault, with the vault's word",
    body: freezeOrderBody,
    answer: freezeOrderAnswer,
  },
];

/** The calls of V, the vault. */
export const vaultOperations: readonly Operation[] = [
  ...common,
  page('/approve', 'Page of the link that approves a device'),
  page('/freeze', 'Page of the link that freezes a wallet'),
  page('/revert', 'Page of the link that takes a change of the address back'),
  file('/link.js', 'Script of those pages', 'text/javascript; charset=utf-8'),
  file('/link.css', 'Look of those pages', 'text/css; charset=utf-8'),
  proved('post', '/v1/approvals', 'Mails the link', approvalAnswer, { body: approvalBody }),
  proved('get', '/v1/approvals/{id}', 'Where an approval stands', approvalStateAnswer, { params: idParams }),
  {
    method: 'post',
    path: '/v1/approvals/look',
    summary: 'What a link is about',
    body: approvalLookBody,
    answer: approvalLookAnswer,
  },
  {
    method: 'post',
    path: '/v1/approvals/decide',
    summary: 'Takes the decision',
    body: approvalDecideBody,
    answer: approvalDecideAnswer,
  },
  {
    method: 'post',
    path: '/v1/freezes/look',
    summary: 'What a link may do',
    body: freezeBody,
    answer: freezeAnswer,
  },
  {
    method: 'post',
    path: '/v1/freezes/use',
    summary: 'Freezes the wallet',
    body: freezeBody,
    answer: freezeAnswer,
  },
  {
    method: 'post',
    path: '/v1/freezes/links',
    summary: "A link for a mail of the gateway, with the gateway's word",
    body: freezeLinkBody,
    answer: freezeLinkAnswer,
  },
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
