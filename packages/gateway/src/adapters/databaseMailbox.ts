import * as z from 'zod';
import type { Database } from '../ports/Database.js';
import {
  type AppendOutcome,
  DEFAULT_MAILBOX_LIMITS,
  type Mail,
  type Mailbox,
  type MailboxLimits,
} from '../ports/Mailbox.js';
import { groupCommit } from './groupCommit.js';

/** Messages of one statement: PGlite writes as many in a few milliseconds. */
const GROUP = 500;

/**
 * One statement for a whole group, and so one commit. What is known is read before the group is added. A message that is
 * there but expired gives way. Two replicas that add the same message at one moment: one of them keeps it.
 */
const APPEND = `
  with given as (
    select *, row_number() over (partition by topic order by number) as nth
    from jsonb_to_recordset($1::jsonb) as given (
      number integer, topic text, id text, message text, tag bigint, sender text, attestation text,
      "publishedAt" bigint, "expiresAt" bigint
    )
  ), held as (
    select topic, count(*) as held from relay_messages
    where topic in (select topic from given) and message is not null and expires_at > $2
    group by topic
  ), fitting as (
    select given.*, coalesce(held, 0) + nth <= $3 as fits from given left join held using (topic)
  ), added as (
    insert into relay_messages (topic, id, message, tag, sender, attestation, published_at, expires_at)
    select topic, id, message, tag, sender, attestation, "publishedAt", "expiresAt"
    from fitting where fits order by number
    on conflict (topic, id) do update set
      position = default, message = excluded.message, tag = excluded.tag, sender = excluded.sender,
      attestation = excluded.attestation, published_at = excluded.published_at, expires_at = excluded.expires_at
    where relay_messages.expires_at <= $2
    returning topic, id
  )
  select case
    when added.id is not null then 'kept'
    when known.id is not null and known.message is null then 'acknowledged'
    when known.id is not null or fits then 'waiting'
    else 'full' end as outcome
  from fitting
  left join added using (topic, id)
  left join relay_messages known
    on known.topic = fitting.topic and known.id = fitting.id and known.expires_at > $2
  order by number`;

const ACKNOWLEDGE = `
  update relay_messages set message = null, attestation = null, expires_at = least(expires_at, $2)
  from jsonb_to_recordset($1::jsonb) as given (topic text, id text)
  where relay_messages.topic = given.topic and relay_messages.id = given.id and message is not null`;

const LIST = `
  select topic, id, position::text as position, message, tag::float8 as tag, sender, attestation,
    published_at::float8 as "publishedAt", expires_at::float8 as "expiresAt"
  from relay_messages
  where topic in (select jsonb_array_elements_text($1::jsonb))
    and message is not null and expires_at > $2 and sender <> $3 and position > $4::bigint
  order by relay_messages.position limit $5`;

const outcomeRow = z.object({ outcome: z.enum(['kept', 'waiting', 'acknowledged', 'full']) });
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

/** Messages in a database: they outlive the process. A group of them is written at once, and then acknowledged. */
export function databaseMailbox(
  database: Database,
  limits: Partial<MailboxLimits> = {},
  now: () => number = Date.now,
): Mailbox {
  const { perTopic, remember } = { ...DEFAULT_MAILBOX_LIMITS, ...limits };

  const write = async (mails: readonly Mail[]): Promise<readonly AppendOutcome[]> => {
    // A statement takes each message once; a repetition within the group waits as the first one does.
    const first = new Map<string, number>();
    const given: object[] = [];
    const places = mails.map(mail => {
      const key = mail.topic + mail.id;
      const place = first.get(key) ?? given.length;
      if (!first.has(key)) given.push({ ...mail, number: place });
      first.set(key, place);
      return place;
    });
    const rows = await database.query(APPEND, [JSON.stringify(given), now(), perTopic]);
    const outcomes = rows.map(row => outcomeRow.parse(row).outcome);
    return places.map((place, index) => {
      const outcome = outcomes[place] ?? 'full';
      return outcome === 'kept' && places.indexOf(place) !== index ? 'waiting' : outcome;
    });
  };
  const appending = groupCommit(write, GROUP);
  const acknowledging = groupCommit(async (receipts: readonly Receipt[]) => {
    await database.query(ACKNOWLEDGE, [JSON.stringify(receipts), now() + remember]);
    return receipts.map(() => true);
  }, GROUP);

  return {
    append: mails => Promise.all(mails.map(mail => appending.add(mail))),
    async list({ topics, except, limit, after = '0' }) {
      if (topics.length === 0) return [];
      const rows = await database.query(LIST, [JSON.stringify(topics), now(), except, after, limit]);
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
    async sweep() {
      await database.query('delete from relay_messages where expires_at <= $1', [now()]);
    },
    async close() {
      await Promise.all([appending.close(), acknowledging.close()]);
    },
  };
}
