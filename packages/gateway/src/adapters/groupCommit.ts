import { setTimeout as sleep } from 'node:timers/promises';
import { BaseError } from 'latchkit/protocol';

/** Takes items one by one and writes them together. */
export interface GroupCommit<Item, Result> {
  /** Resolves with what became of the item when its group is written; rejects when writing the group failed. */
  add(item: Item): Promise<Result>;
  /** Refuses further items; resolves when the others are written. */
  close(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes what came while the last group was being written, so that a group never waits for more items: alone, an item is
 * written at the end of the event loop's turn; under load, groups grow.
 *
 * @param write - Gives one result for each item, in order. @param most - Items of one group.
 * @param delay - Milliseconds that a first item waits for others, where nobody waits for it.
 */
export function groupCommit<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
  delay = 0,
): GroupCommit<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const writeGroup = async (group: readonly Waiting<Item, Result>[]) => {
    try {
      const results = await write(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new BaseError('INTERNAL_ERROR', 'A result is missing'));
        else resolve(result);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  const run = async () => {
    await (delay === 0 ? new Promise(resolve => setImmediate(resolve)) : sleep(delay));
    while (queue.length > 0) {
      const group = queue.slice(0, most);
      queue = queue.slice(most);
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
