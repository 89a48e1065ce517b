import { FRAME_LIMITS } from '../../protocol/frame/frameLimits.js';

/** Messages per time window reserved for the visitor's actions while a page reads continuously. */
const RESERVE = 20;

/** Throttles reads to the wallet page, so that a busy page is slowed down instead of refused. */
export interface SendGate {
  /**
   * Runs `send` when there is capacity: fewer pending reads and fewer messages than the wallet's limits. Returns a
   * function that cancels it if it has not run, and else frees its slot; calling it twice has no further effect.
   */
  enter(send: () => void): () => void;
  /** Counts a message that is sent without waiting. */
  count(): void;
  /** Cancels everything that waits. */
  close(): void;
}

/** Creates the gate of one channel. */
export function createSendGate(): SendGate {
  const waiting = new Set<() => void>();
  const sent: number[] = [];
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const count = () => void sent.push(performance.now());

  const pump = () => {
    clearTimeout(timer);
    const since = performance.now() - FRAME_LIMITS.messageWindow;
    while (sent[0] !== undefined && sent[0] <= since) sent.shift();
    for (const send of waiting) {
      if (running >= FRAME_LIMITS.parallel) return;
      if (sent.length >= FRAME_LIMITS.messages - RESERVE) {
        timer = setTimeout(pump, (sent[0] ?? since) - since);
        return;
      }
      waiting.delete(send);
      running += 1;
      count();
      send();
    }
  };

  return {
    enter(send) {
      let started = false;
      let left = false;
      const begin = () => {
        started = true;
        send();
      };
      waiting.add(begin);
      pump();
      return () => {
        if (left) return;
        left = true;
        if (started) running -= 1;
        else waiting.delete(begin);
        pump();
      };
    },
    count,
    close() {
      waiting.clear();
      clearTimeout(timer);
    },
  };
}
