import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { DirectoryMemory } from './DirectoryMemory.js';

const slot = /* @__PURE__ */ instanceSlot<DirectoryMemory>('directory');

/** The directory memory of an instance; destroying the instance cancels a waiting search. */
export function directoryMemoryOf(kit: Latchkit): DirectoryMemory {
  const known = slot.get(kit);
  if (known) return known;
  const memory: DirectoryMemory = { pages: new Map(), typing: undefined };
  kit.kernel.signal.addEventListener('abort', () => clearTimeout(memory.typing), { once: true });
  slot.set(kit, memory);
  return memory;
}
