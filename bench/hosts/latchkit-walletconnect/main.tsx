import { createUniversalProvider } from 'latchkit/walletconnect';

// Only the WalletConnect provider with its dependencies.
const provider = createUniversalProvider({
  relayUrl: 'ws://localhost:4000/relay',
  projectId: '0'.repeat(32),
  metadata: { name: 'Bench' },
});
provider.restore();
