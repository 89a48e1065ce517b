import { type ComponentType, useEffect, useState } from 'react';
import { useKitState } from '../../modal/useKitState.js';

/**
 * How a request to a wallet elsewhere is delivered, for views that wait for a wallet. Nothing where there is none; what it
 * draws loads with the first, so that hosts without WalletConnect carry nothing of it.
 */
export function RequestDelivery() {
  const waits = useKitState(({ walletConnect }) => walletConnect.requests.length > 0);
  const [Status, setStatus] = useState<ComponentType>();
  useEffect(() => {
    if (!waits) return;
    let live = true;
    import('./DeliveryStatus.js').then(
      ({ DeliveryStatus }) => live && setStatus(() => DeliveryStatus),
      // The view around it says what is waited for all the same.
      () => {},
    );
    return () => {
      live = false;
    };
  }, [waits]);
  return waits && Status ? <Status /> : null;
}
