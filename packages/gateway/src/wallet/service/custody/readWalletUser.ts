import type { WalletUser } from 'latchkit/protocol';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import { isFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { findSocialProfile } from '../auth/findSocialProfile.js';
import { findAddress } from '../auth/users.js';
import { hasSet } from './shareSets.js';
import { accountOf, NEW_WALLET_ACCOUNT, walletOf } from './wallets.js';

/** The signed-in user, as an installation receives it. */
export async function readWalletUser(
  store: SealedStore,
  { userId, identityId, installationId }: Pick<Session, 'userId' | 'identityId' | 'installationId'>,
): Promise<WalletUser> {
  const wallet = await walletOf(store, store.database, userId);
  return {
    id: userId,
    email: await findAddress(store, userId),
    ...(await findSocialProfile(store, identityId)),
    wallet: wallet === undefined ? null : accountOf(wallet),
    isEnrolled: wallet !== undefined && (await hasSet(store, store.database, wallet, installationId)),
    isFrozen: await isFrozen(store, store.database, 'users', userId),
    preferredAccount: wallet?.preferredAccount ?? NEW_WALLET_ACCOUNT,
    isAccountChosen: wallet?.isAccountChosen ?? false,
  };
}
