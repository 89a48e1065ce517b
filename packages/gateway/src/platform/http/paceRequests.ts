import type { Payer } from './fairBudget.js';

/** Requests of one address that begin at once, and how many more each interval adds. */
const BURST = 64;
const REFILL = 16;
/** Milliseconds of an interval. */
const INTERVAL = 50;

/** Begins requests in turns, so that thousands of one network do not stand in front of those of others. */
export interface Pace {
  /** Begins a request now, or after earlier ones of the same network. */
  begin(payer: Payer, run: () => void): void;
}

interface Turns {
  left: number;
  readonly queue: (() => void)[];
}

/** IPv6 networks of one provider count together: a caller often has 65,536 of them. */
const nameOf = ({ key, wide }: Payer) => (key.endsWith('::/64') ? wide : key);

export function paceRequests(): Pace {
  const networks = new Map<string, Turns>();
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(tick, INTERVAL).unref();
  };
  const tick = () => {
    isScheduled = false;
    const due: (() => void)[][] = [];
    for (const [name, turns] of networks) {
      turns.left = Math.min(BURST, turns.left + REFILL);
      const next = turns.queue.splice(0, turns.left);
      turns.left -= next.length;
      due.push(next);
      if (turns.left === BURST) networks.delete(name);
    }
    if (networks.size > 0) schedule();
    for (const next of due) for (const run of next) run();
  };
  return {
    begin(payer, run) {
      const name = nameOf(payer);
      const turns = networks.get(name) ?? { left: BURST, queue: [] };
      networks.set(name, turns);
      schedule();
      if (turns.left > 0 && turns.queue.length === 0) {
        turns.left -= 1;
        run();
      } else turns.queue.push(run);
    },
  };
}
