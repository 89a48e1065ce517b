import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  missesProject,
  type Statement,
  statementsIn,
  statementsOfSources,
} from '../../test/tenantStatements.js';
import { openTestDatabase } from '../../test/testDatabase.js';
import type { Database } from '../platform/ports/Database.js';
import { storeTables } from '../platform/storeTables.js';

/** Tables that belong to no project. */
const SHARED: Readonly<Record<string, string>> = {
  projects: 'the projects themselves',
  used_project_ids: 'ids of projects that no longer exist',
  schema_migrations: 'the steps of this schema',
  signing_keys: 'the deployment signs for all projects; the project is in the token',
  relay_messages: 'a topic is a random key that two clients share; projects have no part in it',
  indexed_chains: 'public facts of a chain',
  indexed_blocks: 'public facts of a chain',
  indexed_transactions: 'public facts of a chain',
  indexed_accounts: 'public facts of a chain',
  indexed_tokens: 'public facts of a chain',
  account_names: 'a name is one for the whole deployment, whichever page it was registered on',
  used_name_messages: 'belongs to the names',
  onramp_events: 'belongs to one order, and a provider knows only the order; the order has the project',
  onramp_exchange: 'belongs to one order of the development exchange',
  payment_chains: 'how far a chain was read, for all projects at once',
  payment_unread: 'transactions of a chain that cannot be read, whoever watches their recipient',
  payment_unread_ranges: 'the same',
  used_modes: 'how the whole deployment was used',
  reviews: 'what was looked through, for the operator',
};

/** Tables whose key has no project: their id is random and made by the gateway. */
const KEYS_WITHOUT_PROJECT = [
  'events',
  'siwx_nonces',
  'siwx_sessions',
  'onramp_orders',
  'payments',
  'payment_events',
];

/** Statements for all projects. `sql`: a text that only they contain. */
const FOR_ALL: readonly (Statement & { readonly reason: string })[] = [
  {
    file: 'project/relay/mailbox/databaseMailbox.ts',
    sql: 'from ? order by number on conflict (topic, id)',
    reason: 'the messages of the call, which are no table',
  },
  {
    file: 'project/relay/mailbox/databaseMailbox.ts',
    sql: 'in (select topic, id from ?)',
    reason: 'the messages of the call, which are no table',
  },
  {
    file: 'project/chains/usedWithoutNode.ts',
    sql: 'select chain_id from siwx_sessions where expires_at > now()',
    reason: 'tells the operator which networks any project used',
  },
  {
    file: 'project/siwx/store.ts',
    sql: 'delete from siwx_nonces where expires_at',
    reason: 'deletes by age',
  },
  {
    file: 'project/siwx/store.ts',
    sql: 'delete from siwx_sessions where expires_at',
    reason: 'deletes by age',
  },
  {
    file: 'project/analytics/store.ts',
    sql: 'delete from events where id in ( select id from events where received_at <',
    reason: 'deletes by age',
  },
  {
    file: 'project/permissions/store.ts',
    sql: 'delete from granted_permissions where expires_at',
    reason: 'deletes by age',
  },
  {
    file: 'project/siwx/store.ts',
    sql: 'delete from siwx_sessions where id in ( select id from siwx_sessions where project_id = $1',
    reason: 'the ids are of one project',
  },
  {
    file: 'project/projects/projectImages.ts',
    sql: 'from project_wallet_images where hash = $1',
    reason: 'the hash of an image is the hash of its content, which is public',
  },
  {
    file: 'project/permissions/store.ts',
    sql: 'from granted_permissions where account = $1',
    reason: 'the wallet lists what its user has allowed, on all pages',
  },
  {
    file: 'project/permissions/store.ts',
    sql: "update granted_permissions set revoked_at = $3 where account = $1 and granted->>'context'",
    reason: 'a permission that is revoked on the chain is so for every project that stored it',
  },
  {
    file: 'project/payments/unreadRows.ts',
    sql: 'select distinct project_id as id from payments p where chain_id = $1 and recipient = $2',
    reason:
      'each project that watches the recipient is told of a transaction on the chain, and of nothing else',
  },
  {
    file: 'project/aa/sponsorshipStore.ts',
    sql: 'where chain_id = $1 and sender = $2 and nonce = $3',
    reason: 'what an operation used is a fact of the chain, for every project that reserved it',
  },
  {
    file: 'project/onramp/orderStore.ts',
    sql: 'from onramp_orders where id = $1',
    reason: 'the page of the development exchange knows only the order, by its secret id',
  },
  {
    file: 'project/onramp/orderStore.ts',
    sql: 'insert into onramp_events',
    reason: "a provider's signed report names only the order",
  },
  {
    file: 'project/onramp/orderStore.ts',
    sql: 'update onramp_orders set status',
    reason: "a provider's signed report names only the order",
  },
  {
    file: 'project/onramp/exchange/exchangeStore.ts',
    sql: 'from onramp_exchange join onramp_orders',
    reason: 'the development exchange goes on with all orders after a restart',
  },
  {
    file: 'project/payments/paymentProjects.ts',
    sql: 'from payment_projects where ?',
    reason: 'finds the project, by its id or by the hash of its secret',
  },
  {
    file: 'project/payments/deliverEvents.ts',
    sql: 'update payment_events e set attempts',
    reason: 'sends the events of all projects, each to the URL and with the key of its own',
  },
  {
    file: 'project/payments/openPayments.ts',
    sql: 'select distinct chain_id as id from payments',
    reason: 'which chains are read, for all projects at once',
  },
  {
    file: 'project/payments/service.ts',
    sql: 'select 1 from payments where chain_id = $1 and watched_until > $2',
    reason: 'whether a chain is read for any project',
  },
  {
    file: 'project/payments/paymentRows.ts',
    sql: 'select ? from payments where chain_id = $1 and watched_until',
    reason: 'a chain is read once for all projects; what it found is matched by project',
  },
  {
    file: 'project/payments/paymentRows.ts',
    sql: 'from payment_transfers where chain_id = $1 and block_number > $2',
    reason: 'which stored transfers a chain no longer contains, for all projects at once',
  },
  {
    file: 'project/payments/paymentRows.ts',
    sql: "select ? from payments where chain_id = $1 and (status in ('open', 'included')",
    reason: 'each payment is settled with the transfers of its own project',
  },
  {
    file: 'project/payments/watchChain.ts',
    sql: 'update payments set from_number = $2 where chain_id = $1',
    reason: 'a chain was restarted, for all projects at once',
  },
  {
    file: 'project/payments/reviewPayments.ts',
    sql: 'select distinct project_id as "projectId", chain_id as "chainId"',
    reason: 'goes through the recipients of each project, one after the other',
  },
  {
    file: 'project/payments/unreadRows.ts',
    sql: 'exists (select 1 from payments p',
    reason: 'whether anybody watches a recipient',
  },
  {
    file: 'project/payments/unreadRows.ts',
    sql: 'insert into payment_unread (chain_id',
    reason: 'whether a transaction was read meanwhile, for whichever project',
  },
  {
    file: 'project/payments/unreadRows.ts',
    sql: 'delete from ? where chain_id = $1 and not ?',
    reason: 'one of the two tables of what cannot be read, which belong to a chain',
  },
];

let database: Database;
let tables: Awaited<ReturnType<typeof storeTables>>;

beforeAll(async () => {
  database = await openTestDatabase();
  tables = await storeTables(database, 'public');
});
afterAll(() => database.close());

const columnsOf = ({ columns }: { readonly columns: string }) =>
  columns.split(', ').map(one => one.split(' ')[0]);
const projectTables = () => tables.filter(table => columnsOf(table).includes('project_id'));
const isFor = (statement: Statement, one: Statement) =>
  statement.file === one.file && statement.sql.includes(one.sql);

describe('the statements of the services for projects', () => {
  it('use tables that belong to a project, or are shared for a reason [SEC-106]', () => {
    const ofProjects = projectTables().map(({ name }) => name);
    expect(
      tables.map(({ name }) => name).filter(name => !ofProjects.includes(name) && !(name in SHARED)),
    ).toEqual([]);
    expect(Object.keys(SHARED).filter(name => ofProjects.includes(name))).toEqual([]);
    const without = projectTables().filter(({ key }) => !key.includes('project_id'));
    expect(without.map(({ name }) => name).sort()).toEqual([...KEYS_WITHOUT_PROJECT].sort());
  });

  it('name the project wherever they use a table of projects [SEC-106]', () => {
    const names = new Set(projectTables().map(({ name }) => name));
    const missing = statementsOfSources().filter(one => missesProject(one, names));
    expect(missing.filter(one => !FOR_ALL.some(all => isFor(one, all)))).toEqual([]);
    // An exception without a statement would hide the next one.
    expect(FOR_ALL.filter(all => !missing.some(one => isFor(one, all)))).toEqual([]);
  });

  it.each([
    ["'select 1 from payments where id = $1'", true],
    ["'select project_id from payments where id = $1'", true],
    ["'select 1 from payments where project_id = $1 and id = $2'", false],
    [
      "'select 1 from payments p join payment_transfers t on t.payment_id = p.id where p.project_id = $1'",
      true,
    ],
    [
      "'select 1 from payments where project_id = $1 and id in (select payment_id from payment_transfers)'",
      true,
    ],
    ["'insert into payments (id, project_id) values ($1, $2)'", false],
    ["'insert into payments (id) values ($1)'", true],
    ["'update payments set project_id = $1 where id = $2'", true],
    ['`delete from \u0024{table} where id = $1`', true],
    ["'delete from payment_chains where chain_id = $1'", false],
  ])('are found where they miss it: %s', (source, expected) => {
    const names = new Set(['payments', 'payment_transfers']);
    const [statement] = statementsIn('x.ts', `query(${source})`);
    expect(statement && missesProject(statement, names)).toBe(expected);
  });
});
