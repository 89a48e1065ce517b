import * as z from 'zod/mini';
import type { GateRecord, GateStore } from '../messenger/GateStore.js';

const record = z.object({
  closedUntil: z.number(),
  pausedAt: z.number(),
  entered: z.array(z.number()),
  refused: z.array(z.number()),
}) satisfies z.ZodMiniType<GateRecord>;

/**
 * Keeps the record of a host in the storage of this page, which no host can read or clear. Where there is no storage it lasts as
 * long as the page.
 *
 * @param storage - The page's `localStorage`; a browser that has it off throws.
 * @param hostOrigin - Each origin has a record of its own.
 */
export function createGateStore(storage: () => Storage, hostOrigin: string): GateStore {
  const name = `latchkit-gate ${hostOrigin}`;
  let remembered: GateRecord | undefined;
  return {
    read() {
      try {
        const kept = z.safeParse(record, JSON.parse(storage().getItem(name) ?? 'null'));
        return kept.success ? kept.data : remembered;
      } catch {
        return remembered;
      }
    },
    write(next) {
      remembered = next;
      try {
        storage().setItem(name, JSON.stringify(next));
      } catch {
        // There is no storage, or no room in it.
      }
    },
  };
}
