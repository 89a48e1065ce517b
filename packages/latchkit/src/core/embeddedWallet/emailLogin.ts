import type { Latchkit } from '../Latchkit.js';
import type { EmailLoginStep } from './EmbeddedWalletConfig.js';
import type { EmailLoginState } from './embeddedWalletState.js';
import { embeddedWalletFlow, embeddedWalletOf } from './getEmbeddedWallet.js';
import { isEmailOffered } from './isEmailOffered.js';
import { mailRestedAt, readPendingLogin } from './loginRecords.js';

/** Loads the embedded wallet ahead of a login, on intent; never rejects. */
export async function preloadEmbeddedWallet(kit: Latchkit): Promise<void> {
  if (!kit.options.embeddedWallet) return;
  await embeddedWalletOf(kit).then(
    flow => flow.preload(),
    () => {},
  );
}

/**
 * Begins to log a visitor in by email: a mail is sent. Called again with the same address it sends another one. The steps are
 * in `state.embeddedWallet.login`.
 *
 * @param email - The visitor's address [VAL-01].
 * @returns `VERIFY_DEVICE`: the visitor follows the link of the mail, see {@link awaitEmailDevice}; `VERIFY_OTP`: the visitor
 * types the code of the mail, see {@link submitEmailCode}; `CONNECT`: the visitor is connected.
 * @throws AUTH_CONNECTOR_NOT_FOUND no `embeddedWallet` was given to createLatchkit, or no kind of chain that it serves [ERR-12]; INVALID_EMAIL;
 * COOLDOWN with `context.retryAfter` in seconds; the embedded wallet's own errors (`FRAME_ERRORS`); EMAIL_DEPENDENCY [ERR-30].
 */
export async function startEmailLogin(kit: Latchkit, email: string): Promise<EmailLoginStep> {
  return (await embeddedWalletOf(kit)).startEmailLogin(email);
}

/**
 * The login that still waits for its mail: the one under way, or after a reload the one of before it, which is in
 * `state.embeddedWallet.login` then. Contacts nobody. Nothing is resumed for a visitor who is connected or went back from the
 * login's view.
 *
 * @returns undefined: there is none.
 */
export function resumeEmailLogin(kit: Latchkit): EmailLoginState | undefined {
  const { kernel, store } = kit;
  const state = store.getState();
  if (state.connections.length > 0 || !isEmailOffered(kit, state)) return undefined;
  const pending = readPendingLogin(kernel.storage, Date.now());
  if (!pending) return undefined;
  const { login = { ...pending, resendAt: mailRestedAt(kernel.storage, Date.now()) } } = state.embeddedWallet;
  if (login !== state.embeddedWallet.login) {
    kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, login } }));
  }
  return login;
}

/**
 * Waits until the visitor has followed the link of the mail; asked again after a TIMEOUT it waits on.
 *
 * @throws DEVICE_DENIED, OTP_EXPIRED, ABORTED, TIMEOUT.
 */
export async function awaitEmailDevice(kit: Latchkit): Promise<Exclude<EmailLoginStep, 'VERIFY_DEVICE'>> {
  return (await embeddedWalletOf(kit)).awaitDevice();
}

/**
 * Finishes the login with the code of the mail, and connects [STATE-16].
 *
 * @param code - Six digits [VAL-02].
 * @throws OTP_INVALID, OTP_EXPIRED, LOCKED; what `connect` throws.
 */
export async function submitEmailCode(kit: Latchkit, code: string): Promise<void> {
  return (await embeddedWalletOf(kit)).submitEmailCode(code);
}

/** Sends the mail of the step that the login is at once more. @throws what {@link startEmailLogin} throws. */
export async function resendEmailCode(kit: Latchkit): Promise<EmailLoginStep> {
  return (await embeddedWalletOf(kit)).resendEmailCode();
}

/** Gives up the login that is under way. What waits for it rejects with ABORTED. */
export function cancelEmailLogin(kit: Latchkit): void {
  const flow = embeddedWalletFlow.get(kit);
  if (flow) flow.cancelEmailLogin();
  // One that was resumed, before the code that runs it is there.
  else if (kit.store.getState().embeddedWallet.login) {
    embeddedWalletOf(kit).then(
      loaded => loaded.cancelEmailLogin(),
      () => {},
    );
  }
}
