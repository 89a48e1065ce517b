import type { SessionRequest, WalletClient } from 'latchkit/walletconnect';
import type { WalletStore } from './createWalletStore.js';

/** Updates the store on events of the client, in this tab or another; rejects requests that can't be parsed. */
export function followClient(
  client: WalletClient,
  store: WalletStore,
  isUnderstood: (request: SessionRequest) => boolean,
): void {
  const onAsked = ({ pairingTopic }: { readonly pairingTopic: string }) =>
    store.change(store.passing().pairing === pairingTopic ? { pairing: undefined } : {});
  client.on('relay_status', relay => store.change({ relay }));
  client.on('session_proposal', onAsked);
  client.on('session_authenticate', onAsked);
  client.on('session_request', request => {
    if (isUnderstood(request)) return store.change();
    const error = { code: -32_602, message: 'The wallet cannot do what these parameters say.' };
    client.respond(request.id, { error }).catch(() => {});
  });
  client.on('proposal_expire', () => store.change());
  client.on('session_expire', () => store.change());
  client.on('session_request_expire', () =>
    store.change({ notice: { tone: 'danger', text: 'A request ended before you answered it.' } }),
  );
  client.on('session_delete', ({ session }) => {
    const text = `${session.peer.metadata.name || 'The page'} disconnected.`;
    store.change({ notice: { tone: 'success', text } });
  });
  window.addEventListener('storage', () => store.change());
}
