import type { Latchkit } from '../Latchkit.js';
import type { DirectoryMemory } from './DirectoryMemory.js';

/** The directory memory of an instance; the end of the instance ends a search that waits. */
export function directoryMemoryOf({ kernel }: Latchkit): DirectoryMemory {
  if (kernel.directory) return kernel.directory;
  const memory: DirectoryMemory = { pages: new Map(), typing: undefined };
  kernel.signal.addEventListener('abort', () => clearTimeout(memory.typing), { once: true });
  kernel.directory = memory;
  return memory;
}
