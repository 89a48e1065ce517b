import { hexChainId } from './hexChainId.js';
import type { UniversalProvider } from './UniversalProvider.js';

/** An EIP-1193 provider, as used by wagmi, viem and ethers. */
export interface Eip1193 {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on(event: string, listener: (value: never) => void): void;
  removeListener(event: string, listener: (value: never) => void): void;
  /** What the wallet says about itself in the session, such as its capabilities; undefined without a session. */
  readonly session: { readonly sessionProperties: Readonly<Record<string, unknown>> } | undefined;
}

/** The EVM part of a universal provider as EIP-1193: hexadecimal chain ids, one current chain. */
export function createEip1193(provider: UniversalProvider): Eip1193 {
  const stops = new Map<string, Map<(value: never) => void, () => void>>();

  const listen = (event: string, listener: (value: never) => void): (() => void) => {
    const tell = listener as (value: unknown) => void;
    switch (event) {
      case 'accountsChanged':
        return provider.on(event, ({ namespace, addresses }) => {
          if (namespace === 'eip155') tell([...addresses]);
        });
      case 'chainChanged':
        return provider.on(event, ({ namespace, chainId }) => {
          if (namespace === 'eip155') tell(hexChainId(chainId));
        });
      case 'connect':
        return provider.on(event, () => {
          const chainId = provider.chainOf('eip155');
          if (chainId !== undefined) tell({ chainId: hexChainId(chainId) });
        });
      case 'disconnect':
      case 'display_uri':
        return provider.on(event, tell);
      case 'message':
        return provider.on(event, ({ name, data }) => tell({ type: name, data }));
      default:
        return () => {};
    }
  };

  return {
    get session() {
      return provider.session && { sessionProperties: provider.session.sessionProperties ?? {} };
    },
    request: ({ method, params }) =>
      provider.request({ method, params }, provider.chainOf('eip155') ?? 'eip155:1'),
    on(event, listener) {
      const listeners = stops.get(event) ?? new Map();
      stops.set(event, listeners);
      if (!listeners.has(listener)) listeners.set(listener, listen(event, listener));
    },
    removeListener(event, listener) {
      const listeners = stops.get(event);
      listeners?.get(listener)?.();
      listeners?.delete(listener);
    },
  };
}
