import { KEYRING_ERRORS, type KeyringErrorCode, keyringError, type SessionKeyring } from '@latchkit/keyring';
import * as z from 'zod/mini';
import { KEYRING_CALLS, type KeyringCallName, type KeyringStart, keyringAnswer } from './keyringMessages.js';

/** Milliseconds that a call may take: a Worker that is silent longer is treated as dead. */
const CALL_LIMIT = 30_000;
/** The same for a password's key: Argon2id takes seconds on a desktop, and many times as long on a slow phone. */
const PASSWORD_LIMIT = 180_000;

/** The parts of a Worker that the page needs. */
export interface KeyringWorker {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: () => void): void;
  postMessage(message: unknown): void;
  terminate(): void;
}

interface Pending {
  readonly succeed: (result: unknown) => void;
  readonly fail: (code: KeyringErrorCode) => void;
}

/** A running Worker and its pending calls. */
interface Running {
  readonly worker: KeyringWorker;
  readonly pending: Map<number, Pending>;
}

/**
 * The keyring of a page, in a Worker that the first call creates. When the Worker dies, its pending calls reject with
 * KEYRING_ENDED and the next call creates another Worker, which is locked. After `end`, no Worker is created.
 *
 * @param open - Creates the Worker.
 */
export function createWorkerKeyring(open: () => KeyringWorker, start: KeyringStart): SessionKeyring {
  let running: Running | undefined;
  let hasEnded = false;
  let count = 0;

  const stop = (stopped: Running) => {
    if (running === stopped) running = undefined;
    stopped.worker.terminate();
    for (const { fail } of [...stopped.pending.values()]) fail('KEYRING_ENDED');
  };
  const begin = (): Running => {
    const begun: Running = { worker: open(), pending: new Map() };
    begun.worker.addEventListener('message', ({ data }) => receive(begun, data));
    for (const type of ['error', 'messageerror'] as const) {
      begun.worker.addEventListener(type, () => stop(begun));
    }
    begun.worker.postMessage(start);
    running = begun;
    return begun;
  };
  const call = <Result>(name: KeyringCallName, schema: z.ZodMiniType<Result>, args: readonly unknown[]) =>
    new Promise<Result>((resolve, reject) => {
      if (hasEnded) throw keyringError('KEYRING_ENDED');
      const asked = running ?? begin();
      count += 1;
      const id = count;
      const limit = setTimeout(() => stop(asked), name === 'finishPassword' ? PASSWORD_LIMIT : CALL_LIMIT);
      const leave = () => {
        clearTimeout(limit);
        asked.pending.delete(id);
      };
      const fail = (code: KeyringErrorCode) => {
        leave();
        reject(keyringError(code));
      };
      const succeed = (value: unknown) => {
        const result = z.safeParse(schema, value);
        if (!result.success) return fail('KEYRING_REFUSED');
        leave();
        resolve(result.data);
      };
      asked.pending.set(id, { succeed, fail });
      asked.worker.postMessage({ id, name, args });
    });
  const { hasDeviceShare, create, createSecond, encodeTransfer, rekey, confirm, unlock, recover, sign } =
    KEYRING_CALLS;
  const { provision, adopt, protect, tryProtection, startPassword, finishPassword, exportWallet } =
    KEYRING_CALLS;
  return {
    hasDeviceShare: () => call('hasDeviceShare', hasDeviceShare.result, []),
    create: (...args) => call('create', create.result, args),
    createSecond: (...args) => call('createSecond', createSecond.result, args),
    encodeTransfer: (...args) => call('encodeTransfer', encodeTransfer.result, args),
    rekey: (...args) => call('rekey', rekey.result, args),
    confirm: (...args) => call('confirm', confirm.result, args),
    unlock: (...args) => call('unlock', unlock.result, args),
    recover: (...args) => call('recover', recover.result, args),
    provision: (...args) => call('provision', provision.result, args),
    adopt: (...args) => call('adopt', adopt.result, args),
    protect: (...args) => call('protect', protect.result, args),
    tryProtection: (...args) => call('tryProtection', tryProtection.result, args),
    startPassword: (...args) => call('startPassword', startPassword.result, args),
    // Only what the Worker needs of the installation crosses.
    finishPassword: (evaluated, salt, { encJwk, jkt }) =>
      call('finishPassword', finishPassword.result, [evaluated, salt, { encJwk, jkt }]),
    sign: (...args) => call('sign', sign.result, args),
    exportWallet: (...args) => call('exportWallet', exportWallet.result, args),
    end() {
      hasEnded = true;
      if (running) stop(running);
    },
  };
}

/** Settles the call that a message responds to; ignores other messages. */
function receive({ pending }: Running, data: unknown): void {
  const answer = z.safeParse(keyringAnswer, data);
  if (!answer.success) return;
  const asked = pending.get(answer.data.id);
  if ('result' in answer.data) asked?.succeed(answer.data.result);
  else asked?.fail(isKeyringCode(answer.data.code) ? answer.data.code : 'KEYRING_REFUSED');
}

function isKeyringCode(code: string): code is KeyringErrorCode {
  return Object.hasOwn(KEYRING_ERRORS, code);
}
