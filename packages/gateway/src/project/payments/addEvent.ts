import { randomBytes } from 'node:crypto';
import type { PaymentEvent } from 'latchkit/protocol';
import type { SqlRunner } from '../../platform/ports/Database.js';

/** Stores an event for the project's webhook, in the transaction of what it tells. A project without a webhook gets none. */
export async function addEvent(
  runner: SqlRunner,
  projectId: string,
  type: PaymentEvent['type'],
  data: PaymentEvent['data'],
): Promise<void> {
  const event: PaymentEvent = { type, timestamp: new Date().toISOString(), data };
  await runner.query(
    `insert into payment_events (id, project_id, body)
     select $1, project_id, $3 from payment_projects where project_id = $2 and webhook_url is not null`,
    [`evt_${randomBytes(18).toString('base64url')}`, projectId, JSON.stringify(event)],
  );
}
