import type { RawAnswer, RawCall } from '../../platform/jsonrpc/jsonRpc.js';
import { StopController, type StopSignal } from './StopSignal.js';

/** Sends calls to a node in one request. */
export type Send = (calls: readonly RawCall[], stopped: StopSignal) => Promise<readonly RawAnswer[]>;

/** Calls in progress to one chain. */
export interface CoalescedReads {
  /**
   * Performs calls. Identical calls in progress, of other callers or in the same batch, share one request and its response.
   * A request is aborted when all of its callers have left.
   *
   * @param gone - Aborts when this caller disconnects.
   * @param limit - Only calls with the same limit of the answer share it.
   */
  share(
    calls: readonly RawCall[],
    gone: StopSignal,
    send: Send,
    limit?: number,
  ): Promise<readonly RawAnswer[]>;
  /** The same for a single call: the most common case, and the bookkeeping of a batch would double its work. */
  shareOne(call: RawCall, gone: StopSignal, send: Send, limit?: number): Promise<RawAnswer>;
}

interface Flight {
  readonly answer: Promise<RawAnswer>;
  readonly group: Group;
}

/** One request to a node and the callers that wait for it. */
interface Group {
  readonly controller: StopController;
  waiting: number;
}

/** @param shared - Receives the number of calls that shared another caller's request. */
export function coalesceReads(shared: (count: number) => void): CoalescedReads {
  const underWay = new Map<string, Flight>();

  const start = (fresh: ReadonlyMap<string, RawCall>, send: Send): void => {
    if (fresh.size === 0) return;
    const group: Group = { controller: new StopController(), waiting: 0 };
    const sent = send([...fresh.values()], group.controller);
    for (const [index, key] of [...fresh.keys()].entries()) {
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
    async share(calls, gone, send, limit = 0) {
      const fresh = new Map<string, RawCall>();
      // Compute each key once: hashing it reads all parameters.
      const keys = calls.map(call => keyOf(call, limit));
      for (const [index, call] of calls.entries()) {
        const key = keys[index] ?? keyOf(call, limit);
        if (!underWay.has(key)) fresh.set(key, call);
      }
      if (fresh.size < calls.length) shared(calls.length - fresh.size);
      start(fresh, send);
      const own = keys.flatMap(key => underWay.get(key) ?? []);
      const groups = new Set(own.map(({ group }) => group));
      for (const group of groups) group.waiting += 1;
      const leave = () => {
        for (const group of groups) leaveGroup(group);
      };
      gone.addEventListener('abort', leave);
      if (gone.aborted) leave();
      try {
        return await Promise.all(own.map(({ answer }) => answer));
      } finally {
        gone.removeEventListener('abort', leave);
      }
    },
    shareOne(call, gone, send, limit = 0) {
      const key = keyOf(call, limit);
      if (underWay.has(key)) shared(1);
      else start(new Map([[key, call]]), send);
      const flight = underWay.get(key);
      if (flight === undefined) throw new Error('A call has not started');
      const { answer, group } = flight;
      group.waiting += 1;
      const leave = () => leaveGroup(group);
      gone.addEventListener('abort', leave);
      if (gone.aborted) leave();
      return answer.finally(() => gone.removeEventListener('abort', leave));
    },
  };
}

/** Removes one caller; the last one aborts the request. */
function leaveGroup(group: Group): void {
  group.waiting -= 1;
  if (group.waiting === 0) group.controller.abort();
}

function keyOf({ method, params = '' }: RawCall, limit: number): string {
  return `${limit} ${method} ${params}`;
}
