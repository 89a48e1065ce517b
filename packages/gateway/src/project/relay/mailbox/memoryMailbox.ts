import { boundedMap } from '../../../platform/boundedMap.js';
import {
  type AppendOutcome,
  DEFAULT_MAILBOX_LIMITS,
  type Mail,
  type Mailbox,
  type MailboxLimits,
  type WaitingMail,
} from './Mailbox.js';
import { mailSize } from './mailSize.js';
import { evictions, type MailOrigin, mailUsage } from './mailUsage.js';

interface Entry extends WaitingMail {
  readonly order: number;
  readonly network: string;
  readonly size: number;
}

interface Received {
  readonly topic: string;
  readonly expires: number;
}

export interface MemoryMailboxLimits extends MailboxLimits {
  /** Minimum number of remembered ids of received messages; the oldest are dropped first. */
  readonly remembered: number;
}

const DEFAULTS: MemoryMailboxLimits = {
  ...DEFAULT_MAILBOX_LIMITS,
  // Non-Latin text takes up to twice as much memory as in UTF-8.
  bytes: 256 * 1_048_576,
  networkBytes: 128 * 1_048_576,
  remembered: 100_000,
};

/** Messages in the memory of this process: fast, and lost when it ends. */
export function memoryMailbox(
  given: Partial<MemoryMailboxLimits> = {},
  now: () => number = Date.now,
): Mailbox {
  const limits = { ...DEFAULTS, ...given };
  const { perTopic, remember, remembered } = limits;
  const waiting = heldMails(limits, now);
  // Keyed by id alone: joined with the topic, each key would allocate a new string.
  let received = boundedMap<Received>(remembered);

  const append = (mail: Mail, network: string): AppendOutcome => {
    const known = received.get(mail.id);
    if (known?.topic === mail.topic && known.expires > now()) return 'acknowledged';
    const before = waiting.get(mail.topic, mail.id);
    if (before && before.mail.expiresAt > now()) return 'waiting';
    if (before) waiting.drop(before);
    if (waiting.countOf(mail.topic) >= perTopic) waiting.dropExpired(mail.topic);
    const size = mailSize(mail);
    if (waiting.countOf(mail.topic) >= perTopic || size > limits.clientBytes) return 'full';
    waiting.add(mail, network, size);
    return 'kept';
  };

  return {
    append: async (mails, network) => mails.map(mail => append(mail, network)),
    async list({ topics: wanted, except, limit, bytes = Number.POSITIVE_INFINITY, after }) {
      const time = now();
      const start = after === undefined ? 0 : Number(after);
      const found: Entry[] = [];
      for (const topic of new Set(wanted)) {
        let ofTopic = 0;
        for (const entry of waiting.of(topic)) {
          if (ofTopic === limit) break;
          const { mail } = entry;
          if (entry.order <= start || mail.sender === except || mail.expiresAt <= time) continue;
          found.push(entry);
          ofTopic += 1;
        }
      }
      let size = 0;
      return found
        .sort((a, b) => a.order - b.order)
        .slice(0, limit)
        .filter(entry => {
          const isWithin = size < bytes;
          size += entry.size;
          return isWithin;
        });
    },
    async acknowledge(topic, id) {
      const entry = waiting.get(topic, id);
      if (!entry) return;
      waiting.drop(entry);
      received.add(id, { topic, expires: Math.min(entry.mail.expiresAt, now() + remember) });
    },
    depth: async () => waiting.count,
    evicted: () => waiting.evicted,
    async sweep() {
      for (const topic of waiting.topics()) waiting.dropExpired(topic);
    },
    async close() {
      waiting.clear();
      received = boundedMap(remembered);
    },
  };
}

/** Messages by topic and by sender, within the caps. */
function heldMails(limits: MailboxLimits, now: () => number) {
  const topics = new Map<string, Map<string, Entry>>();
  const senders = new Map<string, Set<Entry>>();
  const usage = mailUsage();
  let count = 0;
  let order = 0;
  let evicted = 0;
  const keep = (entry: Entry) => {
    const { mail } = entry;
    const ofTopic = topics.get(mail.topic) ?? new Map<string, Entry>();
    const ofSender = senders.get(senderKey(entry)) ?? new Set();
    topics.set(mail.topic, ofTopic.set(mail.id, entry));
    senders.set(senderKey(entry), ofSender.add(entry));
    count += 1;
  };
  const drop = (entry: Entry) => {
    const { mail, network, size } = entry;
    const ofTopic = topics.get(mail.topic);
    if (!ofTopic?.delete(mail.id)) return;
    if (ofTopic.size === 0) topics.delete(mail.topic);
    const ofSender = senders.get(senderKey(entry));
    ofSender?.delete(entry);
    if (ofSender?.size === 0) senders.delete(senderKey(entry));
    count -= 1;
    usage.add(network, mail.sender, -size);
  };
  /** Drops so many bytes of a client's oldest messages. */
  const evict = ({ network, sender }: MailOrigin, bytes: number) => {
    let left = bytes;
    for (const entry of senders.get(`${network} ${sender}`) ?? []) {
      if (left <= 0) return;
      drop(entry);
      left -= entry.size;
      evicted += 1;
    }
  };
  const of = (topic: string): Iterable<Entry> => topics.get(topic)?.values() ?? [];
  return {
    of,
    drop,
    get: (topic: string, id: string) => topics.get(topic)?.get(id),
    countOf: (topic: string) => topics.get(topic)?.size ?? 0,
    topics: () => topics.keys(),
    add(mail: Mail, network: string, size: number): void {
      const origin = { network, sender: mail.sender };
      usage.add(network, mail.sender, size);
      for (const { bytes, ...one } of evictions(usage, limits, [origin])) {
        // `drop` subtracts them again.
        usage.add(one.network, one.sender, bytes);
        evict(one, bytes);
      }
      order += 1;
      keep({ mail, order, position: String(order), network, size });
    },
    dropExpired(topic: string): void {
      const time = now();
      for (const entry of of(topic)) if (entry.mail.expiresAt <= time) drop(entry);
    },
    clear(): void {
      topics.clear();
      senders.clear();
      usage.clear();
      count = 0;
    },
    get count() {
      return count;
    },
    get evicted() {
      return evicted;
    },
  };
}

function senderKey({ network, mail }: Entry): string {
  return `${network} ${mail.sender}`;
}
