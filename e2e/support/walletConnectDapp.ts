import { memoryStorage } from 'latchkit';
import {
  type ConnectOptions,
  createUniversalProvider,
  type KeptPairing,
  type RelaySocket,
  type Session,
  type UniversalProvider,
} from 'latchkit/walletconnect';
import WebSocket from 'ws';

export const PAGE_NAME = 'Test page';
export const CHAIN_A = 'eip155:31337';
export const CHAIN_B = 'eip155:31338';
export const SOLANA = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';

/** A page's side of WalletConnect, in Node, over the relay of a gateway. */
export interface WalletConnectDapp {
  readonly provider: UniversalProvider;
  /** Asks for a connection: the link to it, and what comes of it. */
  connect(options: ConnectOptions): { readonly uri: string; readonly session: Promise<Session> };
  /** As the provider's; a test may look at the answer when it likes. */
  request: UniversalProvider['request'];
}

/** Makes one; the caller closes its provider. */
export function walletConnectDapp(gateway: string): WalletConnectDapp {
  const provider = createUniversalProvider({
    relayUrl: `${gateway.replace(/^http/, 'ws')}/relay`,
    projectId: '0'.repeat(32),
    metadata: { name: PAGE_NAME, description: 'A page of a test', url: 'https://page.example' },
    storage: memoryStorage(),
    identityStorage: memoryStorage(),
    createSocket: url => new WebSocket(url) as RelaySocket,
  });
  return {
    provider,
    connect(options) {
      const pairing: KeptPairing = provider.pair(options);
      const session = provider.connect({ ...options, pairing });
      // Looked at when the wallet has answered.
      session.catch(() => {});
      return { uri: pairing.current().uri, session };
    },
    request(request, chainId) {
      const answer = provider.request(request, chainId);
      answer.catch(() => {});
      return answer;
    },
  };
}
