import type { Latchkit } from '../Latchkit.js';

/** What an instance keeps while a visitor fills the send form. @internal */
export interface SendMemory {
  /** A look-up that waits for the visitor to stop typing. */
  typing: ReturnType<typeof setTimeout> | undefined;
}

/** The memory of an instance's send form; the end of the instance ends what waits. */
export function sendMemoryOf({ kernel }: Latchkit): SendMemory {
  if (kernel.send) return kernel.send;
  const memory: SendMemory = { typing: undefined };
  kernel.signal.addEventListener('abort', () => clearTimeout(memory.typing), { once: true });
  kernel.send = memory;
  return memory;
}
