import { createLatchkit } from 'latchkit';
import { evm } from 'latchkit/evm';
import { anvil, mainnet } from 'wagmi/chains';
import { wagmiConfig } from './wagmiConfig';

/** Latchkit with the host's wagmi configuration, so that both share one connection. */
export const kit = createLatchkit({
  networks: [anvil, mainnet],
  defaultNetwork: `eip155:${anvil.id}`,
  adapters: [evm({ wagmiConfig })],
  projectId: '0'.repeat(32),
  metadata: { name: 'Latchkit with React 18 and wagmi' },
});

// The hooks of latchkit/react know this instance's networks and accounts.
declare module 'latchkit' {
  interface Register {
    kit: typeof kit;
  }
}
