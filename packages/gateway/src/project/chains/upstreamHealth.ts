import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import type { Head, Probe } from './probeUpstream.js';
import type { Upstream } from './upstreams.js';

/** Assessment of a node. A `lagging` node is used only when no better one is left. */
export type Verdict = 'unknown' | 'good' | 'lagging' | 'wrong_chain' | 'dishonest';

/** Health of the nodes of one chain. */
export interface UpstreamHealth {
  /** The nodes, best first; `requireTrust` rejects those that must not be used, which come last. */
  ranked(): readonly Upstream[];
  verdict(upstream: Upstream): Verdict;
  /** @throws RpcError 502 `UPSTREAM_WRONG_CHAIN` or `UPSTREAM_UNTRUSTED` for a node that must not be used. */
  requireTrust(upstream: Upstream): void;
  /** Milliseconds after which a response of this node counts as late. */
  patience(upstream: Upstream): number;
  answered(upstream: Upstream, milliseconds: number): void;
  /** Another node was faster: this one takes at least this long, and did not show that it works. */
  late(upstream: Upstream, milliseconds: number): void;
  failed(upstream: Upstream): void;
  probed(upstream: Upstream, probe: Probe): void;
}

interface State {
  verdict: Verdict;
  head: Head | undefined;
  /** Moving average in milliseconds; undefined before the first response. */
  latency: number | undefined;
  /** Consecutive failures. */
  failures: number;
  /** Until this time, the node is used last. */
  pausedUntil: number;
}

/** Nodes with a lower latency, in milliseconds, count as equal and keep the operator's order. */
const FAST = 100;
const MAX_PAUSE = 60_000;
const SMOOTHING = 0.2;
/** Multiple of its usual latency after which another node is tried too. */
const PATIENCE = 3;

/** Lag behind the other nodes, in blocks and in seconds, from which a node counts as lagging. */
const LAG_BLOCKS = 5;
const LAG_SECONDS = 60;
/** Lead over most other nodes, in blocks, from which a node counts as dishonest. */
const LEAD_BLOCKS = 64;

const ORDER: Readonly<Record<Verdict, number>> = {
  good: 0,
  unknown: 1,
  lagging: 2,
  dishonest: 3,
  wrong_chain: 3,
};

export function upstreamHealth(upstreams: readonly Upstream[], now: () => number = Date.now): UpstreamHealth {
  const states = new Map<Upstream, State>();
  for (const upstream of upstreams) {
    states.set(upstream, {
      verdict: 'unknown',
      head: undefined,
      latency: undefined,
      failures: 0,
      pausedUntil: 0,
    });
  }
  const of = (upstream: Upstream): State => {
    const state = states.get(upstream);
    if (!state) throw new Error('The node belongs to another chain');
    return state;
  };
  const rank = (upstream: Upstream): readonly number[] => {
    const { verdict, pausedUntil, latency = 0 } = of(upstream);
    return [
      Math.floor(ORDER[verdict] / 2),
      pausedUntil > now() ? 1 : 0,
      ORDER[verdict],
      Math.max(latency, FAST),
    ];
  };

  const took = (state: State, milliseconds: number) => {
    const { latency = milliseconds } = state;
    state.latency = latency + SMOOTHING * (milliseconds - latency);
  };

  return {
    ranked() {
      if (upstreams.length === 1) return upstreams;
      return upstreams
        .map(upstream => ({ upstream, rank: rank(upstream) }))
        .sort((a, b) => compare(a.rank, b.rank))
        .map(({ upstream }) => upstream);
    },
    verdict: upstream => of(upstream).verdict,
    requireTrust(upstream) {
      const { verdict } = of(upstream);
      if (verdict === 'wrong_chain') throw refused('UPSTREAM_WRONG_CHAIN', 'The node serves another chain');
      if (verdict === 'dishonest')
        throw refused('UPSTREAM_UNTRUSTED', 'The node contradicts itself or others');
    },
    patience: upstream => PATIENCE * (of(upstream).latency ?? FAST),
    answered(upstream, milliseconds) {
      const state = of(upstream);
      state.failures = 0;
      state.pausedUntil = 0;
      took(state, milliseconds);
    },
    late: (upstream, milliseconds) => took(of(upstream), milliseconds),
    failed(upstream) {
      const state = of(upstream);
      state.failures += 1;
      state.pausedUntil = now() + Math.min(MAX_PAUSE, 1_000 * 2 ** (state.failures - 1));
    },
    probed(upstream, { rightChain, honest, head }) {
      const state = of(upstream);
      state.head = honest && rightChain ? head : undefined;
      state.verdict = !rightChain ? 'wrong_chain' : honest ? 'good' : 'dishonest';
      judge([...states.values()]);
    },
  };
}

/**
 * Compares the heights of the nodes. The highest node is trusted until most of at least three contradict it; nodes behind
 * the trusted ones are lagging.
 */
function judge(states: readonly State[]): void {
  const heads = states.flatMap(({ head }) => (head === undefined ? [] : [head]));
  const sorted = heads.map(({ number }) => number).sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const isAhead = ({ number }: Head) => heads.length >= 3 && number - median > LEAD_BLOCKS;
  const best = heads.filter(head => !isAhead(head)).reduce<Head | undefined>(newer, undefined);
  for (const state of states) {
    const { head } = state;
    if (head === undefined || best === undefined) continue;
    const lags = best.number - head.number > LAG_BLOCKS && best.timestamp - head.timestamp > LAG_SECONDS;
    state.verdict = isAhead(head) ? 'dishonest' : lags ? 'lagging' : 'good';
  }
}

function newer(best: Head | undefined, head: Head): Head {
  return best === undefined || head.number > best.number ? head : best;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function refused(code: string, message: string): RpcError {
  return new RpcError(502, RPC_CODES.serverError, code, message);
}
