import type { Redis } from 'ioredis';
import * as z from 'zod';
import { connectRedis } from '../../../platform/adapters/redis/connectRedis.js';
import { groupCommit } from './groupCommit.js';
import {
  DEFAULT_MAILBOX_LIMITS,
  type Mail,
  type Mailbox,
  type MailboxLimits,
  type MailQuery,
  type WaitingMail,
} from './Mailbox.js';
import { mailSize } from './mailSize.js';
import { redisScript } from './redisScript.js';

/** Number of stream entries read at once, and their maximum bytes, estimated from earlier entries. */
const FIRST_PAGE = 4;
const PAGE = 256;
const PAGE_BYTES = 1_048_576;
/** Number of topics that are read concurrently. */
const TOPICS = 16;
/** Maximum number and bytes of messages per script. */
const GROUP = 200;
const GROUP_BYTES = 4 * 1_048_576;
/** Milliseconds for which acknowledgements are collected, because no caller waits for them. */
const RECEIPT_DELAY = 5;
/** Maximum number of messages that one script removes. */
const SWEPT = 500;

/**
 * KEYS: the prefix of all names. Names: `known:` and a message: its stream entry while it is stored, empty once it was
 * received; `topic:`: the stream of a topic; `waiting`: all stored messages by expiry; `mail`: entry, size, network and
 * sender of each; `sent:`: the messages of a client, oldest first; `clients:` and `networks`: the bytes of each.
 */
const SHARED = `
local P = KEYS[1]
local function take_out(name)
  local entry, size, network, sender = string.match(redis.call('HGET', P .. 'mail', name) or '', '^(%S+) (%d+) (%S*) (%S*)$')
  redis.call('ZREM', P .. 'waiting', name)
  if not entry then return end
  redis.call('HDEL', P .. 'mail', name)
  redis.call('XDEL', P .. 'topic:' .. string.sub(name, 1, 64), entry)
  redis.call('ZREM', P .. 'sent:' .. network .. ' ' .. sender, name)
  if tonumber(redis.call('ZINCRBY', P .. 'clients:' .. network, -size, sender)) <= 0 then
    redis.call('ZREM', P .. 'clients:' .. network, sender)
  end
  if tonumber(redis.call('ZINCRBY', P .. 'networks', -size, network)) <= 0 then
    redis.call('ZREM', P .. 'networks', network)
  end
  redis.call('DECRBY', P .. 'bytes', size)
end
`;

/**
 * ARGV: maximum messages of a topic, time, maximum bytes of a client, of a network and in total, then topic, id, text,
 * expiry, sender, network and size of each message. Returns the outcome of each, and last the number of evicted ones.
 */
const APPEND = `${SHARED}
local per_topic, time = tonumber(ARGV[1]), tonumber(ARGV[2])
local client_cap, network_cap, cap = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local evicted = 0
local function evict(network, sender)
  local oldest = redis.call('ZRANGE', P .. 'sent:' .. network .. ' ' .. sender, 0, 0)[1]
  if not oldest then
    redis.call('ZREM', P .. 'clients:' .. network, sender)
    return
  end
  take_out(oldest)
  redis.call('DEL', P .. 'known:' .. oldest)
  evicted = evicted + 1
end
local function heaviest(key) return redis.call('ZREVRANGE', key, 0, 0)[1] end
local function score(key, member) return tonumber(redis.call('ZSCORE', key, member) or 0) end
local function relieve(network)
  local sender = heaviest(P .. 'clients:' .. network)
  if sender then evict(network, sender) else redis.call('ZREM', P .. 'networks', network) end
end
local function make_room(network, sender, size)
  while score(P .. 'clients:' .. network, sender) > client_cap - size do evict(network, sender) end
  while score(P .. 'networks', network) > network_cap - size do relieve(network) end
  while tonumber(redis.call('GET', P .. 'bytes') or 0) > cap - size do
    local network = heaviest(P .. 'networks')
    if network then relieve(network) else redis.call('SET', P .. 'bytes', 0) end
  end
end
local function append(topic, id, text, expires, sender, network, size)
  local name, stream = topic .. id, P .. 'topic:' .. topic
  local known = redis.call('GET', P .. 'known:' .. name)
  if known == '' then return 'acknowledged' end
  if known then return 'waiting' end
  take_out(name)
  if redis.call('XLEN', stream) >= per_topic then
    for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+')) do
      if tonumber(entry[2][4]) <= time then redis.call('XDEL', stream, entry[1]) end
    end
    if redis.call('XLEN', stream) >= per_topic then return 'full' end
  end
  if tonumber(size) > client_cap then return 'full' end
  make_room(network, sender, tonumber(size))
  local life = math.max(1, tonumber(expires) - time)
  local entry = redis.call('XADD', stream, '*', 'mail', text, 'until', expires)
  redis.call('SET', P .. 'known:' .. name, entry, 'PX', life)
  if redis.call('PTTL', stream) < life then redis.call('PEXPIRE', stream, life) end
  redis.call('ZADD', P .. 'waiting', expires, name)
  redis.call('HSET', P .. 'mail', name, entry .. ' ' .. size .. ' ' .. network .. ' ' .. sender)
  redis.call('ZADD', P .. 'sent:' .. network .. ' ' .. sender, redis.call('INCR', P .. 'sent'), name)
  redis.call('ZINCRBY', P .. 'clients:' .. network, size, sender)
  redis.call('ZINCRBY', P .. 'networks', size, network)
  redis.call('INCRBY', P .. 'bytes', size)
  return 'kept'
end
local outcomes = {}
for i = 6, #ARGV, 7 do
  table.insert(outcomes, append(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5], ARGV[i + 6]))
end
table.insert(outcomes, tostring(evicted))
return outcomes`;

/** ARGV: milliseconds for which a message is remembered, then topics joined with ids. */
const ACKNOWLEDGE = `${SHARED}
for i = 2, #ARGV do
  local name = ARGV[i]
  local entry = redis.call('GET', P .. 'known:' .. name)
  if entry and entry ~= '' then
    local left = redis.call('PTTL', P .. 'known:' .. name)
    take_out(name)
    redis.call('XDEL', P .. 'topic:' .. string.sub(name, 1, 64), entry)
    redis.call('SET', P .. 'known:' .. name, '', 'PX', math.max(1, math.min(left, tonumber(ARGV[1]))))
  end
end
return #ARGV - 1`;

/** ARGV: the time, the maximum number. Returns the number of expired messages. */
const SWEEP = `${SHARED}
local gone = redis.call('ZRANGEBYSCORE', P .. 'waiting', '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, name in ipairs(gone) do take_out(name) end
return #gone`;

const outcome = z.enum(['kept', 'waiting', 'acknowledged', 'full']);
const stored = z.object({
  topic: z.string(),
  id: z.string(),
  message: z.string(),
  tag: z.number(),
  sender: z.string(),
  attestation: z.string().exactOptional(),
  publishedAt: z.number(),
  expiresAt: z.number(),
});

const numberOf = z.coerce.number().int();

/**
 * Messages on a Redis or Valkey server, which replicas share, with one stream per topic. They are as durable as the
 * server's data: with `appendonly yes` they survive its restart.
 *
 * @throws BaseError `REDIS_UNREACHABLE`.
 */
export async function redisMailbox(
  url: string,
  given: Partial<MailboxLimits> = {},
  { prefix = 'latchkit:', now = Date.now }: { prefix?: string; now?: () => number } = {},
): Promise<Mailbox> {
  const limits = { ...DEFAULT_MAILBOX_LIMITS, ...given };
  const { client, figures } = await connectRedis(url, 'mailbox');
  const start = `${prefix}relay:`;
  const appending = appender(client, start, limits, now);
  const acknowledge = redisScript(client, ACKNOWLEDGE);
  const acknowledging = groupCommit(
    async (names: readonly string[]) => {
      await acknowledge([start], [limits.remember, ...names]);
      return names.map(() => true);
    },
    { most: GROUP, delay: RECEIPT_DELAY },
  );
  const sweep = redisScript(client, SWEEP);

  return {
    connections: () => [figures()],
    append: appending.append,
    async list({ topics, ...query }) {
      const wanted = (mail: Mail) => mail.sender !== query.except && mail.expiresAt > now();
      let found: WaitingMail[] = [];
      const unread = [...new Set(topics)];
      while (unread.length > 0) {
        const some = unread.splice(0, TOPICS);
        const read = some.map(topic => readStream(client, `${start}topic:${topic}`, { ...query, wanted }));
        found = [...found, ...(await Promise.all(read)).flat()].sort(byPosition);
        found = found.slice(0, Math.min(query.limit, countWithin(found, query.bytes)));
      }
      return found;
    },
    async acknowledge(topic, id) {
      await acknowledging.add(topic + id);
    },
    depth: () => client.zcount(`${start}waiting`, `(${now()}`, '+inf'),
    evicted: appending.evicted,
    async sweep() {
      while (numberOf.parse(await sweep([start], [now(), SWEPT])) === SWEPT);
    },
    async close() {
      await Promise.all([appending.close(), acknowledging.close()]);
      client.disconnect();
    },
  };
}

/** Creates the function that writes messages in groups. */
function appender(client: Redis, start: string, limits: MailboxLimits, now: () => number) {
  const { perTopic, clientBytes, networkBytes, bytes } = limits;
  const append = redisScript(client, APPEND);
  let evicted = 0;
  const commit = groupCommit(
    async (sent: readonly { readonly mail: Mail; readonly network: string }[]) => {
      const values = sent.flatMap(({ mail, network }) => [
        ...[mail.topic, mail.id, JSON.stringify(mail), mail.expiresAt],
        ...[mail.sender, network, mailSize(mail)],
      ]);
      const answer = await append([start], [perTopic, now(), clientBytes, networkBytes, bytes, ...values]);
      const texts = z.array(z.string()).parse(answer);
      evicted += numberOf.parse(texts.at(-1));
      return texts.slice(0, -1).map(text => outcome.parse(text));
    },
    { most: GROUP, bytes: GROUP_BYTES, sizeOf: ({ mail }) => mailSize(mail) },
  );
  return {
    append: (mails: readonly Mail[], network: string) =>
      Promise.all(mails.map(mail => commit.add({ mail, network }))),
    evicted: () => evicted,
    close: commit.close,
  };
}

interface Reading extends Omit<MailQuery, 'topics'> {
  readonly wanted: (mail: Mail) => boolean;
}

/** Number of leading messages with at most so many bytes. */
function countWithin(mails: readonly WaitingMail[], bytes = Number.POSITIVE_INFINITY): number {
  let size = 0;
  let count = 0;
  for (const { mail } of mails) {
    if (size >= bytes) break;
    size += mailSize(mail);
    count += 1;
  }
  return count;
}

async function readStream(
  client: Redis,
  key: string,
  { wanted, limit, bytes = Number.POSITIVE_INFINITY, after }: Reading,
): Promise<WaitingMail[]> {
  const found: WaitingMail[] = [];
  let size = 0;
  let page = FIRST_PAGE;
  let from = after === undefined ? '-' : `(${after}`;
  for (;;) {
    const entries = await client.xrange(key, from, '+', 'COUNT', page);
    let read = 1;
    for (const [position, fields] of entries) {
      read += fields[1]?.length ?? 0;
      const mail = parse(fields[1]);
      if (mail && wanted(mail)) {
        found.push({ mail, position });
        size += mailSize(mail);
      }
      if (found.length === limit || size >= bytes) return found;
      from = `(${position}`;
    }
    if (entries.length < page) return found;
    page = Math.min(PAGE, Math.max(FIRST_PAGE, Math.floor((PAGE_BYTES * entries.length) / read)));
  }
}

/** Compares stream ids, which are milliseconds and a sequence number. */
function byPosition(one: WaitingMail, other: WaitingMail): number {
  const [a = 0, b = 0] = one.position.split('-').map(Number);
  const [c = 0, d = 0] = other.position.split('-').map(Number);
  return a - c || b - d;
}

function parse(text: string | undefined): Mail | undefined {
  try {
    return stored.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}
