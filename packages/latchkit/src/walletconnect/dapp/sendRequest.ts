import { approvedChains } from '../session/namespaceReads.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import type { DappContext } from './DappContext.js';

export interface SessionCall {
  readonly topic: string;
  /** CAIP-2. */
  readonly chainId: string;
  readonly method: string;
  readonly params: unknown;
  /** Seconds from now until the wallet should no longer answer: 5 minutes, which is the default, to 7 days. */
  readonly expiry?: number | undefined;
  /** Stops waiting. The wallet may still answer; nobody hears it. */
  readonly signal?: AbortSignal | undefined;
  /** Called once the request is handed to the relay's socket, in the caller's turn. */
  readonly onSending?: (() => void) | undefined;
  /**
   * Called when the relay has the request: from here on the wallet gets it, awake or asleep. `resend` hands it over again,
   * under the same id: a wallet that has it ignores it.
   */
  readonly onSent?: ((resend: () => Promise<void>) => void) | undefined;
}

/** Asks the wallet of a session (CAIP-27). */
export async function sendRequest({ core }: DappContext, call: SessionCall): Promise<unknown> {
  const { topic, chainId, method, signal, onSending, onSent } = call;
  const session = core.sessions.get(topic);
  if (!approvedChains(session.namespaces).includes(chainId)) {
    throw walletConnectError('WC_ACCOUNT_NOT_APPROVED', { context: { chainId } });
  }
  const { fiveMinutes, sevenDays } = walletConnectTimes;
  const ttl = Math.min(sevenDays, Math.max(fiveMinutes, call.expiry ?? fiveMinutes));
  const expiryTimestamp = Math.floor(Date.now() / 1_000) + ttl;
  const params = { request: { method, params: call.params ?? [], expiryTimestamp }, chainId };
  return core.channel.call(topic, 'wc_sessionRequest', params, { ttl, signal, onSending, onSent });
}
