import { raceAbort } from '../../core/adapter/abortable.js';
import type { WalletConnectHost } from '../../core/walletConnect/WalletConnectConfig.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { KeptPairing } from '../pairing/keepPairing.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';

/** One pairing shared by all users: the open modal and every connection attempt. */
export interface Pairing {
  /** Maintains a link until `signal` is aborted. */
  hold(signal: AbortSignal): void;
  link(): string | undefined;
  /** Resolves when the next session is approved over any link. @throws the pairing's error; MODAL_CLOSED if aborted. */
  approved(signal: AbortSignal): Promise<void>;
}

interface Running {
  readonly kept: KeptPairing;
  readonly chains: string;
  readonly end: AbortController;
}

export function createPairing(
  provider: UniversalProvider,
  host: WalletConnectHost,
  chainsNow: () => readonly string[],
): Pairing {
  const holders = new Set<AbortSignal>();
  const waiters = createWaiters();
  let running: Running | undefined;

  const stop = (reason: unknown) => {
    const before = running;
    running = undefined;
    before?.end.abort(reason);
    // The next pairing is shown only later, or never.
    if (holders.size === 0) provider.rest();
    host.report({ type: 'link', uri: undefined });
  };

  const begin = () => {
    const chains = chainsNow();
    const end = new AbortController();
    const { signIn } = host;
    const authentication =
      signIn && (async () => (await import('./connectionSignIn.js')).connectionSignIn.ask(signIn, chains));
    const kept = provider.pair({ chains, signal: end.signal, authentication });
    const mine = { kept, end, chains: chains.join() };
    running = mine;
    kept.approval
      // Replaces the existing session, if any.
      .then(() => provider.connect({ chains, pairing: kept, renew: true }))
      .then(
        () => onEnd(mine),
        error => onEnd(mine, error),
      );
  };

  /** Handles the end of a pairing: approved, refused or failed. Pairings cancelled here are not reported. */
  const onEnd = (mine: Running, error?: unknown) => {
    if (running !== mine) return;
    stop(undefined);
    waiters.settle(error);
    if (error === undefined || host.signal.aborted) return;
    // After a refusal, which may be a mistake, offer a new link; a failed pairing would only fail again.
    if (isRefusal(error)) attempt();
    else host.report({ type: 'failed', error: wrapWalletError(error) });
  };

  /** Starts a pairing if one is wanted and none for the current chains is running. */
  const attempt = () => {
    if (holders.size === 0 || host.signal.aborted) return;
    if (running?.chains === chainsNow().join()) return;
    running?.end.abort(createError('MODAL_CLOSED'));
    try {
      begin();
    } catch (error) {
      running = undefined;
      waiters.settle(error);
      host.report({ type: 'failed', error: wrapWalletError(error) });
    }
  };

  const hold = (signal: AbortSignal) => {
    if (signal.aborted) return;
    holders.add(signal);
    const leave = () => {
      holders.delete(signal);
      if (holders.size === 0) stop(createError('MODAL_CLOSED'));
    };
    signal.addEventListener('abort', leave, { once: true });
    attempt();
  };

  return {
    hold,
    link: () => (host.signal.aborted ? undefined : running?.kept.current().uri),
    async approved(signal) {
      if (signal.aborted) throw createError('MODAL_CLOSED');
      const attempting = new AbortController();
      const answer = waiters.next(attempting);
      hold(attempting.signal);
      await raceAbort(answer, signal).finally(() => attempting.abort());
    },
  };
}

/** Callers that wait for the same session. */
function createWaiters() {
  const waiters = new Set<(error?: unknown) => void>();
  return {
    settle(error?: unknown): void {
      for (const waiter of [...waiters]) waiter(error);
    },
    /** The next result, which ends `attempt`; stays pending if `attempt` was aborted before. */
    next: (attempt: AbortController) =>
      new Promise<void>((resolve, reject) => {
        const waiter = (error?: unknown) => {
          attempt.abort();
          if (error === undefined) resolve();
          else reject(error);
        };
        waiters.add(waiter);
        attempt.signal.addEventListener('abort', () => waiters.delete(waiter), { once: true });
      }),
  };
}

function wrapWalletError(cause: unknown): BaseError {
  return isError(cause) ? cause : createError('FAILED_TO_CONNECT', { cause });
}

function isRefusal(error: unknown): boolean {
  return isError(error, 'CONNECTION_REJECTED') || isError(error, 'WC_PEER_REFUSED');
}
