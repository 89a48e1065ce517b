import type { ChainId, Payment } from 'latchkit/protocol';
import { createGateway } from '../../src/project/createGateway.js';
import { DEVELOPMENT_SECRET } from '../../src/project/payments/openPayments.js';
import { DEVELOPMENT_PROJECT_ID } from '../../src/project/projects/developmentProject.js';
import { openTestDatabase } from '../testDatabase.js';
import { waitUntil } from '../waitUntil.js';
import { startShop } from './startShop.js';

/**
 * Starts a gateway that watches payments on chains, and a shop for its webhooks.
 *
 * @param upstreams - URLs of nodes by CAIP-2 id.
 * @param interval - Milliseconds between two looks at the chains.
 * @param indexed - CAIP-2 ids of EVM chains whose histories are served. Default: none.
 */
export async function startPayments(
  upstreams: Readonly<Record<string, readonly string[]>>,
  interval = 20,
  indexed: readonly ChainId[] = [],
) {
  const [database, shop] = await Promise.all([openTestDatabase(), startShop(DEVELOPMENT_PROJECT_ID)]);
  const gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams,
    payments: { interval, retryDelays: [50] },
    history: { index: Object.fromEntries(indexed.map(chainId => [chainId, 0])), interval },
  });
  await shop.serve(database);
  const post = async (terms: object): Promise<Response> =>
    gateway.app.request('/v1/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${DEVELOPMENT_SECRET}` },
      body: JSON.stringify(terms),
    });
  return {
    gateway,
    database,
    shop,
    /** Asks for a payment, as a shop's server does. */
    post,
    async create(terms: object): Promise<Payment> {
      const response = await post(terms);
      if (response.status !== 201) throw new Error(await response.text());
      return response.json() as Promise<Payment>;
    },
    async read(id: string): Promise<Payment> {
      const response = await gateway.app.request(`/v1/payments/${id}?projectId=${DEVELOPMENT_PROJECT_ID}`);
      return response.json() as Promise<Payment>;
    },
    /** Ends the time in which payments can be paid. */
    async expire(...ids: readonly string[]): Promise<void> {
      for (const id of ids)
        await database.query('update payments set expires_at = now() where id = $1', [id]);
    },
    /** Waits until the shop was told about a payment. */
    untilTold: (id: string, ...types: readonly string[]) =>
      waitUntil(async () => types.every(type => shop.typesOf(id).some(one => one === type))),
    async close(): Promise<void> {
      shop.close();
      await gateway.close();
      await database.close();
    },
  };
}
