import type { Database } from '../../src/platform/ports/Database.js';

/** Adds payments as gateways up to ff850231 stored them: those of the faults about underpaid orders and about other projects. */
export async function addPayments(database: Database, project: string): Promise<void> {
  await database.query(`insert into projects (id, name) values ('other', 'Other')`);
  await database.query(
    `insert into payment_chains (chain_id, number, hash) values ('eip155:31337', 100, '0x1') on conflict do nothing`,
  );
  const payment = (
    id: string,
    of: string,
    recipient: string,
    amount: string,
    received: string,
    minute: number,
  ) =>
    database.query(
      `insert into payments (id, project_id, chain_id, recipient, token, amount, finality, status, received, created_at, expires_at,
         paid_at, watched_until)
       values ($1, $2, 'eip155:31337', $3, '', $4, 'included', $5, $6, $7, $8, $9, $8)`,
      [
        ...[id, of, recipient, amount, received === amount ? 'paid' : 'open', received],
        ...[at(minute), at(60 * 24), received === amount ? at(minute + 5) : null],
      ],
    );
  const transfer = (hash: string, recipient: string, amount: string, id: string | null, minute: number) =>
    database.query(
      `insert into payment_transfers (chain_id, hash, recipient, token, ordinal, block_number, included_at, sender, amount,
         payment_id, is_late)
       values ('eip155:31337', $1, $2, '', 0, $3, $4, $1, $5, $6, false)`,
      [hash, recipient, minute, at(minute), amount, id],
    );
  // The rest of an order, which is what the next customer pays.
  await payment('pay_attacker', project, '0xa', '1000', '1000', 0);
  await payment('pay_customer', project, '0xa', '600', '0', 3);
  await transfer('0xpart', '0xa', '400', 'pay_attacker', 1);
  await transfer('0xcustomer', '0xa', '600', 'pay_attacker', 5);
  // Parts of one of two open orders, by strangers to each other.
  await payment('pay_first', project, '0xb', '900', '0', 0);
  await payment('pay_second', project, '0xb', '500', '500', 0);
  await transfer('0xfull', '0xb', '400', 'pay_second', 1);
  await transfer('0xstranger', '0xb', '100', 'pay_second', 2);
  // Another project's order kept a part from the shop's.
  await payment('pay_other', 'other', '0xc', '777', '0', 0);
  await payment('pay_shop', project, '0xc', '900', '0', 1);
  await transfer('0xlost', '0xc', '400', null, 4);
  await database.query(`insert into payment_events (id, project_id, body) values ('evt_told', $1, '{}')`, [
    project,
  ]);
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute));
