import { errorFields, type Log } from '../../platform/jsonLog.js';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';

/** Rows of a table that end: those whose time in `column` is older than `age` milliseconds. */
interface Retention {
  readonly table: string;
  readonly column: string;
  readonly age: number;
  /** A further condition; `SCHEMA` is the store's schema. */
  readonly only?: string;
}

const expired = (table: string, age = 0): Retention => ({ table, column: 'expires_at', age });

/** Of both stores. */
const COMMON: readonly Retention[] = [
  expired('counters'),
  expired('used_grants'),
  { table: 'canary_mails', column: 'at', age: WALLET_TIMES.code },
  // An older change could still arrive from a replica that was slow.
  { table: 'mirror_rows', column: 'at', age: WALLET_TIMES.ended, only: 'sealed is null' },
];

/** Installations that never had a share of a wallet or a session, and that nothing else refers to. */
const OF_NOBODY = [
  'share_sets',
  'sessions',
  'wallet_installations',
  'withdrawn_sets',
  'revocations',
  'next_epochs',
]
  .map(table => `not exists (select 1 from SCHEMA.${table} one where one.installation_id = installations.id)`)
  .concat('not exists (select 1 from SCHEMA.vouches one where one.voucher_id = installations.id)')
  .join(' and ');

/** What each store deletes, besides what its calls delete when they store something new. */
const RETENTIONS: Readonly<Record<'a' | 'b', readonly Retention[]>> = {
  a: [
    ...COMMON,
    expired('auth_txns', WALLET_TIMES.ended),
    expired('social_txns', WALLET_TIMES.ended),
    expired('mailbox'),
    expired('mailboxes'),
    // An installation registers again with every login.
    { table: 'installation_pages', column: 'registered_at', age: WALLET_TIMES.session },
    // Anyone can register one. Pages register again before every login.
    {
      table: 'installations',
      column: 'last_seen_at',
      age: WALLET_TIMES.session,
      only: OF_NOBODY,
    },
    // Until then, a second use of an old refresh token is recognized.
    expired('sessions', WALLET_TIMES.session),
    expired('portal_codes'),
    { table: 'revocations', column: 'revoked_at', age: WALLET_TIMES.objection },
    // Until then, each device shows it once.
    { table: 'ended_deletions', column: 'ended_at', age: WALLET_TIMES.audit },
    // Changes of the protection and rekeys that no page has committed.
    { table: 'next_recoveries', column: 'created_at', age: WALLET_TIMES.ended },
    { table: 'next_epochs', column: 'created_at', age: WALLET_TIMES.ended },
  ],
  b: [
    ...COMMON,
    // They contain a hash of the network.
    expired('approvals'),
    expired('freeze_links', WALLET_TIMES.ended),
    expired('passkey_questions'),
  ],
};

/** Deletes what a store no longer needs. */
export async function cleanStore({ name, schema, database, audit }: SealedStore): Promise<void> {
  for (const { table, column, age, only = 'true' } of RETENTIONS[name]) {
    const condition = only.replaceAll('SCHEMA', schema);
    await database.query(`delete from ${schema}.${table} where ${column} < $1 and ${condition}`, [
      new Date(Date.now() - age),
    ]);
  }
  await audit.removeUntil(new Date(Date.now() - WALLET_TIMES.audit));
}

/** Cleans the stores every five minutes until it ends. */
export interface Housekeeping {
  end(): Promise<void>;
}

/**
 * Starts to clean the stores of this process. A failure is logged and repeated at the next interval.
 *
 * @param sendReminders - Sends the emails that are due.
 */
export function keepHouse(
  stores: readonly SealedStore[],
  sendReminders: () => Promise<void>,
  log: Log,
): Housekeeping {
  let running: Promise<unknown> = Promise.resolve();
  const cleanOne = (store: SealedStore) =>
    cleanStore(store).catch(error =>
      log('error', 'housekeeping_failed', { store: store.schema, ...errorFields(error) }),
    );
  const remind = () => sendReminders().catch(error => log('error', 'reminders_failed', errorFields(error)));
  const timer = setInterval(() => {
    running = running.then(() => Promise.all([...stores.map(cleanOne), remind()]));
  }, WALLET_TIMES.housekeeping);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await running;
    },
  };
}
