import { memoryStorage } from 'latchkit';
import {
  createUniversalProvider,
  type KeptPairing,
  type RelaySocket,
  type Session,
  type UniversalConnectOptions,
  type UniversalProvider,
} from 'latchkit/walletconnect';
import WebSocket from 'ws';

export const PAGE_NAME = 'Test page';
export const CHAIN_A = 'eip155:31337';
export const CHAIN_B = 'eip155:31338';
export const SOLANA = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';

/** A WalletConnect dapp in Node, over the relay of a gateway. */
export interface WalletConnectDapp {
  readonly provider: UniversalProvider;
  /** Proposes a session. Returns the pairing link and a promise of the session. */
  connect(options: UniversalConnectOptions): { readonly uri: string; readonly session: Promise<Session> };
  /** Like the provider's; a test may await the result later. */
  request: UniversalProvider['request'];
}

/** Creates a dapp. The caller closes its provider. */
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
      // Tests await it after the wallet has responded.
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
