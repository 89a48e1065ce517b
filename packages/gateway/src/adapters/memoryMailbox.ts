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
  const topics = new Map<string, Map<string, Entry>>();
  // By id alone: joined with its topic, each key would be a new text.
  let received = recentKeys<Received>(remembered);
  let count = 0;
  let held = 0;
  let order = 0;

  const drop = (entry: Entry, entries: Map<string, Entry>) => {
    const { topic, id } = entry.mail;
    if (!entries.delete(id)) return;
    count -= 1;
    held -= sizeOf(entry.mail);
    if (entries.size === 0) topics.delete(topic);
  };

  const dropExpired = (entries: Map<string, Entry>) => {
    const time = now();
    for (const entry of entries.values()) if (entry.mail.expiresAt <= time) drop(entry, entries);
  };

  const append = (mail: Mail): AppendOutcome => {
    const known = received.get(mail.id);
    if (known?.topic === mail.topic && known.expires > now()) return 'acknowledged';
    const entries = topics.get(mail.topic) ?? new Map<string, Entry>();
    const waiting = entries.get(mail.id);
    if (waiting && waiting.mail.expiresAt > now()) return 'waiting';
    if (waiting) drop(waiting, entries);
    if (entries.size >= perTopic) dropExpired(entries);
    if (entries.size >= perTopic || held + sizeOf(mail) > bytes) return 'full';
    order += 1;
    entries.set(mail.id, { mail, order, position: String(order) });
    topics.set(mail.topic, entries);
    count += 1;
    held += sizeOf(mail);
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
        for (const entry of topics.get(topic)?.values() ?? []) {
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
      const entries = topics.get(topic);
      const entry = entries?.get(id);
      if (!entries || !entry) return;
      drop(entry, entries);
      received.add(id, { topic, expires: Math.min(entry.mail.expiresAt, now() + remember) });
    },
    depth: async () => count,
    async sweep() {
      for (const entries of topics.values()) dropExpired(entries);
    },
    async close() {
      topics.clear();
      received = recentKeys(remembered);
      count = 0;
      held = 0;
    },
  };
}

function sizeOf({ message, attestation }: Mail): number {
  return message.length + (attestation?.length ?? 0) + OVERHEAD;
}
