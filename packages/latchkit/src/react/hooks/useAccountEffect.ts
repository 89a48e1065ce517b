import { useEffect, useRef } from 'react';
import { type ChainId, type ChainNamespace, type Latchkit, watchAccount } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';

/** What to do when a wallet connects or disconnects. */
export interface UseAccountEffectParameters {
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace | undefined;
  /** Called when a wallet has connected; `isReconnected`: it was restored, for example after a reload. */
  readonly onConnect?: ((account: ConnectedEvent) => void) | undefined;
  /** Called when the wallet was disconnected, here or by the wallet. */
  readonly onDisconnect?: (() => void) | undefined;
}

/** The account that connected. */
export interface ConnectedEvent {
  readonly address: string;
  /** CAIP-2 id of the wallet's network. */
  readonly chainId: ChainId;
  readonly isReconnected: boolean;
}

/**
 * Calls functions when a wallet connects or disconnects while the component is mounted.
 *
 * @example
 * useAccountEffect({
 *   onConnect: ({ address, isReconnected }) => console.log(address, isReconnected),
 *   onDisconnect: () => console.log('disconnected'),
 * });
 */
export function useAccountEffect(parameters: UseAccountEffectParameters): void {
  const kit: Latchkit = useLatchkit();
  const latest = useRef(parameters);
  useEffect(() => {
    latest.current = parameters;
  });
  const { namespace } = parameters;
  useEffect(
    () =>
      watchAccount(
        kit,
        (account, before) => {
          const { onConnect, onDisconnect } = latest.current;
          if (account.isConnected && !before.isConnected) {
            const { address, caipAddress } = account;
            const chainId = caipAddress.slice(0, caipAddress.lastIndexOf(':')) as ChainId;
            onConnect?.({ address, chainId, isReconnected: before.status === 'reconnecting' });
          }
          if (before.isConnected && account.status === 'disconnected') onDisconnect?.();
        },
        { namespace },
      ),
    [kit, namespace],
  );
}
