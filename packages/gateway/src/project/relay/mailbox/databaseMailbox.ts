import * as z from 'zod';
import type { Database } from '../../../platform/ports/Database.js';
import { databaseCaps } from './databaseCaps.js';
import { groupCommit } from './groupCommit.js';
import {
  type AppendOutcome,
  DEFAULT_MAILBOX_LIMITS,
  type Mail,
  type Mailbox,
  type MailboxLimits,
} from './Mailbox.js';
import { mailSize } from './mailSize.js';

/** Maximum number and bytes of messages per statement; PGlite writes as many in a few milliseconds. */
const GROUP = 500;
const GROUP_BYTES = 4 * 1_048_576;
/** Milliseconds for which acknowledgements are collected, because no caller waits for them. */
const RECEIPT_DELAY = 10;
/** Number of topics whose count is cached. */
const COUNTED = 10_000;
/** Maximum number of remembered ids of received messages, over all replicas. */
const REMEMBERED = 500_000;
/** Largest PostgreSQL integer: a page without a limit on bytes. */
const UNLIMITED = 2_147_483_647;

const GIVEN = `jsonb_to_recordset($1::jsonb) as given (
  number integer, topic text, id text, message text, tag bigint, sender text, network text, attestation text,
  "publishedAt" bigint, "expiresAt" bigint
)`;

/** Inserts a group at once. An existing message stays unchanged, unless it has expired. */
const APPEND = `
  insert into relay_messages (topic, id, message, tag, sender, network, attestation, published_at, expires_at)
  select topic, id, message, tag, sender, network, attestation, "publishedAt", "expiresAt" from ${GIVEN} order by number
  on conflict (topic, id) do update set
    position = default, message = excluded.message, tag = excluded.tag, sender = excluded.sender,
    network = excluded.network, attestation = excluded.attestation, published_at = excluded.published_at, expires_at = excluded.expires_at
  where relay_messages.expires_at <= $2
  returning topic, id`;

/** State of the messages that were not inserted. */
const KNOWN = `
  select topic, id, message is not null as waits from relay_messages
  where (topic, id) in (select topic, id from ${GIVEN}) and expires_at > $2`;

const HELD = `
  select topic, count(*)::float8 as held from relay_messages
  where topic in (select jsonb_array_elements_text($1::jsonb)) and message is not null and expires_at > $2
  group by topic`;

const ACKNOWLEDGE = `
  update relay_messages set message = null, attestation = null, network = '', expires_at = least(expires_at, $2)
  from jsonb_to_recordset($1::jsonb) as given (topic text, id text)
  where relay_messages.topic = given.topic and relay_messages.id = given.id and message is not null`;

const LIST = `
  select * from (
    select topic, id, position::text as position, message, tag::float8 as tag, sender, attestation,
      published_at::float8 as "publishedAt", expires_at::float8 as "expiresAt",
      sum(size) over (order by relay_messages.position) - size as before
    from relay_messages
    where topic in (select jsonb_array_elements_text($1::jsonb))
      and message is not null and expires_at > $2 and sender <> $3 and relay_messages.position > $4::bigint
    order by relay_messages.position limit $5
  ) as page
  where before < $6 order by page.position::bigint`;

const FORGET = `
  delete from relay_messages where message is null and expires_at <= (
    select expires_at from relay_messages where message is null order by expires_at desc offset $1 limit 1)`;

const addedRow = z.object({ topic: z.string(), id: z.string() });
const knownRow = z.object({ topic: z.string(), id: z.string(), waits: z.boolean() });
const heldRow = z.object({ topic: z.string(), held: z.number() });
const depthRow = z.object({ depth: z.number() });
const mailRow = z.object({
  topic: z.string(),
  id: z.string(),
  position: z.string(),
  message: z.string(),
  tag: z.number(),
  sender: z.string(),
  attestation: z.string().nullable(),
  publishedAt: z.number(),
  expiresAt: z.number(),
});

interface Receipt {
  readonly topic: string;
  readonly id: string;
}

/** A message and the network that it was sent from. */
interface Sent {
  readonly mail: Mail;
  readonly network: string;
}

/** Messages in a database, which persist. They are written in groups and confirmed after the write. */
export function databaseMailbox(
  database: Database,
  given: Partial<MailboxLimits> = {},
  now: () => number = Date.now,
): Mailbox {
  const limits = { ...DEFAULT_MAILBOX_LIMITS, ...given };
  const caps = databaseCaps(database, limits);
  const appending = groupCommit(writer(database, limits, caps.makeRoom, now), {
    most: GROUP,
    bytes: GROUP_BYTES,
    sizeOf: ({ mail }: Sent) => mailSize(mail),
    isItemAtFault,
  });
  const acknowledging = groupCommit(
    async (receipts: readonly Receipt[]) => {
      await database.query(ACKNOWLEDGE, [JSON.stringify(receipts), now() + limits.remember]);
      return receipts.map(() => true);
    },
    { most: GROUP, delay: RECEIPT_DELAY },
  );

  return {
    append: (mails, network) => Promise.all(mails.map(mail => appending.add({ mail, network }))),
    async list({ topics, except, limit, bytes = UNLIMITED, after = '0' }) {
      if (topics.length === 0) return [];
      const values = [JSON.stringify(topics), now(), except, after, limit, bytes];
      const rows = await database.query(LIST, values);
      return rows.map(row => {
        const { position, attestation, ...mail } = mailRow.parse(row);
        return { position, mail: attestation === null ? mail : { ...mail, attestation } };
      });
    },
    async acknowledge(topic, id) {
      await acknowledging.add({ topic, id });
    },
    async depth() {
      const [row] = await database.query(
        'select count(*)::float8 as depth from relay_messages where message is not null and expires_at > $1',
        [now()],
      );
      return depthRow.parse(row).depth;
    },
    evicted: () => caps.evicted,
    async sweep() {
      await database.query('delete from relay_messages where expires_at <= $1', [now()]);
      await database.query(FORGET, [REMEMBERED]);
      await caps.count();
    },
    async close() {
      await Promise.all([appending.close(), acknowledging.close()]);
    },
  };
}

/** Creates the function that writes a group of messages and returns the outcome of each. */
function writer(
  database: Database,
  { perTopic, clientBytes }: MailboxLimits,
  makeRoom: (sent: readonly Sent[]) => Promise<void>,
  now: () => number,
) {
  const counted = topicCounts(database, perTopic, now);
  return async (sent: readonly Sent[]): Promise<readonly AppendOutcome[]> => {
    const mails = sent.map(({ mail }) => mail);
    const networks = new Map(sent.map(({ mail, network }) => [mail, network]));
    const outcomes = new Map<string, AppendOutcome>();
    // A statement may contain each message once; a repetition within the group gets the outcome `waiting`.
    const given = [...new Map(mails.map(mail => [keyOf(mail), mail])).values()];
    const small = given.filter(mail => mailSize(mail) <= clientBytes);
    const { fitting, others } = await counted.divide(small);
    const withNetwork = (mail: Mail) => ({ mail, network: networks.get(mail) ?? '' });
    await makeRoom(fitting.map(withNetwork));
    const asJson = (some: readonly Mail[]) =>
      JSON.stringify(some.map((mail, number) => ({ ...mail, network: networks.get(mail), number })));
    const added = fitting.length === 0 ? [] : await database.query(APPEND, [asJson(fitting), now()]);
    for (const row of added) outcomes.set(keyOf(addedRow.parse(row)), 'kept');
    const rest = [...others, ...fitting.filter(mail => !outcomes.has(keyOf(mail)))];
    const known = rest.length === 0 ? [] : await database.query(KNOWN, [idsAsJson(rest), now()]);
    for (const row of known) {
      const { waits, ...mail } = knownRow.parse(row);
      outcomes.set(keyOf(mail), waits ? 'waiting' : 'acknowledged');
    }
    const seen = new Set<string>();
    return mails.map(mail => {
      const key = keyOf(mail);
      const outcome = outcomes.get(key) ?? 'full';
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated && outcome === 'kept' ? 'waiting' : outcome;
    });
  };
}

/** Whether the database rejected the content of a statement (SQLSTATE classes 22, 23 and 54), so it is reachable. */
function isItemAtFault(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^(22|23|54)...$/.test(code);
}

function idsAsJson(mails: readonly Mail[]): string {
  return JSON.stringify(mails.map(({ topic, id }) => ({ topic, id })));
}

function keyOf({ topic, id }: Receipt): string {
  return topic + id;
}

/**
 * Separates messages that fit into their topics from the others. An upper bound of each topic's count is cached, so that the
 * database is queried only for a new topic, or one that may be full.
 */
function topicCounts(database: Database, perTopic: number, now: () => number) {
  const most = new Map<string, number>();
  const count = async (topics: readonly string[]) => {
    if (topics.length === 0) return;
    for (const topic of topics) most.set(topic, 0);
    for (const row of await database.query(HELD, [JSON.stringify(topics), now()])) {
      const { topic, held } = heldRow.parse(row);
      most.set(topic, held);
    }
  };
  return {
    async divide(mails: readonly Mail[]) {
      const added = new Map<string, number>();
      for (const { topic } of mails) added.set(topic, (added.get(topic) ?? 0) + 1);
      if (most.size > COUNTED) most.clear();
      await count(
        [...added].flatMap(([topic, more]) => ((most.get(topic) ?? perTopic) + more > perTopic ? topic : [])),
      );
      const fitting: Mail[] = [];
      const others: Mail[] = [];
      for (const mail of mails) {
        const held = most.get(mail.topic) ?? 0;
        (held < perTopic ? fitting : others).push(mail);
        if (held < perTopic) most.set(mail.topic, held + 1);
      }
      return { fitting, others };
    },
  };
}
