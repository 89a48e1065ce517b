import { isError } from '../../protocol/BaseError.js';
import type { Proposal } from '../dapp/propose.js';
import type { Session } from '../session/Session.js';
import { walletConnectTimes } from '../walletConnectTimes.js';

const { oneSecond, tenSeconds } = walletConnectTimes;

/** How to create the proposals whose link is kept valid. */
export interface KeepPairingOptions {
  /** Creates a proposal that ends with the signal. */
  propose(signal: AbortSignal): Proposal;
  /** Awaited before each link except one that `current` must create immediately. A rejection ends the pairing. */
  prepare?: (() => Promise<void>) | undefined;
  /** Called with each new link to show: the first one and each replacement of an expired one. */
  onLink?(proposal: Proposal): void;
  /** Cancels the pairing. */
  readonly signal?: AbortSignal | undefined;
}

/** A pairing whose link is always valid. */
export interface KeptPairing {
  /** The link to show or follow now; a new one if the last has at most 10 s left. */
  current(): Proposal;
  /** The session from any of the links. Rejects when the visitor refuses or the pairing is cancelled. */
  readonly approval: Promise<Session>;
}

/**
 * Keeps a pairing link valid while it is shown: creates a new one after 4 minutes, and 1 s after a relay failure. A
 * wallet that scanned an earlier link can still connect.
 */
export function keepPairing({ propose, prepare, onLink, signal }: KeepPairingOptions): KeptPairing {
  const end = new AbortController();
  let latest: Proposal | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settle: { resolve(session: Session): void; reject(error: unknown): void } | undefined;
  const approval = new Promise<Session>((resolve, reject) => {
    settle = { resolve, reject };
  });
  approval.catch(() => {});

  const finish = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // Cancel the links that were not used.
    end.abort(signal?.reason);
  };
  const fail = (error: unknown) => {
    settle?.reject(error);
    finish();
  };
  const onAbort = () => fail(signal?.reason);

  const later = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => attempt(), seconds * 1_000);
  };

  const attempt = () => {
    if (prepare && !end.signal.aborted) prepare().then(begin, fail);
    else begin();
  };

  const begin = () => {
    if (end.signal.aborted) return;
    try {
      renew();
    } catch (error) {
      fail(error);
    }
  };

  const renew = (): Proposal => {
    const proposal = propose(end.signal);
    latest = proposal;
    proposal.approval.then(
      session => {
        settle?.resolve(session);
        finish();
      },
      error => {
        if (end.signal.aborted) return;
        if (!isPassing(error)) fail(error);
        else if (latest === proposal) later(oneSecond);
      },
    );
    later(proposal.expiry - Date.now() / 1_000);
    onLink?.(proposal);
    return proposal;
  };

  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  else attempt();

  return {
    approval,
    current() {
      const isFresh = latest !== undefined && latest.expiry - Date.now() / 1_000 > tenSeconds;
      return latest && (isFresh || end.signal.aborted) ? latest : renew();
    },
  };
}

/** Whether a retry may succeed: the relay failed, or no wallet responded. */
function isPassing(error: unknown): boolean {
  if (!isError(error)) return false;
  return error.code === 'WC_PROPOSAL_EXPIRED' || error.code.startsWith('WC_RELAY_');
}
