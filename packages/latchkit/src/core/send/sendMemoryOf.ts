import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

/** What an instance keeps while a visitor fills the send form. @internal */
export interface SendMemory {
  /** A look-up that waits for the visitor to stop typing. */
  typing: ReturnType<typeof setTimeout> | undefined;
}

const slot = /* @__PURE__ */ instanceSlot<SendMemory>('send');

/** The memory of an instance's send form; the end of the instance ends what waits. */
export function sendMemoryOf(kit: Latchkit): SendMemory {
  const known = slot.get(kit);
  if (known) return known;
  const memory: SendMemory = { typing: undefined };
  kit.kernel.signal.addEventListener('abort', () => clearTimeout(memory.typing), { once: true });
  slot.set(kit, memory);
  return memory;
}
