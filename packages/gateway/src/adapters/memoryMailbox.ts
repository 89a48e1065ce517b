import {
  type AppendOutcome,
  DEFAULT_MAILBOX_LIMITS,
  type Mail,
  type Mailbox,
  type MailboxLimits,
  type WaitingMail,
} from '../ports/Mailbox.js';
import { recentKeys } from './recentKeys.js';

/** Bytes that an entry takes besides its texts. */
const OVERHEAD = 300;

interface Entry extends WaitingMail {
  readonly order: number;
}

interface Received {
  readonly topic: string;
  readonly expires: number;
}

export interface MemoryMailboxLimits extends MailboxLimits {
  /** Bytes of all messages together, counted as characters. */
  readonly bytes: number;
  /** Ids of received messages that are remembered at least; the oldest are forgotten first. */
  readonly remembered: number;
}

const DEFAULTS: MemoryMailboxLimits = {
  ...DEFAULT_MAILBOX_LIMITS,
  bytes: 256 * 1_048_576,
  remembered: 100_000,
};

/** Messages in the memory of this process: quick, and gone when it ends. */
export function memoryMailbox(
  limits: Partial<MemoryMailboxLimits> = {},
  now: () => number = Date.now,
): Mailbox {
  const { perTopic, remember, bytes, remembered } = { ...DEFAULTS, ...limits };
  const waiting = heldMails(now);
  // By id alone: joined with its topic, each key would be a new text.
  let received = recentKeys<Received>(remembered);

  const append = (mail: Mail): AppendOutcome => {
    const known = received.get(mail.id);
    if (known?.topic === mail.topic && known.expires > now()) return 'acknowledged';
    const before = waiting.get(mail.topic, mail.id);
    if (before && before.mail.expiresAt > now()) return 'waiting';
    if (before) waiting.drop(before);
    if (waiting.countOf(mail.topic) >= perTopic) waiting.dropExpired(mail.topic);
    if (waiting.countOf(mail.topic) >= perTopic || waiting.size + sizeOf(mail) > bytes) return 'full';
    waiting.add(mail);
    return 'kept';
  };

  return {
    append: async mails => mails.map(append),
    async list({ topics: wanted, except, limit, after }) {
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
      return found.sort((a, b) => a.order - b.order).slice(0, limit);
    },
    async acknowledge(topic, id) {
      const entry = waiting.get(topic, id);
      if (!entry) return;
      waiting.drop(entry);
      received.add(id, { topic, expires: Math.min(entry.mail.expiresAt, now() + remember) });
    },
    depth: async () => waiting.count,
    async sweep() {
      for (const topic of waiting.topics()) waiting.dropExpired(topic);
    },
    async close() {
      waiting.clear();
      received = recentKeys(remembered);
    },
  };
}

/** Messages by topic, with how many there are and how much they take. */
function heldMails(now: () => number) {
  const topics = new Map<string, Map<string, Entry>>();
  let count = 0;
  let size = 0;
  let order = 0;
  const drop = ({ mail }: Entry) => {
    const entries = topics.get(mail.topic);
    if (!entries?.delete(mail.id)) return;
    count -= 1;
    size -= sizeOf(mail);
    if (entries.size === 0) topics.delete(mail.topic);
  };
  const of = (topic: string): Iterable<Entry> => topics.get(topic)?.values() ?? [];
  return {
    of,
    drop,
    get: (topic: string, id: string) => topics.get(topic)?.get(id),
    countOf: (topic: string) => topics.get(topic)?.size ?? 0,
    topics: () => topics.keys(),
    add(mail: Mail): void {
      const entries = topics.get(mail.topic) ?? new Map<string, Entry>();
      topics.set(mail.topic, entries);
      order += 1;
      entries.set(mail.id, { mail, order, position: String(order) });
      count += 1;
      size += sizeOf(mail);
    },
    dropExpired(topic: string): void {
      const time = now();
      for (const entry of of(topic)) if (entry.mail.expiresAt <= time) drop(entry);
    },
    clear(): void {
      topics.clear();
      count = 0;
      size = 0;
    },
    get count() {
      return count;
    },
    get size() {
      return size;
    },
  };
}

function sizeOf({ message, attestation }: Mail): number {
  return message.length + (attestation?.length ?? 0) + OVERHEAD;
}
