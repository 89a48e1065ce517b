import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

/** Timers of one instance's send form. @internal */
export interface SendMemory {
  /** The debounce timer of a name lookup. */
  typing: ReturnType<typeof setTimeout> | undefined;
}

const slot = /* @__PURE__ */ instanceSlot<SendMemory>('send');

/** The memory of an instance's send form; destroying the instance cancels pending lookups. */
export function sendMemoryOf(kit: Latchkit): SendMemory {
  const known = slot.get(kit);
  if (known) return known;
  const memory: SendMemory = { typing: undefined };
  kit.kernel.signal.addEventListener('abort', () => clearTimeout(memory.typing), { once: true });
  slot.set(kit, memory);
  return memory;
}
