import { createUniversalProvider } from 'latchkit/walletconnect';

// What a page loads to reach a wallet over WalletConnect, with everything that it depends on, and nothing else.
const provider = createUniversalProvider({
  relayUrl: 'ws://localhost:4000/relay',
  projectId: '0'.repeat(32),
  metadata: { name: 'Bench' },
});
provider.restore();
