import { type ComponentType, useEffect, useState } from 'react';
import { useKitState } from '../../runtime/useKitState.js';

/**
 * How a request reaches a wallet in an app or on another device, for views that wait for a wallet. Renders nothing if
 * there is no such request. The content loads with the first one, so that hosts without WalletConnect don't load it.
 */
export function RequestDelivery() {
  const waits = useKitState(({ walletConnect }) => walletConnect.requests.length > 0);
  const [Status, setStatus] = useState<ComponentType>();
  useEffect(() => {
    if (!waits) return;
    let live = true;
    import('./DeliveryStatus.js').then(
      ({ DeliveryStatus }) => live && setStatus(() => DeliveryStatus),
      // The view around it shows what it is waiting for anyway.
      () => {},
    );
    return () => {
      live = false;
    };
  }, [waits]);
  return waits && Status ? <Status /> : null;
}
