import type { Redis } from 'ioredis';
import * as z from 'zod';
import {
  DEFAULT_MAILBOX_LIMITS,
  type Mail,
  type Mailbox,
  type MailboxLimits,
  type WaitingMail,
} from '../ports/Mailbox.js';
import { connectRedis } from './connectRedis.js';
import { type RedisScript, redisScript } from './redisScript.js';

/** Entries of a stream that are read at once. */
const PAGE = 256;

/**
 * KEYS: what is known of the message, the stream of its topic, all that wait. ARGV: most of a topic, the message, its
 * milliseconds to live, when it expires, its name among those that wait, the time.
 * What is known: the entry in the stream while the message waits, empty once it was received.
 */
const APPEND = `
local known = redis.call('GET', KEYS[1])
if known == '' then return 'acknowledged' end
if known then return 'waiting' end
if redis.call('XLEN', KEYS[2]) >= tonumber(ARGV[1]) then
  for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+')) do
    if tonumber(entry[2][4]) <= tonumber(ARGV[6]) then redis.call('XDEL', KEYS[2], entry[1]) end
  end
  if redis.call('XLEN', KEYS[2]) >= tonumber(ARGV[1]) then return 'full' end
end
local entry = redis.call('XADD', KEYS[2], '*', 'mail', ARGV[2], 'until', ARGV[4])
redis.call('SET', KEYS[1], entry, 'PX', ARGV[3])
if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[2], ARGV[3]) end
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[5])
return 'kept'`;

/** KEYS as above. ARGV: milliseconds to remember the message, its name among those that wait. */
const ACKNOWLEDGE = `
local entry = redis.call('GET', KEYS[1])
if not entry or entry == '' then return 0 end
local left = redis.call('PTTL', KEYS[1])
redis.call('XDEL', KEYS[2], entry)
redis.call('ZREM', KEYS[3], ARGV[2])
redis.call('SET', KEYS[1], '', 'PX', math.max(1, math.min(left, tonumber(ARGV[1]))))
return 1`;

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

/**
 * Messages on a Redis or Valkey server, a stream for each topic, which replicas share. They are as safe as that server
 * keeps its data: with `appendonly yes` they outlive it.
 *
 * @throws BaseError `REDIS_UNREACHABLE`.
 */
export async function redisMailbox(
  url: string,
  limits: Partial<MailboxLimits> = {},
  { prefix = 'latchkit:', now = Date.now }: { prefix?: string; now?: () => number } = {},
): Promise<Mailbox> {
  const { perTopic, remember } = { ...DEFAULT_MAILBOX_LIMITS, ...limits };
  const client = await connectRedis(url);
  const append = redisScript(client, APPEND);
  const acknowledge = redisScript(client, ACKNOWLEDGE);
  const waiting = `${prefix}relay:waiting`;
  const stream = (topic: string) => `${prefix}relay:topic:${topic}`;
  const keys = (topic: string, id: string) => [`${prefix}relay:known:${topic}${id}`, stream(topic), waiting];

  const add = async (mail: Mail, run: RedisScript) => {
    const { topic, id, expiresAt } = mail;
    const time = now();
    const life = Math.max(1, expiresAt - time);
    const values = [perTopic, JSON.stringify(mail), life, expiresAt, topic + id, time];
    return outcome.parse(await run(keys(topic, id), values));
  };

  return {
    append: mails => Promise.all(mails.map(mail => add(mail, append))),
    async list({ topics, except, limit, after }) {
      const wanted = (mail: Mail) => mail.sender !== except && mail.expiresAt > now();
      const found = await Promise.all(
        [...new Set(topics)].map(topic => readStream(client, stream(topic), { wanted, limit, after })),
      );
      return found.flat().sort(byPosition).slice(0, limit);
    },
    async acknowledge(topic, id) {
      await acknowledge(keys(topic, id), [remember, topic + id]);
    },
    depth: () => client.zcount(waiting, `(${now()}`, '+inf'),
    async sweep() {
      await client.zremrangebyscore(waiting, '-inf', now());
    },
    async close() {
      client.disconnect();
    },
  };
}

interface Reading {
  readonly wanted: (mail: Mail) => boolean;
  readonly limit: number;
  readonly after: string | undefined;
}

async function readStream(
  client: Redis,
  key: string,
  { wanted, limit, after }: Reading,
): Promise<WaitingMail[]> {
  const found: WaitingMail[] = [];
  let from = after === undefined ? '-' : `(${after}`;
  for (;;) {
    const entries = await client.xrange(key, from, '+', 'COUNT', PAGE);
    for (const [position, fields] of entries) {
      const mail = parse(fields[1]);
      if (mail && wanted(mail)) found.push({ mail, position });
      if (found.length === limit) return found;
      from = `(${position}`;
    }
    if (entries.length < PAGE) return found;
  }
}

/** Stream ids are milliseconds and a number. */
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
