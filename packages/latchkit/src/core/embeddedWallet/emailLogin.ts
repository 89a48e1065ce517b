import { createError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import type { EmailLoginResult } from './EmbeddedWalletConfig.js';
import { embeddedWalletFlow, getEmbeddedWallet, getLoginFlow } from './getEmbeddedWallet.js';
import { isEmailOffered } from './offeredLogins.js';

/** Preloads the embedded wallet on intent; never rejects. */
export async function preloadEmbeddedWallet(kit: Latchkit): Promise<void> {
  if (!kit.options.embeddedWallet) return;
  await getEmbeddedWallet(kit).then(
    flow => flow.preload(),
    () => {},
  );
}

/**
 * Starts an email login by sending an email. A repeated call with the same address sends another one. The current step is in
 * `state.embeddedWallet.login`.
 *
 * @param email - The visitor's address.
 * @returns `device`: the visitor follows the link in the email, see {@link awaitEmailDevice}; `code`: the visitor enters the code
 * from the email, see {@link submitEmailCode}; `connected`: the visitor is connected.
 * @throws AUTH_CONNECTOR_NOT_FOUND without the option `embeddedWallet`, or without a namespace that it supports; ALREADY_LOGGED_IN: call
 * `disconnect` first; INVALID_EMAIL; COOLDOWN with `context.retryAfter` in seconds; the embedded wallet's own errors (`FRAME_ERRORS`); EMAIL_DEPENDENCY.
 *
 * @example
 * const step = await startEmailLogin(kit, 'ada@example.org');
 * if (step === 'code') await submitEmailCode(kit, code);
 */
export async function startEmailLogin(kit: Latchkit, email: string): Promise<EmailLoginResult> {
  const flow = await getLoginFlow(kit);
  if (!isEmailOffered(kit, kit.store.getState())) throw createError('AUTH_CONNECTOR_NOT_FOUND');
  return flow.startEmailLogin(email);
}

/**
 * Waits until the visitor has followed the link in the email; call it again after TIMEOUT to keep waiting.
 *
 * @throws DEVICE_DENIED, OTP_EXPIRED, ABORTED, TIMEOUT; RECOVERY_DELAYED with `context.retryAfter` in seconds: the user has set a
 * recovery delay, call it again after that time, also after a reload.
 *
 * @example
 * if ((await startEmailLogin(kit, email)) === 'device') await awaitEmailDevice(kit);
 */
export async function awaitEmailDevice(kit: Latchkit): Promise<Exclude<EmailLoginResult, 'device'>> {
  return (await getEmbeddedWallet(kit)).awaitDevice();
}

/**
 * Completes the login with the code from the email, and connects.
 *
 * @param code - Six digits.
 * @throws OTP_INVALID, OTP_EXPIRED, LOCKED; the errors of `connect`.
 *
 * @example
 * await submitEmailCode(kit, '123456');
 */
export async function submitEmailCode(kit: Latchkit, code: string): Promise<void> {
  return (await getEmbeddedWallet(kit)).submitEmailCode(code);
}

/**
 * Resends the email for the current login step.
 *
 * @throws The errors of {@link startEmailLogin}.
 *
 * @example
 * await resendEmailCode(kit);
 */
export async function resendEmailCode(kit: Latchkit): Promise<EmailLoginResult> {
  return (await getEmbeddedWallet(kit)).resendEmailCode();
}

/**
 * Cancels the login in progress. Pending calls reject with ABORTED.
 *
 * @example
 * cancelEmailLogin(kit);
 */
export function cancelEmailLogin(kit: Latchkit): void {
  const flow = embeddedWalletFlow.get(kit);
  if (flow) flow.cancelEmailLogin();
  // A resumed login whose code has not loaded yet.
  else if (kit.store.getState().embeddedWallet.login) {
    getEmbeddedWallet(kit).then(
      loaded => loaded.cancelEmailLogin(),
      () => {},
    );
  }
}
