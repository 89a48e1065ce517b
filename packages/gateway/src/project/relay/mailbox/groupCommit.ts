import { setTimeout as sleep } from 'node:timers/promises';
import { BaseError } from 'latchkit/protocol';

/** Accepts items one by one and writes them in groups. */
export interface GroupCommit<Item, Result> {
  /** Resolves with the item's result when its group is written; rejects if the write fails. */
  add(item: Item): Promise<Result>;
  /** Rejects further items; resolves when all earlier ones are written. */
  close(): Promise<void>;
}

export interface GroupCommitOptions<Item> {
  /** Maximum number of items in a group. */
  readonly most: number;
  /** Maximum bytes of a group; its last item, or a single item, may exceed them. Default: no limit. */
  readonly bytes?: number;
  readonly sizeOf?: (item: Item) => number;
  /** Milliseconds that a first item waits for others, for items that no caller waits for. Default: 0. */
  readonly delay?: number;
  /** Whether a group failed because of one item; then each is written separately. Default: never. */
  readonly isItemAtFault?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes the items that arrived during the last write, so that a group never waits for more items: a single item is
 * written at the end of the event-loop turn, and groups grow under load.
 *
 * @param write - Returns one result per item, in order.
 */
export function groupCommit<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: GroupCommitOptions<Item>,
): GroupCommit<Item, Result> {
  const { delay = 0, isItemAtFault = () => false } = options;
  let queue: Waiting<Item, Result>[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const writeGroup = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new BaseError('INTERNAL_ERROR', 'A result is missing'));
        else resolve(result);
      });
    } catch (error) {
      if (group.length > 1 && isItemAtFault(error)) {
        for (const one of group) await writeGroup([one]);
        return;
      }
      for (const { reject } of group) reject(error);
    }
  };
  const run = async () => {
    await (delay === 0 ? new Promise(resolve => setImmediate(resolve)) : sleep(delay));
    while (queue.length > 0) {
      const size = groupSize(queue, options);
      const group = queue.slice(0, size);
      queue = queue.slice(size);
      await writeGroup(group);
    }
    running = undefined;
  };

  return {
    add(item) {
      if (isClosed) return Promise.reject(new BaseError('MAILBOX_CLOSED', 'The mailbox is closed'));
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        running ??= run();
      });
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}

/** Number of leading items that form a group. */
function groupSize<Item>(
  queue: readonly { readonly item: Item }[],
  { most, bytes = Number.POSITIVE_INFINITY, sizeOf = () => 0 }: GroupCommitOptions<Item>,
): number {
  let size = 0;
  let count = 0;
  for (const { item } of queue) {
    if (count === most || size >= bytes) break;
    size += sizeOf(item);
    count += 1;
  }
  return count;
}
