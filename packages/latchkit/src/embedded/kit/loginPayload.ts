import { readAccountType } from '../../core/embeddedWallet/loginRecords.js';
import type { Latchkit } from '../../core/Latchkit.js';
import { namespaceOf } from '../../protocol/caip.js';
import { accountTypeField } from '../../protocol/frame/frameFields.js';
import { preferredAccountType } from '../../protocol/frame/frameUser.js';
import { activeChain } from './createKitFrame.js';

/** The network and the account type that the visitor uses, for messages that return the user. */
export function loginPayload(kit: Latchkit) {
  const chainId = activeChain(kit);
  const namespace = namespaceOf(chainId);
  const stored = accountTypeField.safeParse(readAccountType(kit.kernel.storage, namespace)).data;
  const { user } = kit.store.getState().embeddedWallet;
  // On EVM chains the user has two accounts; a preferred one may be missing on the network.
  const account =
    namespace === 'eip155'
      ? user?.preferredAccountType
      : user?.accounts.find(one => one.namespace === namespace)?.type;
  return { chainId, preferredAccountType: preferredAccountType(namespace, { account, stored }) };
}
