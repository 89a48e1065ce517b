import type { ChainHealth } from './chainHealth.js';
import type { Exchange } from './exchange.js';
import { probeUpstream } from './probeUpstream.js';
import type { Chain, Upstream } from './upstreams.js';

/** Milliseconds between probes of a chain that is asked; an idle chain is not probed. */
const PROBE_GAP = 15_000;
/** With one node there is nobody to compare it with. */
const PROBE_GAP_ALONE = 60_000;
/** Milliseconds that the first caller waits for the nodes to be compared. */
const FIRST_LOOK = 1_000;

export interface ProbeSchedule {
  /** Makes sure that the nodes were looked at: at first, the caller waits a moment; later this goes on beside. */
  look(): Promise<void> | undefined;
  /** Looks at a node that nobody could look at yet. @throws RpcError why it cannot be. */
  lookAt(upstream: Upstream): Promise<void>;
}

/** Looks at the nodes of one chain as long as somebody asks them. */
export function probeSchedule(
  chain: Chain,
  health: ChainHealth,
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
    // Whoever waits hears of a failure; a look that goes on beside fails in silence.
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
        // One node is looked at when it is asked: its failure is the answer.
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
