import type { ChainHealth } from './chainHealth.js';
import { exchange, type RawAnswer, type RawCall } from './exchange.js';
import { RPC_CODES } from './jsonRpc.js';
import type { ProbeSchedule } from './probeSchedule.js';
import { RpcError } from './RpcError.js';
import type { MethodKind } from './rpcMethods.js';
import { StopController, type StopSignal } from './StopSignal.js';
import type { UpstreamClient } from './upstreamClient.js';
import type { Chain, Upstream } from './upstreams.js';

/** Hears how each request to a node went: `ok`, `late` (another was faster), or the code of its error. */
export type UpstreamEvent = (chainId: string, outcome: string, milliseconds: number) => void;

export interface ChainCaller {
  /**
   * Asks the chain: its best node, the next when that fails, and for a read the next also when the best is slow. The
   * first good answer counts.
   *
   * @throws RpcError of the node that was asked first, when none answers in time.
   */
  ask(calls: readonly RawCall[], kind: MethodKind, stopped: StopSignal): Promise<readonly RawAnswer[]>;
}

export interface ChainCallerOptions {
  readonly chain: Chain;
  readonly client: UpstreamClient;
  readonly health: ChainHealth;
  readonly probes: ProbeSchedule;
  /** Milliseconds for the whole, however many nodes are asked. */
  readonly timeout: number;
  readonly onUpstream: UpstreamEvent;
}

/** Share of the time-out after which a read is also sent to the next node at the latest. */
const HEDGE_SHARE = 0.25;
const HEDGE_MIN = 100;

/** Errors that say more about the node than about the call: another node may answer. */
const NODE_ERRORS: ReadonlySet<number | undefined> = new Set([RPC_CODES.limitExceeded, -32601]);

export function chainCaller(options: ChainCallerOptions): ChainCaller {
  const { chain, health, probes, timeout } = options;
  return {
    async ask(calls, kind, stopped) {
      const end = performance.now() + timeout;
      const looking = probes.look();
      if (looking !== undefined) await looking;
      const ranked = kind === 'bound' ? chain.upstreams.slice(0, 1) : health.ranked();
      return race(options, { calls, kind, ranked, end, stopped });
    },
  };
}

interface Race {
  readonly calls: readonly RawCall[];
  readonly kind: MethodKind;
  readonly ranked: readonly Upstream[];
  /** On the clock of `performance`. */
  readonly end: number;
  readonly stopped: StopSignal;
}

function race(options: ChainCallerOptions, run: Race): Promise<readonly RawAnswer[]> {
  const { ranked, kind, end, stopped, calls } = run;
  return new Promise((resolve, reject) => {
    const ended = new StopController();
    const stop = () => ended.abort();
    const losers = new Set<() => void>();
    let won = false;
    const errors: unknown[] = [];
    let second: readonly RawAnswer[] | undefined;
    let started = 0;
    let active = 0;
    let hedge: ReturnType<typeof setTimeout> | undefined;

    const finish = (settle: () => void) => {
      clearTimeout(hedge);
      won = true;
      stopped.removeEventListener('abort', stop);
      for (const lose of losers) lose();
      if (active > 0) stop();
      settle();
    };
    const next = () => {
      clearTimeout(hedge);
      const upstream = ranked[started];
      if (upstream === undefined || won) return;
      started += 1;
      active += 1;
      if (kind === 'read' && started < ranked.length) hedge = setTimeout(next, hedgeDelay(options, upstream));
      attempt(options, upstream, {
        calls,
        timeout: end - performance.now(),
        signal: ended,
        losers,
      }).then(
        answers => {
          active -= 1;
          if (!isNodeError(answers)) return finish(() => resolve(answers));
          second ??= answers;
          settled();
        },
        error => {
          active -= 1;
          errors.push(error);
          settled(error);
        },
      );
    };
    const settled = (error?: unknown) => {
      if (won) return;
      const given = performance.now() >= end || stopped.aborted || (kind === 'send' && wasSent(error));
      if (!given && started < ranked.length) return next();
      if (active > 0) return;
      finish(() => (second ? resolve(second) : reject(errors[0])));
    };
    stopped.addEventListener('abort', stop);
    if (stopped.aborted) stop();
    next();
  });
}

interface Attempt {
  readonly calls: readonly RawCall[];
  readonly timeout: number;
  readonly signal: StopSignal;
  /** Called when another attempt won. */
  readonly losers: Set<() => void>;
}

async function attempt(
  { chain, client, health, probes, onUpstream }: ChainCallerOptions,
  upstream: Upstream,
  { calls, timeout, signal, losers }: Attempt,
): Promise<readonly RawAnswer[]> {
  const start = performance.now();
  const passed = () => performance.now() - start;
  const fail = (outcome: string) => {
    health.failed(upstream);
    onUpstream(chain.id, outcome, passed());
  };
  // It lost against another: at least this slow it is.
  const lose = () => {
    health.answered(upstream, passed());
    onUpstream(chain.id, 'late', passed());
  };
  losers.add(lose);
  try {
    if (health.verdict(upstream) === 'unknown') await probes.lookAt(upstream);
    health.requireTrust(upstream);
    const left = Math.max(1, timeout - passed());
    const answers = await exchange(upstream, calls, { client, timeout: left, stopped: signal });
    losers.delete(lose);
    if (isLimit(answers)) {
      fail('UPSTREAM_RATE_LIMITED');
    } else {
      health.answered(upstream, passed());
      onUpstream(chain.id, 'ok', passed());
    }
    return answers;
  } catch (error) {
    losers.delete(lose);
    if (!signal.aborted) fail(error instanceof RpcError ? error.code : 'INTERNAL_ERROR');
    throw error;
  }
}

function hedgeDelay({ health, timeout }: ChainCallerOptions, upstream: Upstream): number {
  return Math.min(Math.max(HEDGE_MIN, health.patience(upstream)), timeout * HEDGE_SHARE);
}

function isNodeError(answers: readonly RawAnswer[]): boolean {
  return answers.length === 1 && NODE_ERRORS.has(answers[0]?.code);
}

function isLimit(answers: readonly RawAnswer[]): boolean {
  return answers.length === 1 && answers[0]?.code === RPC_CODES.limitExceeded;
}

/** Whether a transaction may have arrived though the node did not say so: a second one could be sent in its place. */
function wasSent(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'UPSTREAM_TIMEOUT';
}
