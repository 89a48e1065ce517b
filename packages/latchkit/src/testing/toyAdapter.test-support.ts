import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { AdapterConnection, AdapterHost, ChainAdapter } from '../core/index.js';

/** An in-memory wallet of a fictional namespace, with a real Ed25519 key. */
export interface ToyWallet {
  readonly id: string;
  readonly address: string;
  readonly balance: string;
  verify(message: string, signature: string): boolean;
}

/**
 * A third namespace, with everything that its author has to write. It uses only exports of `latchkit`, and no
 * registration.
 */
export function toyAdapter(): { readonly adapter: ChainAdapter; readonly wallet: ToyWallet; end(): void } {
  const keys = generateKeyPairSync('ed25519');
  const wallet = toyWallet(keys.publicKey);
  const connection = (chainId: AdapterConnection['chainId']): AdapterConnection => ({
    connectorId: wallet.id,
    accounts: [wallet.address],
    chainId,
  });
  let host: AdapterHost | undefined;
  let authorised = false;

  const adapter: ChainAdapter = {
    namespace: 'polkadot',
    isAddress: text => /^[1-9A-HJ-NP-Za-km-z]{46,48}$/.test(text),
    start(given) {
      host = given;
      const connector = { id: wallet.id, name: 'Toy wallet', chain: 'polkadot', chains: [] } as const;
      given.report({ type: 'connectors', connectors: [{ ...connector, type: 'ANNOUNCED' }] });
    },
    async connect(_, { chainId }) {
      authorised = true;
      return connection(chainId ?? 'polkadot:0');
    },
    reconnect: async (_, { chainId }) => (authorised ? connection(chainId ?? 'polkadot:0') : undefined),
    async disconnect() {
      authorised = false;
    },
    async switchNetwork(_, { caipNetworkId }) {
      host?.report({ type: 'changed', connection: connection(caipNetworkId) });
    },
    getBalance: async ({ network }) => ({ balance: wallet.balance, symbol: network.nativeCurrency.symbol }),
    getProvider: async () => wallet,
    signMessage: async ({ message }) => sign(null, Buffer.from(message), keys.privateKey).toString('hex'),
    sendTransaction: async ({ transaction }) =>
      'serialized' in transaction
        ? `hash of ${transaction.serialized}`
        : Promise.reject(new Error('no EVM here')),
  };
  return {
    adapter,
    wallet,
    end: () => host?.report({ type: 'disconnected', connectorId: wallet.id }),
  };
}

function toyWallet(publicKey: KeyObject): ToyWallet {
  return {
    id: 'toy.wallet',
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    balance: '42.5',
    verify: (message, signature) =>
      verify(null, Buffer.from(message), publicKey, Buffer.from(signature, 'hex')),
  };
}
