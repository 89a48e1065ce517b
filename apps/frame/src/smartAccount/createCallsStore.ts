import * as z from 'zod/mini';

const sentOperation = z.object({
  hash: z.templateLiteral(['0x', z.string()]),
  sender: z.string(),
  nonce: z.string(),
  validUntil: z.number(),
  /** Decimal. */
  fromBlock: z.string().check(z.regex(/^\d{1,30}$/)),
});

const sentCalls = z.object({
  id: z.string(),
  /** CAIP-2. */
  chainId: z.string(),
  account: z.string(),
  /** Of the smart account: one user operation. */
  operation: z.optional(sentOperation),
  /** Of the EOA: the transactions that were sent so far or are being sent, and how many calls there are. */
  transactions: z.optional(z.object({ hashes: z.array(z.string()), total: z.number() })),
  /** Nothing about it changes any more. */
  isSettled: z.boolean(),
});

/** Calls that a page sent with `wallet_sendCalls`. */
export type SentCallsRecord = z.infer<typeof sentCalls>;

/** The calls that one host origin sent from this partition, for `wallet_getCallsStatus`. */
export interface CallsStore {
  find(id: string): SentCallsRecord | undefined;
  /** Oldest first. */
  list(): readonly SentCallsRecord[];
  /** Adds a record, or replaces the one with its id. */
  put(record: SentCallsRecord): void;
  remove(id: string): void;
  /** Runs the work that sends some calls. When it ends, or the page does, no further one is sent. */
  whileSending(id: string, work: () => Promise<void>): Promise<void>;
  /** Whether a page of this browser still sends some of the calls. */
  isSending(id: string): Promise<boolean>;
}

/** Number of records that are kept. */
const MOST = 50;

/**
 * Keeps the records in this page's storage. Without storage they last as long as the page.
 *
 * @param storage - The page's `localStorage`; access throws if the browser has it disabled.
 * @param locks - The page's lock manager: the browser releases a page's locks however the page ends.
 */
export function createCallsStore(
  storage: () => Storage,
  locks: () => Pick<LockManager, 'request'>,
  hostOrigin: string,
): CallsStore {
  const name = `latchkit-calls ${hostOrigin}`;
  const lockOf = (id: string) => `${name} ${id}`;
  const sentHere = new Set<string>();
  let remembered: readonly SentCallsRecord[] = [];
  const list = (): readonly SentCallsRecord[] => {
    try {
      const kept = storage().getItem(name);
      return kept === null ? remembered : z.array(sentCalls).parse(JSON.parse(kept));
    } catch {
      return remembered;
    }
  };
  const write = (records: readonly SentCallsRecord[]) => {
    remembered = records.slice(-MOST);
    try {
      storage().setItem(name, JSON.stringify(remembered));
    } catch {
      // Storage is disabled or full.
    }
  };
  return {
    list,
    find: id => list().find(one => one.id === id),
    put(record) {
      const others = list();
      const { id } = record;
      const at = others.findIndex(one => one.id === id);
      write(at < 0 ? [...others, record] : others.map(one => (one.id === id ? record : one)));
    },
    remove: id => write(list().filter(one => one.id !== id)),
    async whileSending(id, work) {
      let isStarted = false;
      const start = () => {
        isStarted = true;
        return work();
      };
      sentHere.add(id);
      try {
        await locks().request(lockOf(id), start);
      } catch (error) {
        if (isStarted) throw error;
        // Without storage there are no locks either, and no other page has the record.
        await work();
      } finally {
        sentHere.delete(id);
      }
    },
    async isSending(id) {
      if (sentHere.has(id)) return true;
      try {
        const question = { mode: 'shared', ifAvailable: true } as const;
        return await locks().request(lockOf(id), question, async lock => lock === null);
      } catch {
        return false;
      }
    },
  };
}
