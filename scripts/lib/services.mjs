import path from 'node:path';
import { findAnvil } from './findAnvil.mjs';
import { inRoot } from './paths.mjs';

/** Returns the port of a service: its variable if set, or else its default. Throws if the value is not a port. */
function port(env, variable, standard) {
  const text = env[variable] ?? '';
  if (text === '') return standard;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65535)
    throw new Error(`${variable}=${text} is not a port. Set it to a number from 1 to 65535.`);
  return value;
}

/** Describes a development chain, as `npm start` runs it. */
export const chain = (name, variable, portNumber, chainId) => ({
  name,
  variable,
  port: portNumber,
  launch: () => [
    findAnvil(),
    '--silent',
    '--host',
    '127.0.0.1',
    '--port',
    String(portNumber),
    '--chain-id',
    String(chainId),
  ],
  describe: `chain id ${chainId}`,
  ready: {
    path: '/',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
    },
  },
});

/** The gateway runs a relay, and the development identity provider is its wallet app. */
const farcasterRelay = ({ LATCHKIT_GATEWAY_PORT, LATCHKIT_IDP_PORT }) => ({
  LATCHKIT_FARCASTER_RELAY: `http://localhost:${LATCHKIT_GATEWAY_PORT}/farcaster`,
  LATCHKIT_FARCASTER_CLIENT: `http://localhost:${LATCHKIT_IDP_PORT}/farcaster`,
  LATCHKIT_FARCASTER_RELAY_KEY: 'development key of relay and wallet app',
});

/**
 * Returns the services of `npm start` in start order: name, port, the variable that sets the port, command line, and the readiness
 * request. Every service has the ports of all services in its environment.
 *
 * @param {Record<string, string | undefined>} env
 */
export function services(env) {
  const gatewayPort = port(env, 'LATCHKIT_GATEWAY_PORT', 4000);
  const ports = {
    LATCHKIT_CHAIN_A_PORT: port(env, 'LATCHKIT_CHAIN_A_PORT', 8545),
    LATCHKIT_CHAIN_B_PORT: port(env, 'LATCHKIT_CHAIN_B_PORT', 8546),
    LATCHKIT_SOLANA_PORT: port(env, 'LATCHKIT_SOLANA_PORT', 8899),
    LATCHKIT_BITCOIN_PORT: port(env, 'LATCHKIT_BITCOIN_PORT', 3002),
    LATCHKIT_GATEWAY_PORT: gatewayPort,
    // The gateway's process also serves these: the wallet service and the vault.
    LATCHKIT_FRAME_PORT: port(env, 'LATCHKIT_FRAME_PORT', gatewayPort + 1),
    LATCHKIT_VAULT_PORT: port(env, 'LATCHKIT_VAULT_PORT', gatewayPort + 2),
    LATCHKIT_IDP_PORT: port(env, 'LATCHKIT_IDP_PORT', gatewayPort + 3),
    LATCHKIT_NETWORK_RELAY_PORT: port(env, 'LATCHKIT_NETWORK_RELAY_PORT', gatewayPort + 7),
    LATCHKIT_BUNDLER_PORT: port(env, 'LATCHKIT_BUNDLER_PORT', 4337),
    LATCHKIT_DEMO_PORT: port(env, 'LATCHKIT_DEMO_PORT', 5173),
  };
  const shared = {
    ...Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)])),
    ...(env.LATCHKIT_FARCASTER_RELAY ? {} : farcasterRelay(ports)),
    LATCHKIT_NETWORK_RELAY_URL:
      env.LATCHKIT_NETWORK_RELAY_URL || `ws://localhost:${ports.LATCHKIT_NETWORK_RELAY_PORT}`,
  };
  const dataDir = env.LATCHKIT_DATA_DIR || inRoot('.latchkit');
  const list = [
    chain('EVM chain A', 'LATCHKIT_CHAIN_A_PORT', ports.LATCHKIT_CHAIN_A_PORT, 31337),
    chain('EVM chain B', 'LATCHKIT_CHAIN_B_PORT', ports.LATCHKIT_CHAIN_B_PORT, 31338),
    {
      name: 'Bundler',
      variable: 'LATCHKIT_BUNDLER_PORT',
      port: ports.LATCHKIT_BUNDLER_PORT,
      launch: () => [process.execPath, inRoot('apps/dev-bundler/dist/cli.js')],
      describe: 'bundler and paymaster of both EVM chains',
      ready: { path: '/health', init: {} },
    },
    {
      name: 'Solana',
      variable: 'LATCHKIT_SOLANA_PORT',
      port: ports.LATCHKIT_SOLANA_PORT,
      launch: () => [process.execPath, inRoot('apps/solana-devnet/dist/cli.js')],
      describe: 'development runtime',
      ready: { path: '/health', init: {} },
    },
    {
      name: 'Bitcoin',
      variable: 'LATCHKIT_BITCOIN_PORT',
      port: ports.LATCHKIT_BITCOIN_PORT,
      launch: () => [process.execPath, inRoot('apps/bitcoin-regtest/dist/cli.js')],
      describe: 'regtest, Esplora API',
      ready: { path: '/health', init: {} },
    },
    {
      name: 'Logins',
      variable: 'LATCHKIT_IDP_PORT',
      port: ports.LATCHKIT_IDP_PORT,
      launch: () => [process.execPath, inRoot('apps/dev-idp/dist/cli.js')],
      describe: 'development identity provider',
      ready: { path: '/health', init: {} },
    },
    {
      name: 'Network relay',
      variable: 'LATCHKIT_NETWORK_RELAY_PORT',
      port: ports.LATCHKIT_NETWORK_RELAY_PORT,
      launch: () => [process.execPath, inRoot('packages/gateway/dist/cli.js'), 'network-relay'],
      describe: "stands in for the WalletConnect network's relay",
      ready: { path: '/health', init: {} },
    },
    {
      name: 'Gateway',
      variable: 'LATCHKIT_GATEWAY_PORT',
      port: ports.LATCHKIT_GATEWAY_PORT,
      launch: () => [process.execPath, inRoot('packages/gateway/dist/cli.js')],
      describe: `HTTP API; embedded wallet :${ports.LATCHKIT_FRAME_PORT}, vault :${ports.LATCHKIT_VAULT_PORT}`,
      ready: { path: '/readyz', init: {} },
    },
    {
      name: 'Demo',
      variable: 'LATCHKIT_DEMO_PORT',
      port: ports.LATCHKIT_DEMO_PORT,
      launch: () => [process.execPath, inRoot('apps/demo/server.mjs')],
      describe: 'host page',
      ready: { path: '/', init: {} },
    },
  ];
  return list.map(service => ({
    ...service,
    env: {
      ...shared,
      LATCHKIT_DATA_DIR: path.join(dataDir, 'gateway'),
      LATCHKIT_FRAME_DIR: env.LATCHKIT_FRAME_DIR || inRoot('apps/frame/dist'),
      NODE_ENV: 'development',
    },
  }));
}
