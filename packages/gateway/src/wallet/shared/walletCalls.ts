import type { Context } from 'hono';
import type { WalletErrorCode } from 'latchkit/protocol';
import { type CallHandler, handlerFor, serveCalls } from '../../platform/http/serveCalls.js';
import type { CallerLimits } from './callerLimits.js';
import { dpopToken } from './dpopToken.js';
import type { Caller, ProveCaller } from './proveCaller.js';
import { requirePortal } from './requirePortal.js';
import type { Session } from './Session.js';
import { walletError } from './walletError.js';

/** What handlers of the wallet service and the vault receive about the caller. */
interface WalletCallers {
  readonly open: object;
  readonly signed: object;
  readonly firstProof: { readonly caller: Caller };
  readonly proof: { readonly caller: Caller };
  readonly session: { readonly caller: Caller; readonly session: Session };
  readonly portal: { readonly caller: Caller; readonly session: Session };
}

/** Binds a handler to a record of the wallet service or the vault. */
export const handle = handlerFor<WalletCallers>();

/** Finds the session of an access token. @throws HttpError 401 `INVALID_SESSION`. */
type FindSession = (caller: Caller, token: string | undefined) => Promise<Session>;

/**
 * Creates the routes of the wallet service or the vault.
 *
 * @param findSession - Only the wallet service has sessions.
 */
export function serveWalletCalls(
  prove: ProveCaller,
  handlers: readonly CallHandler[],
  limits: Pick<CallerLimits, 'know'>,
  findSession: FindSession = () => Promise.reject(walletError('INVALID_SESSION')),
): ReturnType<typeof serveCalls> {
  const session = async (context: Context) => {
    const caller = await prove(context, true);
    const found = await findSession(caller, dpopToken(context));
    limits.know(context, caller.jkt);
    return { caller, session: found };
  };
  const portal = async (context: Context) => {
    const found = await session(context);
    requirePortal(found.session);
    return found;
  };
  return serveCalls(handlers, {
    authenticate(auth, context) {
      if (auth === 'session') return session(context);
      if (auth === 'portal') return portal(context);
      if (auth === 'proof' || auth === 'firstProof')
        return prove(context, auth === 'proof').then(caller => ({ caller }));
      return {};
    },
    // Records of these two services name wallet errors only.
    refusal: code => walletError(code as WalletErrorCode),
  });
}
