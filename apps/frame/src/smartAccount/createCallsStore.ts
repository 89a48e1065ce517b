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
  /** Of the EOA: the transactions that were sent so far, and how many calls there are. */
  transactions: z.optional(
    z.object({
      hashes: z.array(z.string()),
      total: z.number(),
      /** No further one will be sent. */
      isOver: z.boolean(),
    }),
  ),
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
}

/** Number of records that are kept. */
const MOST = 50;

/**
 * Keeps the records in this page's storage. Without storage they last as long as the page.
 *
 * @param storage - The page's `localStorage`; access throws if the browser has it disabled.
 */
export function createCallsStore(storage: () => Storage, hostOrigin: string): CallsStore {
  const name = `latchkit-calls ${hostOrigin}`;
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
      const at = others.findIndex(({ id }) => id === record.id);
      write(at < 0 ? [...others, record] : others.with(at, record));
    },
    remove: id => write(list().filter(one => one.id !== id)),
  };
}
