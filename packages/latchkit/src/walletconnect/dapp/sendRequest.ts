import { approvedChains } from '../session/namespaceReads.js';
import { approvedChainId } from '../session/olderChainIds.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import type { DappContext } from './DappContext.js';

/** A request to a session's wallet. */
export interface SessionCall {
  readonly topic: string;
  /** CAIP-2. */
  readonly chainId: string;
  readonly method: string;
  readonly params: unknown;
  /** Seconds until the request expires, from 5 minutes (the default) to 7 days. */
  readonly expiry?: number | undefined;
  /** Stops waiting. The wallet may still respond; the response is ignored. */
  readonly signal?: AbortSignal | undefined;
  /** Called synchronously, once the request is handed to the relay socket. */
  readonly onSending?: (() => void) | undefined;
  /**
   * Called when the relay has stored the request, so that the wallet will receive it even if it is asleep now. `resend`
   * sends it again under the same id; a wallet that already has it ignores the copy.
   */
  readonly onSent?: ((resend: () => Promise<void>) => void) | undefined;
}

/** Sends a request to a session's wallet (CAIP-27). */
export async function sendRequest({ core }: DappContext, call: SessionCall): Promise<unknown> {
  const { topic, chainId, method, signal, onSending, onSent } = call;
  const session = core.sessions.get(topic);
  if (!approvedChains(session.namespaces).includes(chainId)) {
    throw walletConnectError('WC_ACCOUNT_NOT_APPROVED', { context: { chainId } });
  }
  const { fiveMinutes, sevenDays } = walletConnectTimes;
  const ttl = Math.min(sevenDays, Math.max(fiveMinutes, call.expiry ?? fiveMinutes));
  const expiryTimestamp = Math.floor(Date.now() / 1_000) + ttl;
  const named = approvedChainId(chainId, session.approvedIds ?? []);
  const params = { request: { method, params: call.params ?? [], expiryTimestamp }, chainId: named };
  return core.channel.call(topic, 'wc_sessionRequest', params, { ttl, signal, onSending, onSent });
}
