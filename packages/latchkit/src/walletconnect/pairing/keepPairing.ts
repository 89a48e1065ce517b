import { isError } from '../../protocol/BaseError.js';
import type { Proposal } from '../dapp/propose.js';
import type { Session } from '../session/Session.js';
import { walletConnectTimes } from '../walletConnectTimes.js';

const { oneSecond, tenSeconds } = walletConnectTimes;

export interface KeepPairingOptions {
  /** Makes a proposal that ends with the signal. */
  propose(signal: AbortSignal): Proposal;
  /** Awaited before each link, except one that `current` has to make at once. Rejections end the pairing. */
  prepare?: (() => Promise<void>) | undefined;
  /** There is a new link to show: the first, and each that takes the place of one that expired. */
  onLink?(proposal: Proposal): void;
  /** Gives everything up. */
  readonly signal?: AbortSignal | undefined;
}

/** A pairing that is always fresh. */
export interface KeptPairing {
  /** The link to show or follow now; a new one when the last has 10 s left or less [TIME-14]. */
  current(): Proposal;
  /** The session that comes of any of the links. Rejects when the visitor refuses, and when it is given up. */
  readonly approval: Promise<Session>;
}

/**
 * Keeps a pairing link fresh for as long as somebody looks at it: renewed when 4 minutes have passed [TIME-13], made anew
 * 1 s after a failure of the relay [TIME-15]. A wallet that scanned an earlier link still gets through.
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
    // The links that were not used.
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

/** Whether another attempt may go better: the relay failed, or nobody answered. */
function isPassing(error: unknown): boolean {
  if (!isError(error)) return false;
  return error.code === 'WC_PROPOSAL_EXPIRED' || error.code.startsWith('WC_RELAY_');
}
