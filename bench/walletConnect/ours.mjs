// Our client as a page and as a wallet.
import { createDappClient, createWalletClient } from 'latchkit/walletconnect';
import WebSocket from 'ws';
import { ASKED, approved } from './namespaces.mjs';

const memory = () => {
  const entries = new Map();
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
  };
};

const options = (relayUrl, name) => ({
  relayUrl,
  projectId: '0'.repeat(32),
  metadata: { name, description: '', url: 'https://example.com', icons: [] },
  storage: memory(),
  identityStorage: memory(),
  createSocket: url => new WebSocket(url),
});

export async function startPage(relayUrl) {
  const client = createDappClient(options(relayUrl, 'Page'));
  return {
    async connect() {
      const { uri, approval } = client.propose({ optionalNamespaces: ASKED });
      return { uri, settled: approval.then(({ topic }) => topic) };
    },
    request: (topic, method, params) => client.request({ topic, chainId: 'eip155:1', method, params }),
    close: () => client.close(),
  };
}

export async function startWallet(relayUrl, answer) {
  const client = createWalletClient(options(relayUrl, 'Wallet'));
  client.on('session_proposal', ({ id }) => void client.approve({ id, namespaces: approved() }));
  client.on('session_request', ({ id, request }) => void client.respond(id, { result: answer(request) }));
  return { pair: uri => client.pair(uri), close: () => client.close() };
}
