import * as z from 'zod/mini';
import type { GateRecord, GateStore } from '../host/createApprovalGate.js';

const record = z.object({
  closedUntil: z.number(),
  pausedAt: z.number(),
  entered: z.array(z.number()),
  refused: z.array(z.number()),
}) satisfies z.ZodMiniType<GateRecord>;

/**
 * Stores a host's record in this page's storage, which no host can read or clear. Without storage the record lasts as long as
 * the page.
 *
 * @param storage - The page's `localStorage`; access throws if the browser has it disabled.
 * @param hostOrigin - Each origin has a separate record.
 * @param whose - Whose requests the record is about: the host's, or those that the visitor makes there for themselves.
 */
export function createGateStore(
  storage: () => Storage,
  hostOrigin: string,
  whose: 'site' | 'visitor' = 'site',
): GateStore {
  const name = `latchkit-gate ${hostOrigin}${whose === 'site' ? '' : ` ${whose}`}`;
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
        // Storage is disabled or full.
      }
    },
  };
}
