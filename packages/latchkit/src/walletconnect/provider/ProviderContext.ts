import type { Emitter } from '../createEmitter.js';
import type { DappClient } from '../dapp/createDappClient.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import type { Session } from '../session/Session.js';
import type { ChainChoice } from './createChainChoice.js';
import type { Teller } from './createTeller.js';
import type { ProviderEvents } from './ProviderEvents.js';

/** Shared state of a provider's requests. */
export interface ProviderContext {
  readonly client: DappClient;
  /** The current session. */
  session(): Session;
  readonly chains: ChainChoice;
  readonly events: Emitter<ProviderEvents>;
  readonly teller: Teller;
  rpcUrl(chainId: string): string | undefined;
  /** Cancels reads when aborted. */
  readonly signal: AbortSignal;
}

/** A request on one chain. */
export interface ChainRequest {
  readonly chainId: string;
  readonly method: string;
  readonly params?: unknown;
  /** Seconds until the request expires. */
  readonly expiry?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request to the wallet and reports its progress. */
export async function askWallet(context: ProviderContext, request: ChainRequest): Promise<unknown> {
  const { client, events } = context;
  const { chainId, method, params, expiry } = request;
  const id = Date.now() + Math.random();
  const given = request.signal;
  const attempt = new AbortController();
  const onAbort = () => attempt.abort(given?.reason);
  // EIP-1193: for the page, a request that the visitor cancels is a request that the visitor refused.
  const cancel = () =>
    attempt.abort(new ProviderRpcError({ code: 4001, message: 'User rejected the request.' }));
  const tell = (state: ProviderEvents['request']['state'], resend?: () => Promise<void>) =>
    events.emit('request', { id, method, chainId, state, cancel, resend });
  const { topic } = context.session();
  if (given?.aborted) throw given.reason;
  given?.addEventListener('abort', onAbort, { once: true });
  try {
    return await client.request({
      ...{ topic, chainId, method, params, expiry, signal: attempt.signal },
      // Not earlier: a listener that opens the wallet may suspend this page.
      onSending: () => tell('sending'),
      onSent: resend => tell('sent', resend),
    });
  } finally {
    given?.removeEventListener('abort', onAbort);
    tell('settled');
  }
}
