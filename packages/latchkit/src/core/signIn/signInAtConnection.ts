import { BaseError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { withDeadline, withLimit } from '../adapter/abortable.js';
import { reportError } from '../kernel/reportError.js';
import type { WalletConnectSignIn } from './SignInConfig.js';
import type { SignInRun } from './SignInRun.js';

/** How long creating the pairing link waits for a message, in ms; after that the wallet only connects. */
const PREPARE_MS = 5_000;

/** Sign-in of an instance before an account is known. */
export function signInAtConnection(run: SignInRun): WalletConnectSignIn {
  const { kernel } = run.kit;
  const active = () => run.kit.store.getState().namespaces.eip155?.network.caipNetworkId;
  const made = async () => {
    const asked = await (await run.signIn()).createParameters?.();
    return asked && { ...asked, chainId: active() };
  };
  return {
    // If this fails, the sign view retries once the wallet is connected, and reports the error.
    parameters: () => withDeadline(made(), PREPARE_MS, undefined).catch(() => undefined),
    async accept(signed) {
      const one = signed.find(({ chainId }) => chainId === active()) ?? signed[0];
      try {
        if (!one) throw createError('SIGN_IN_FAILED', { details: 'The wallet returned no signed message.' });
        const signIn = await run.signIn();
        const { message, chainId } = await withLimit(signIn.addSession(one), kernel.signal);
        const { accountAddress: address } = message;
        kernel.emit({ event: 'SIGN_IN_SUCCESS', namespace: 'eip155', address, chainId });
      } catch (cause) {
        const isOwn = cause instanceof BaseError && /^(SIGN_IN_|DESTROYED)/.test(cause.code);
        const error = isOwn ? cause : createError('SIGN_IN_FAILED', { cause });
        if (error.code !== 'DESTROYED') {
          kernel.emit({ event: 'SIGN_IN_ERROR', namespace: 'eip155', code: error.code });
          reportError(run.kit, 'SIGN_IN', error);
        }
        throw error;
      }
    },
  };
}
