// @walletconnect/sign-client 2.21.8 as a page and as a wallet.
import { randomUUID } from 'node:crypto';
import { SignClient } from '@walletconnect/sign-client';
import { ASKED, approved } from './namespaces.mjs';

const start = (relayUrl, name) =>
  SignClient.init({
    relayUrl,
    projectId: '0'.repeat(32),
    metadata: { name, description: '', url: 'https://example.com', icons: [] },
    // Two clients in one process need different storage keys.
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
    logger: 'silent',
  });

async function close({ core: { heartbeat, relayer } }) {
  heartbeat.stop();
  await relayer.transportClose();
}

export async function startPage(relayUrl) {
  const client = await start(relayUrl, 'Page');
  return {
    async connect() {
      const { uri, approval } = await client.connect({ optionalNamespaces: ASKED });
      return { uri, settled: approval().then(({ topic }) => topic) };
    },
    request: (topic, method, params) =>
      client.request({ topic, chainId: 'eip155:1', request: { method, params } }),
    close: () => close(client),
  };
}

export async function startWallet(relayUrl, answer) {
  const client = await start(relayUrl, 'Wallet');
  client.on('session_proposal', ({ id }) => void client.approve({ id, namespaces: approved() }));
  client.on('session_request', ({ topic, id, params }) => {
    const response = { id, jsonrpc: '2.0', result: answer(params.request) };
    void client.respond({ topic, response });
  });
  return { pair: uri => client.pair({ uri }), close: () => close(client) };
}
