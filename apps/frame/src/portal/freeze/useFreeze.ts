import { freezeOwnWalletCall, type freezeOwnWalletRequest } from 'latchkit/protocol';
import { usePortal } from '../runtime/PortalContext.js';
import { type Action, useAction } from '../runtime/useAction.js';
import { useHome } from '../runtime/useHome.js';

/** Freezes the wallet for 72 hours from now; a frozen one for longer. */
export function useFreeze(): Action<[]> {
  const { portal } = usePortal();
  const { reload } = useHome();
  return useAction(async () => {
    await portal.call<typeof freezeOwnWalletRequest>(freezeOwnWalletCall, {});
    await reload();
  });
}
