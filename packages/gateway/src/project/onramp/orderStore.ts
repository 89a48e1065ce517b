import { type OnrampOrderStatus, onrampOrderStatus } from 'latchkit/protocol';
import * as z from 'zod';
import { sweepExpired } from '../../platform/adapters/sweepExpired.js';
import type { Database } from '../../platform/ports/Database.js';
import type { NewOrder, OnrampEvent, OnrampTerms } from './OnrampProvider.js';

const orderRow = z.object({
  id: z.string(),
  projectId: z.string(),
  provider: z.string(),
  // The record of the call checked them before they were stored.
  terms: z.custom<OnrampTerms>(),
  address: z.string(),
  status: onrampOrderStatus,
  transactionHash: z.string().nullable(),
});

export type OnrampOrder = Readonly<z.infer<typeof orderRow>>;

export interface OrderStore {
  add(provider: string, order: Pick<NewOrder, 'id' | 'projectId' | 'terms' | 'address'>): Promise<void>;
  find(projectId: string, id: string): Promise<OnrampOrder | undefined>;
  /** The orders of a project with these ids. */
  findAll(projectId: string, ids: readonly string[]): Promise<readonly OnrampOrder[]>;
  /** Finds an order of any project: the exchange, as every provider, knows only the order. */
  findAtProvider(id: string): Promise<OnrampOrder | undefined>;
  /**
   * Stores a provider's event once and applies it, if the order's state allows it: no order leaves a final state.
   *
   * @returns whether the event was new.
   */
  apply(provider: string, event: OnrampEvent): Promise<boolean>;
}

/** The states from which an order can reach each state. */
const BEFORE: Readonly<Record<OnrampOrderStatus, readonly OnrampOrderStatus[]>> = {
  created: [],
  paid: ['created'],
  completed: ['created', 'paid'],
  declined: ['created', 'paid'],
  expired: ['created'],
  refunded: ['created', 'paid'],
  failed: ['created', 'paid'],
};

const COLUMNS = `id, project_id as "projectId", provider, terms, address, status,
  transaction_hash as "transactionHash"`;

export function orderStore(database: Database): OrderStore {
  const sweep = sweepExpired(database, 'onramp_orders');
  return {
    async add(provider, { id, projectId, terms, address }) {
      await sweep();
      await database.query(
        `insert into onramp_orders (id, project_id, provider, terms, address)
         values ($1, $2, $3, $4::jsonb, $5)`,
        [id, projectId, provider, JSON.stringify(terms), address],
      );
    },
    async find(projectId, id) {
      const [row] = await database.query(
        `select ${COLUMNS} from onramp_orders where project_id = $1 and id = $2`,
        [projectId, id],
      );
      return row && orderRow.parse(row);
    },
    async findAll(projectId, ids) {
      const rows = await database.query(
        `select ${COLUMNS} from onramp_orders where project_id = $1 and id = any(string_to_array($2, ','))`,
        [projectId, ids.join(',')],
      );
      return rows.map(row => orderRow.parse(row));
    },
    async findAtProvider(id) {
      const [row] = await database.query(`select ${COLUMNS} from onramp_orders where id = $1`, [id]);
      return row && orderRow.parse(row);
    },
    apply: (provider, { id, orderId, status, transactionHash = null }) =>
      database.transaction(async runner => {
        const stored = await runner.query(
          `insert into onramp_events (provider, id, order_id, status)
           select provider, $2, id, $4 from onramp_orders where id = $3 and provider = $1
           on conflict do nothing returning id`,
          [provider, id, orderId, status],
        );
        if (stored.length === 0) return false;
        await runner.query(
          `update onramp_orders
           set status = $2, transaction_hash = coalesce($3, transaction_hash), updated_at = now()
           where id = $1 and status = any(string_to_array($4, ' '))`,
          [orderId, status, transactionHash, BEFORE[status].join(' ')],
        );
        return true;
      }),
  };
}
