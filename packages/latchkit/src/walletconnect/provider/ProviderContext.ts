import type { Emitter } from '../createEmitter.js';
import type { DappClient } from '../dapp/createDappClient.js';
import type { Session } from '../session/Session.js';
import type { ChainChoice } from './createChainChoice.js';
import type { Teller } from './createTeller.js';
import type { ProviderEvents } from './ProviderEvents.js';

/** What a provider's requests work with. */
export interface ProviderContext {
  readonly client: DappClient;
  /** The session as it is now. */
  session(): Session;
  readonly chains: ChainChoice;
  readonly events: Emitter<ProviderEvents>;
  readonly teller: Teller;
  rpcUrl(chainId: string): string | undefined;
  /** Ends reads. */
  readonly signal: AbortSignal;
}

/** A request on one chain. */
export interface ChainRequest {
  readonly chainId: string;
  readonly method: string;
  readonly params?: unknown;
  /** Seconds until the wallet should no longer answer. */
  readonly expiry?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks the wallet, and tells how the request stands. */
export async function askWallet(context: ProviderContext, request: ChainRequest): Promise<unknown> {
  const { client, events } = context;
  const { chainId, method, params, expiry, signal } = request;
  const id = Date.now() + Math.random();
  const tell = (state: ProviderEvents['request']['state'], resend?: () => Promise<void>) =>
    events.emit('request', { id, method, chainId, state, resend });
  const { topic } = context.session();
  tell('sending');
  try {
    const onSent = (resend: () => Promise<void>) => tell('sent', resend);
    return await client.request({ topic, chainId, method, params, expiry, signal, onSent });
  } finally {
    tell('settled');
  }
}
