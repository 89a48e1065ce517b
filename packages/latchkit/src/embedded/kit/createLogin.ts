import type { EmailLoginResult, EmbeddedWalletFlow } from '../../core/embeddedWallet/EmbeddedWalletConfig.js';
import type { EmailLoginState, EmailLoginStep } from '../../core/embeddedWallet/embeddedWalletState.js';
import {
  mailRestedAt,
  writeLastEmail,
  writeLastMail,
  writePendingLogin,
} from '../../core/embeddedWallet/loginRecords.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { emailField, otpField } from '../../protocol/frame/frameFields.js';
import type { AskInWindow } from './askInWindow.js';
import { ask, askAnew, type FlowContext, update } from './FlowContext.js';
import { followViews, keepPending } from './keepPending.js';
import { parseInput } from './parseInput.js';

export interface LoginContext extends FlowContext {
  readonly askInWindow: AskInWindow;
  /** Connects the user whom the wallet page has signed in. @throws what `connect` throws. */
  enter(email: string, signal: AbortSignal): Promise<void>;
}

/** What the wallet page's responses to `CONNECT_EMAIL` and `CONNECT_DEVICE` mean. */
const RESULTS = {
  VERIFY_DEVICE: 'device',
  VERIFY_OTP: 'code',
  CONNECT: 'connected',
} as const satisfies Record<string, EmailLoginResult>;

/** One user's login, from the first email to the connection. */
interface Run {
  readonly email: string;
  readonly end: AbortController;
  /** Pending steps, at most one of each. */
  sending?: Promise<EmailLoginResult> | undefined;
  device?: Promise<Exclude<EmailLoginResult, 'device'>> | undefined;
  deviceCall?: AbortController | undefined;
  /** Completes the login with the wallet window, if the visitor agrees there. */
  sibling?: Promise<void> | undefined;
  checking?: { readonly code: string; readonly done: Promise<void> } | undefined;
}

interface Login extends LoginContext {
  run: Run | undefined;
}

/** Email login, one at a time: email, device approval, code. */
export function createLogin(
  context: LoginContext,
): Pick<
  EmbeddedWalletFlow,
  | 'startEmailLogin'
  | 'awaitDevice'
  | 'connectBrowserWallet'
  | 'submitEmailCode'
  | 'resendEmailCode'
  | 'cancelEmailLogin'
> {
  const login: Login = { ...context, run: undefined };
  takeUp(login);
  follow(login);
  const start = async (given: string): Promise<EmailLoginResult> => {
    const email = parseInput(emailField, given, 'INVALID_EMAIL');
    takeUp(login);
    if (login.run?.email === email && login.run.sending) return login.run.sending;
    if (login.run?.email === email && login.run.checking) throw frameError('BUSY');
    assertRested(login);
    const run = login.run?.email === email ? login.run : begin(login, email);
    run.sending = send(login, run).finally(() => {
      run.sending = undefined;
    });
    return run.sending;
  };
  return {
    startEmailLogin: start,
    async resendEmailCode() {
      return start(running(login).email);
    },
    async awaitDevice() {
      const run = running(login);
      run.device ??= awaitDevice(login, run).finally(() => {
        run.device = undefined;
      });
      return run.device;
    },
    async connectBrowserWallet(popup) {
      const run = running(login);
      // The wallet page accepts one call at a time.
      run.deviceCall?.abort();
      // If it fails, the login waits for its link as before.
      run.sibling = login
        .askInWindow('CONNECT_SIBLING', { email: run.email }, popup, run.end.signal)
        .then(() => enter(login, run));
      await run.sibling;
    },
    async submitEmailCode(given) {
      const code = parseInput(otpField, given, 'OTP_INVALID');
      const run = running(login);
      if (run.checking?.code === code) return run.checking.done;
      if (run.checking) throw frameError('BUSY');
      const done = check(login, run, code).finally(() => {
        run.checking = undefined;
      });
      run.checking = { code, done };
      return done;
    },
    cancelEmailLogin: () => end(login),
  };
}

function begin(login: Login, email: string): Run {
  end(login);
  const run: Run = { email, end: new AbortController() };
  login.run = run;
  show(login, run, { step: 'sending' });
  return run;
}

function follow(login: Login): void {
  const { store, kernel } = login.kit;
  const unsubscribe = store.subscribe((state, before) => {
    if (state.embeddedWallet.login !== before.embeddedWallet.login) takeUp(login);
    followViews(login.kit, state, before);
  });
  kernel.signal.addEventListener('abort', unsubscribe, { once: true });
}

/** Returns the current login, including one that the wallet page has kept across a reload. */
function takeUp(login: Login): Run | undefined {
  const resumed = login.kit.store.getState().embeddedWallet.login;
  if (login.run || !resumed) return login.run;
  const run: Run = { email: resumed.email, end: new AbortController() };
  login.run = run;
  if (resumed.step === 'code') void lookAfter(login, run);
  return run;
}

/** Checks whether the wallet page still has a code that was sent before a reload. */
async function lookAfter(login: Login, run: Run): Promise<void> {
  const call = new AbortController();
  run.deviceCall = call;
  run.end.signal.addEventListener('abort', () => call.abort(), { once: true });
  try {
    await ask(login, 'CONNECT_DEVICE', {}, { signal: call.signal });
  } catch (cause) {
    // Other errors will show when the code is entered.
    if (isError(cause, 'OTP_EXPIRED')) failed(login, run, 'code', cause);
  } finally {
    if (run.deviceCall === call) run.deviceCall = undefined;
  }
}

function end(login: Login): void {
  login.run?.end.abort();
  finish(login);
}

function finish(login: Login): void {
  login.run = undefined;
  writePendingLogin(login.kit.kernel.storage, undefined);
  update(login, { login: undefined });
}

async function send(login: Login, run: Run): Promise<EmailLoginResult> {
  const before = stepOf(login);
  show(login, run, { step: 'sending' });
  // The wallet page accepts one call at a time; a caller that waits for the device keeps waiting with the new email.
  run.deviceCall?.abort();
  try {
    const { action } = await askAnew(
      login,
      'CONNECT_EMAIL',
      { email: run.email },
      { signal: run.end.signal },
    );
    const result = RESULTS[action];
    if (result === 'connected') await enter(login, run);
    else {
      mailed(login, run);
      show(login, run, { step: result });
    }
    return result;
  } catch (cause) {
    throw failed(login, run, before, cause);
  }
}

async function awaitDevice(login: Login, run: Run): Promise<Exclude<EmailLoginResult, 'device'>> {
  for (;;) {
    const call = new AbortController();
    const abort = () => call.abort();
    run.deviceCall = call;
    run.end.signal.addEventListener('abort', abort, { once: true });
    if (run.end.signal.aborted) abort();
    try {
      const { action } = await ask(login, 'CONNECT_DEVICE', {}, { signal: call.signal });
      const result = RESULTS[action];
      if (result === 'connected') await enter(login, run);
      else {
        mailed(login, run);
        show(login, run, { step: result });
      }
      return result;
    } catch (cause) {
      if (!call.signal.aborted || run.end.signal.aborted) throw failed(login, run, 'device', cause);
      // Another email was requested, and its result decides.
      const answer = await run.sending?.catch(() => undefined);
      if (answer === 'connected' || answer === 'code') return answer;
      // The wallet window was asked, and its answer decides.
      if (await run.sibling?.then(() => true).catch(() => false)) return 'connected';
    } finally {
      run.end.signal.removeEventListener('abort', abort);
      if (run.deviceCall === call) run.deviceCall = undefined;
    }
  }
}

async function check(login: Login, run: Run, otp: string): Promise<void> {
  // The wallet page accepts one call at a time.
  run.deviceCall?.abort();
  show(login, run, { step: 'checking' });
  try {
    await ask(login, 'CONNECT_OTP', { otp }, { signal: run.end.signal });
    await enter(login, run);
  } catch (cause) {
    // The wallet page keeps the login until the freeze ends.
    const isKept = isError(cause, 'FROZEN') && cause.context.retryAfter !== undefined;
    throw failed(login, run, isKept ? 'device' : 'code', cause);
  }
}

async function enter(login: Login, run: Run): Promise<void> {
  show(login, run, { step: 'checking' });
  await login.enter(run.email, run.end.signal);
  if (login.run === run) finish(login);
}

/** Records that an email was requested: the next one must wait, even after a reload. */
function mailed(login: Login, { email }: Run): void {
  const { storage } = login.kit.kernel;
  writeLastMail(storage, Date.now());
  writeLastEmail(storage, email);
  update(login, { lastEmail: email });
}

/** @throws COOLDOWN with the remaining seconds. */
function assertRested({ kit }: FlowContext): void {
  const left = mailRestedAt(kit.kernel.storage, Date.now()) - Date.now();
  if (left <= 0) return;
  throw frameError('COOLDOWN', { context: { type: 'CONNECT_EMAIL', retryAfter: Math.ceil(left / 1_000) } });
}

function running(login: Login): Run {
  const run = takeUp(login);
  if (!run) throw frameError('OTP_EXPIRED');
  return run;
}

function stepOf({ kit }: FlowContext): EmailLoginStep {
  return kit.store.getState().embeddedWallet.login?.step ?? 'sending';
}

function show(login: Login, run: Run, { step, error }: Pick<EmailLoginState, 'step' | 'error'>): void {
  if (login.run !== run) return;
  const wait = error?.context.retryAfter;
  const endAt = typeof wait === 'number' ? Date.now() + wait * 1_000 : undefined;
  const before = login.kit.store.getState().embeddedWallet.login;
  const isDelayed = error?.code === 'RECOVERY_DELAYED' || error?.code === 'FROZEN';
  const shown: EmailLoginState = {
    ...{ email: run.email, step, error },
    resendAt: endAt ?? mailRestedAt(login.kit.kernel.storage, Date.now()),
    twoEmails: step === 'device' || (before?.email === run.email && before.twoEmails) || undefined,
    opensAt: step === 'device' ? (isDelayed && endAt) || before?.opensAt : undefined,
  };
  update(login, { login: shown });
  keepPending(login.kit, shown);
}

/** Shows why a step failed; returns the error to throw. */
function failed(login: Login, run: Run, step: EmailLoginStep, cause: unknown): BaseError {
  const error = isError(cause) ? cause : frameError('INTERNAL', { cause });
  show(login, run, { step, error });
  return error;
}
