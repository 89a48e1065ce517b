import type { EmbeddedWalletInfo, LatchkitState } from '../../../core/index.js';
import { useKitState } from '../../runtime/useKitState.js';

/** The user of the embedded wallet, while it is the active wallet. */
export function useEmailUser(): EmbeddedWalletInfo['user'] | undefined {
  return useKitState(emailUser);
}

/** @see useEmailUser */
export function emailUser({ namespaces, activeNamespace }: LatchkitState) {
  return namespaces[activeNamespace]?.account.embeddedWalletInfo?.user;
}
