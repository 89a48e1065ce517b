import { BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import { withLimit } from '../adapter/abortable.js';
import { untilEnded } from '../connection/whileConnected.js';
import { reportError } from '../kernel/reportError.js';
import { showToast } from '../modal/toast.js';
import { askNext, isAsked, prepare, showSignInView, stopAsking, updateRequest } from './requestSignIn.js';
import type { SiwxSession } from './SignInConfig.js';
import { isCurrent, type SignInEntry, type SignInRun } from './SignInRun.js';
import { admit } from './sessions.js';

/** How long an unsigned message is reused, in ms: a nonce of the gateway is valid for five minutes. */
const MESSAGE_LIFE_MS = 4 * 60_000;

/** Signs in an entry's account. Repeated calls share one attempt. */
export function performSignIn(run: SignInRun, entry: SignInEntry): Promise<SiwxSession> {
  entry.attempt ??= attempt(run, entry).finally(() => {
    entry.attempt = undefined;
  });
  return entry.attempt;
}

async function attempt(run: SignInRun, entry: SignInEntry): Promise<SiwxSession> {
  const { kernel } = run.kit;
  const { namespace, address, chainId } = entry.target;
  try {
    const signed = await askWallet(run, entry);
    if (!isCurrent(run, entry)) throw createError('MODAL_CLOSED');
    updateRequest(run, entry, { step: 'checking' });
    const signIn = await run.signIn();
    const given = { accountAddress: `${chainId}:${address}`, chainId, ...signed } as const;
    const session = await withLimit(signIn.addSession(given), kernel.signal);
    // The account or network has changed; the session stays stored for its return.
    if (!isCurrent(run, entry)) throw createError('MODAL_CLOSED');
    admit(run, entry, session);
    if (isAsked(run, entry)) stopAsking(run);
    kernel.emit({ event: 'SIGN_IN_SUCCESS', namespace, address, chainId });
    askNext(run);
    return session;
  } catch (cause) {
    throw told(run, entry, cause);
  }
}

/** Requests the signature: in one prompt if the wallet supports it. */
async function askWallet(run: SignInRun, entry: SignInEntry) {
  const { kit } = run;
  const { namespace, connectorId, address } = entry.target;
  updateRequest(run, entry, { step: 'waiting', problem: undefined });
  const message = freshMessage(run, entry) ?? (await remade(run, entry));
  const signIn = await run.signIn();
  while (run.prompts.has(connectorId)) await run.prompts.get(connectorId);
  // Only the current request may open a prompt, because the visitor sees no other.
  if (!isCurrent(run, entry) || entry.status === 'dismissed') throw createError('MODAL_CLOSED');
  const adapter = kit.adapter(namespace);
  if (!adapter) throw createError('ADAPTER_NOT_FOUND', { context: { namespace } });
  const prompt = async () => {
    const oneStep = await adapter.signIn?.({ connectorId, address, message });
    if (oneStep) return oneStep;
    const text = signIn.format(message);
    return { text, signature: await adapter.signMessage({ connectorId, address, message: text }) };
  };
  const answer = prompt();
  hold(run, connectorId, answer);
  const { text, signature } = await untilEnded(kit, entry.target, answer).catch(leftWhenEnded);
  return { message, text, signature };
}

/** A visitor who disconnects leaves the sign-in. @throws the error; MODAL_CLOSED if the connection ended. */
function leftWhenEnded(error: unknown): never {
  const isEnded = isError(error, 'REQUEST_FAILED') && error.context.reason === 'ended';
  throw isEnded ? createError('MODAL_CLOSED') : error;
}

/** Blocks other prompts of the wallet until it has answered this one. */
function hold({ prompts }: SignInRun, connectorId: string, answer: Promise<unknown>): void {
  const settled: Promise<void> = answer
    .then(
      () => {},
      () => {},
    )
    .finally(() => {
      if (prompts.get(connectorId) === settled) prompts.delete(connectorId);
    });
  prompts.set(connectorId, settled);
}

function freshMessage(run: SignInRun, entry: SignInEntry): SiwxMessage | undefined {
  if (!isAsked(run, entry) || Date.now() - run.preparedAt > MESSAGE_LIFE_MS) return undefined;
  return run.kit.store.getState().signIn.asking?.message;
}

async function remade(run: SignInRun, entry: SignInEntry): Promise<SiwxMessage> {
  updateRequest(run, entry, { message: undefined });
  return prepare(run, entry);
}

/** Informs the visitor and the host about the failure, and returns the error to throw. */
function told(run: SignInRun, entry: SignInEntry, cause: unknown): BaseError {
  const { kit } = run;
  const { namespace } = entry.target;
  const error = toError(cause);
  const isLeft = error.code === 'MODAL_CLOSED' || error.code === 'DESTROYED';
  if (!isLeft) kit.kernel.emit({ event: 'SIGN_IN_ERROR', namespace, code: error.code });
  if (error.code === 'SIGN_IN_DECLINED') {
    updateRequest(run, entry, { step: 'ready', problem: 'declined' });
    if (isAsked(run, entry)) {
      showSignInView(run);
      showToast(kit, { tone: 'danger', text: 'signIn.declined' });
    }
    return error;
  }
  if (!isLeft) reportError(kit, 'SIGN_IN', error);
  const smart = error.code === 'SIGN_IN_SMART_ACCOUNT';
  // A signed message cannot be reused; the next attempt needs a new one.
  updateRequest(run, entry, {
    step: 'ready',
    message: undefined,
    problem: smart ? 'smartAccount' : 'failed',
  });
  if (smart && isAsked(run, entry)) showToast(kit, { tone: 'danger', text: 'signIn.smartAccount' });
  return error;
}

function toError(cause: unknown): BaseError {
  if (isError(cause, 'REQUEST_REJECTED'))
    return new BaseError('SIGN_IN_DECLINED', 'Signature declined', { cause });
  if (!(cause instanceof BaseError)) return createError('SIGN_IN_FAILED', { cause });
  const own = /^(SIGN_IN_|MODAL_CLOSED|DESTROYED|REQUEST_TIMEOUT|SESSION_)/.test(cause.code);
  return own ? cause : createError('SIGN_IN_FAILED', { cause });
}
