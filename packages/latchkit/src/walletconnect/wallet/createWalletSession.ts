import { createKeyPair } from '../crypto/createKeyPair.js';
import { deriveSymKey } from '../crypto/deriveSymKey.js';
import { topicOf } from '../crypto/topicOf.js';
import type { Participant, StoredSession } from '../session/Session.js';
import { walletConnectTimes } from '../walletConnectTimes.js';

type Contents = Pick<
  StoredSession,
  'namespaces' | 'pairingTopic' | 'requiredNamespaces' | 'optionalNamespaces' | 'relay'
> &
  Partial<StoredSession>;

/** Creates a session that lasts 7 days, with a new key pair for the wallet. */
export function createWalletSession(
  metadata: Participant['metadata'],
  peer: Participant,
  contents: Contents,
): StoredSession {
  const { privateKey, publicKey } = createKeyPair();
  const symKey = deriveSymKey(privateKey, peer.publicKey);
  return {
    ...{
      symKey,
      topic: topicOf(symKey),
      acknowledged: false,
      controller: publicKey,
      updateId: 0,
      handled: [],
    },
    expiry: Math.floor(Date.now() / 1_000) + walletConnectTimes.sevenDays,
    ...{ self: { publicKey, metadata }, peer },
    ...contents,
  };
}
