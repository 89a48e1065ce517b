import type { RawAnswer, RawCall } from './exchange.js';
import { StopController, type StopSignal } from './StopSignal.js';

/** Sends calls upstream, together. */
export type Send = (calls: readonly RawCall[], stopped: StopSignal) => Promise<readonly RawAnswer[]>;

/** Calls that are under way to one chain. */
export interface Flights {
  /**
   * Answers calls. One that is asked by somebody else at this moment, or twice here, is not sent again: all share the
   * answer. A request upstream is ended when nobody waits for any of its answers.
   *
   * @param gone - Aborts when this caller waits no more.
   */
  share(calls: readonly RawCall[], gone: StopSignal, send: Send): Promise<readonly RawAnswer[]>;
}

interface Flight {
  readonly answer: Promise<RawAnswer>;
  readonly group: Group;
}

/** One request upstream and those who wait for it. */
interface Group {
  readonly controller: StopController;
  waiting: number;
}

/** @param shared - Hears how many calls were answered by a flight of somebody else. */
export function flights(shared: (count: number) => void): Flights {
  const underWay = new Map<string, Flight>();

  const start = (calls: readonly RawCall[], send: Send): void => {
    if (calls.length === 0) return;
    const group: Group = { controller: new StopController(), waiting: 0 };
    const sent = send(calls, group.controller);
    for (const [index, call] of calls.entries()) {
      const key = keyOf(call);
      const answer = sent.then(answers => {
        const own = answers[index];
        if (own === undefined) throw new Error('An answer is missing');
        return own;
      });
      const flight: Flight = { answer, group };
      const land = () => {
        if (underWay.get(key) === flight) underWay.delete(key);
      };
      answer.then(land, land);
      group.controller.addEventListener('abort', land);
      underWay.set(key, flight);
    }
  };

  return {
    async share(calls, gone, send) {
      const fresh = new Map<string, RawCall>();
      for (const call of calls) if (!underWay.has(keyOf(call))) fresh.set(keyOf(call), call);
      if (fresh.size < calls.length) shared(calls.length - fresh.size);
      start([...fresh.values()], send);
      const own = calls.flatMap(call => underWay.get(keyOf(call)) ?? []);
      const groups = new Set(own.map(({ group }) => group));
      for (const group of groups) group.waiting += 1;
      const leave = () => {
        for (const group of groups) {
          group.waiting -= 1;
          if (group.waiting === 0) group.controller.abort();
        }
      };
      gone.addEventListener('abort', leave);
      if (gone.aborted) leave();
      try {
        return await Promise.all(own.map(({ answer }) => answer));
      } finally {
        gone.removeEventListener('abort', leave);
      }
    },
  };
}

function keyOf({ method, params = '' }: RawCall): string {
  return `${method} ${params}`;
}
