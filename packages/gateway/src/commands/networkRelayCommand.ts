import { once } from 'node:events';
import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import { callerAddress } from '../platform/http/clientAddress.js';
import { serveUpgrades } from '../platform/http/serveUpgrades.js';
import { type Environment, portSetting } from '../platform/settingValues.js';
import { createRelay } from '../project/relay/createRelay.js';
import { memoryMailbox } from '../project/relay/mailbox/memoryMailbox.js';
import { DEVELOPMENT_NETWORK_ID, NETWORK_RULES, networkAdmission } from '../project/relay/networkStandIn.js';
import { relayMetrics } from '../project/relay/relayMetrics.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * `network-relay`: serves the stand-in of the WalletConnect network's relay, for development on this machine, until the process
 * receives a signal.
 *
 * @throws BaseError `INVALID_ARGUMENT` in production; `INVALID_SETTING`.
 */
export async function networkRelayCommand(args: readonly string[], env: Environment): Promise<string> {
  const { positionals } = parseOptions(args, {});
  if (positionals.length > 0) throw invalidArgument(`'${positionals[0]}' is too much`);
  if (env.NODE_ENV === 'production') throw invalidArgument('network-relay is for development');
  const port = portSetting(env, 'LATCHKIT_NETWORK_RELAY_PORT', 4007);
  const addresses = [`ws://localhost:${port}`, `ws://127.0.0.1:${port}`];
  const relay = createRelay({
    admit: networkAdmission({ projectIds: [DEVELOPMENT_NETWORK_ID], addresses }),
    staleAfter: NETWORK_RULES.staleAfter,
    projects: { get: () => Promise.reject(new Error('The network has no projects of a gateway')) },
    mailbox: memoryMailbox(),
    metrics: relayMetrics(new Registry()),
    address: callerAddress([]),
    addresses,
    onError: error => console.error(error),
  });
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/health' ? 200 : 404).end();
  });
  serveUpgrades(server, { '': relay.upgrade });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const stop = () => void relay.close().then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return `Network relay: ${addresses[0]}, stands in for wss://relay.walletconnect.org, with the project id ${DEVELOPMENT_NETWORK_ID}`;
}
