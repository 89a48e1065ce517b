import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { createVisitor, installIdRegistry, PEOPLE, startDevIdp } from '@latchkit/dev-idp';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { memoryCache } from '../../src/platform/adapters/memory/memoryCache.js';
import { answerError, toGatewayError } from '../../src/platform/http/answerError.js';
import { farcasterCalls } from '../../src/project/farcaster/routes.js';
import { serveProjectCalls } from '../../src/project/projects/projectCalls.js';
import { farcasterRelay } from '../../src/wallet/service/social/farcasterRelay.js';
import type { FarcasterSetup } from '../../src/wallet/service/social/SocialParts.js';
import { idRegistry } from '../../src/wallet/shared/idRegistry.js';
import { startAnvil } from '../servers/startAnvil.js';
import type { Choice } from './socialProviders.js';

const KEY = 'a key that relay and wallet share: 32';

/** Farcaster on this machine: a chain with the registry, the gateway's relay, and the development wallet. */
export interface TestFarcaster {
  readonly setup: FarcasterSetup;
  readonly chainUrl: string;
  readonly relayUrl: string;
  /** Opens the link of a QR code in the wallet and logs in; resolves with the status of the wallet's last page. */
  approve(url: string, choice: Choice): Promise<number>;
  close(): Promise<void>;
}

export async function startFarcaster(): Promise<TestFarcaster> {
  const chain = await startAnvil(31_337);
  await installIdRegistry(chain.url, PEOPLE);
  const relayUrl = `http://127.0.0.1:${await freePort()}/farcaster`;
  const farcaster = { relay: relayUrl, relayKey: KEY, chainUrl: chain.url };
  const idp = await startDevIdp({ port: 0, host: 'localhost', redirectUris: [], farcaster });
  const calls = farcasterCalls({ clientUrl: `${idp.url}/farcaster`, key: KEY }, memoryCache());
  const relay = serveProjectCalls(calls, {
    get: () => Promise.reject(new Error('The relay has no projects')),
  });
  relay.onError((error, context) => answerError(context, toGatewayError(error, console.error)));
  const server = createAdaptorServer({ fetch: relay.fetch, overrideGlobalObjects: false });
  server.listen(Number(new URL(relayUrl).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    setup: {
      relay: farcasterRelay({ url: relayUrl, allowsHttp: true }),
      registry: idRegistry([chain.url]),
    },
    chainUrl: chain.url,
    relayUrl,
    async approve(url, choice) {
      const visitor = createVisitor();
      const { status } = await visitor.submit(await visitor.open(url), { fault: '', ...choice });
      return status;
    },
    async close() {
      server.close();
      await idp.close();
      await chain.stop();
    },
  };
}
