import { type AnswerReader, type Intake, OWN_READER } from '../../platform/http/AnswerReader.js';
import { type RawAnswer, type RawCall, RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { exchange } from './exchange.js';
import type { MethodKind } from './methods.js';
import type { ProbeSchedule } from './probeSchedule.js';
import { StopController, type StopSignal } from './StopSignal.js';
import type { UpstreamClient } from './upstreamClient.js';
import type { UpstreamHealth } from './upstreamHealth.js';
import type { Chain, Upstream } from './upstreams.js';

/** Receives the outcome of each request to a node: `ok`, `late` (another node was faster), or its error code. */
export type UpstreamEvent = (chainId: string, outcome: string, milliseconds: number) => void;

export interface ChainCaller {
  /**
   * Sends calls to the chain's best node; to the next node on failure, and for reads also when the best node is slow. The
   * first good response wins.
   *
   * @throws RpcError of the first node, when none responds in time.
   */
  ask(
    calls: readonly RawCall[],
    kind: MethodKind,
    stopped: StopSignal,
    reader: AnswerReader,
  ): Promise<readonly RawAnswer[]>;
  /**
   * Asks one node after the other for the same, best first, until `isEnough`. Nodes that do not respond in time are left out.
   */
  poll(
    calls: readonly RawCall[],
    stopped: StopSignal,
    isEnough: (answers: readonly RawAnswer[]) => boolean,
  ): Promise<void>;
}

export interface ChainCallerOptions {
  readonly chain: Chain;
  readonly client: UpstreamClient;
  readonly health: UpstreamHealth;
  readonly probes: ProbeSchedule;
  /** Time limit for all attempts together, in milliseconds. */
  readonly timeout: number;
  readonly onUpstream: UpstreamEvent;
}

/** Share of the time limit after which a read is sent to the next node as well, at the latest. */
const HEDGE_SHARE = 0.25;
const HEDGE_MIN = 100;

/** Errors that concern the node rather than the call, so another node may succeed. */
const NODE_ERRORS: ReadonlySet<number | undefined> = new Set([RPC_CODES.limitExceeded, -32601]);

/** Errors by which the gateway itself ends an answer. */
const OWN_REFUSALS: readonly string[] = ['SERVER_BUSY', 'UPSTREAM_ANSWER_TOO_LARGE'];

export function chainCaller(options: ChainCallerOptions): ChainCaller {
  const { chain, health, probes, timeout } = options;
  return {
    async ask(calls, kind, stopped, reader) {
      const end = performance.now() + timeout;
      const looking = probes.look();
      if (looking !== undefined) await looking;
      const ranked = kind === 'bound' ? chain.upstreams.slice(0, 1) : health.ranked();
      const intake = reader.open();
      return race(options, { calls, kind, ranked, end, stopped, intake }).finally(intake.release);
    },
    async poll(calls, stopped, isEnough) {
      const end = performance.now() + timeout;
      const ranked = health.ranked();
      for (const [index, upstream] of ranked.entries()) {
        // A node that does not respond leaves time for the others.
        const share = (end - performance.now()) / (ranked.length - index);
        const run = {
          calls,
          timeout: share,
          signal: stopped,
          losers: new Set<() => void>(),
          intake: OWN_READER.open(),
        };
        const answers = await attempt(options, upstream, run).catch(() => undefined);
        if ((answers && isEnough(answers)) || stopped.aborted) return;
      }
    },
  };
}

interface Race {
  readonly calls: readonly RawCall[];
  readonly kind: MethodKind;
  readonly ranked: readonly Upstream[];
  /** Deadline, on the clock of `performance`. */
  readonly end: number;
  readonly stopped: StopSignal;
  readonly intake: Intake;
}

function race(options: ChainCallerOptions, run: Race): Promise<readonly RawAnswer[]> {
  const { ranked, kind, end, stopped, calls, intake } = run;
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
        intake,
      }).then(
        answers => {
          active -= 1;
          if (answers.length > 1 || !answers.every(isNodeError)) return finish(() => resolve(answers));
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
      const given =
        isOwnRefusal(error) ||
        performance.now() >= end ||
        stopped.aborted ||
        (kind === 'send' && wasSent(error));
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
  /** Aborts the other attempts once one succeeds. */
  readonly losers: Set<() => void>;
  readonly intake: Intake;
}

async function attempt(
  { chain, client, health, probes, onUpstream }: ChainCallerOptions,
  upstream: Upstream,
  { calls, timeout, signal, losers, intake }: Attempt,
): Promise<readonly RawAnswer[]> {
  const start = performance.now();
  const passed = () => performance.now() - start;
  const fail = (outcome: string) => {
    health.failed(upstream);
    onUpstream(chain.id, outcome, passed());
  };
  const lose = () => {
    health.late(upstream, passed());
    onUpstream(chain.id, 'late', passed());
  };
  losers.add(lose);
  try {
    if (health.verdict(upstream) === 'unknown') await probes.lookAt(upstream);
    health.requireTrust(upstream);
    const left = Math.max(1, timeout - passed());
    const answers = await exchange(upstream, calls, { client, timeout: left, stopped: signal, intake });
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
    // The node is not to blame for what this caller may not have.
    if (!signal.aborted && !isOwnRefusal(error))
      fail(error instanceof RpcError ? error.code : 'INTERNAL_ERROR');
    throw error;
  }
}

function isOwnRefusal(error: unknown): boolean {
  return error instanceof RpcError && OWN_REFUSALS.includes(error.code);
}

function hedgeDelay({ health, timeout }: ChainCallerOptions, upstream: Upstream): number {
  return Math.min(Math.max(HEDGE_MIN, health.patience(upstream)), timeout * HEDGE_SHARE);
}

/** Whether an answer concerns the node rather than the call. */
export function isNodeError({ code }: RawAnswer): boolean {
  return NODE_ERRORS.has(code);
}

function isLimit(answers: readonly RawAnswer[]): boolean {
  return answers.length === 1 && answers[0]?.code === RPC_CODES.limitExceeded;
}

/** Whether a transaction may have been sent although the node reported failure; a retry could send it twice. */
function wasSent(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'UPSTREAM_TIMEOUT';
}
