import type { Exchange } from './exchange.js';
import { probeUpstream } from './probeUpstream.js';
import type { UpstreamHealth } from './upstreamHealth.js';
import type { Chain, Upstream } from './upstreams.js';

/** Milliseconds between probes of a chain in use; an idle chain is not probed. */
const PROBE_GAP = 15_000;
/** The interval for a single node, which cannot be compared with others. */
const PROBE_GAP_ALONE = 60_000;
/** Milliseconds that the first caller waits for the comparison of the nodes. */
const FIRST_LOOK = 1_000;

export interface ProbeSchedule {
  /** Starts a probe if one is due: the first caller waits for it briefly, later ones don't. */
  look(): Promise<void> | undefined;
  /** Probes a node that was never probed successfully. @throws RpcError with the reason. */
  lookAt(upstream: Upstream): Promise<void>;
}

/** Probes the nodes of one chain while it is in use. */
export function probeSchedule(
  chain: Chain,
  health: UpstreamHealth,
  how: Exchange,
  now: () => number = Date.now,
): ProbeSchedule {
  const gap = chain.upstreams.length > 1 ? PROBE_GAP : PROBE_GAP_ALONE;
  const underWay = new Map<Upstream, Promise<void>>();
  let first: Promise<void> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  const lookAt = (upstream: Upstream): Promise<void> => {
    const running = underWay.get(upstream);
    if (running) return running;
    const probing = probeUpstream(chain.id, upstream, how, now)
      .then(probe => health.probed(upstream, probe))
      .finally(() => underWay.delete(upstream));
    // Waiting callers get the error; background probes ignore it.
    probing.catch(() => {});
    underWay.set(upstream, probing);
    return probing;
  };
  const lookAtAll = async () => {
    last = now();
    await Promise.allSettled(chain.upstreams.map(lookAt));
  };

  return {
    look() {
      if (first === undefined) {
        first = lookAtAll();
        // A single node is probed on use: its error is the response.
        return chain.upstreams.length > 1 ? Promise.race([first, pause(FIRST_LOOK)]) : undefined;
      }
      if (now() - last >= gap) lookAtAll().catch(() => {});
      return undefined;
    },
    lookAt,
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref();
  });
}
