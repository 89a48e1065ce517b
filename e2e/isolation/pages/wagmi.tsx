import { connect, createConfig, disconnect, getAccount, http, injected } from '@wagmi/core';
import { anvil } from 'viem/chains';
import { chains, createLab } from './createLab.js';

const lab = createLab();
// Before createConfig: without its hooks, which hydrate it, wagmi adds no wallet that is announced later.
lab.wallet();
// A host with its own wagmi configuration, but without wagmi's hooks.
const config = createConfig({
  chains: [anvil],
  transports: { [anvil.id]: http(chains[31337]) },
});
lab.host({ evm: { wagmiConfig: config } });
Object.assign(window, {
  lab,
  labs: [lab],
  wagmi: {
    status: () => config.state.status,
    address: () => getAccount(config).address,
    connect: async () => {
      const found = config.connectors.find(({ id }) => id === 'dev.latchkit.demo');
      await connect(config, { connector: found ?? injected() });
    },
    disconnect: () => disconnect(config),
  },
});
