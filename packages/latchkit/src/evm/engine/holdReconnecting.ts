import type { WagmiConfig, WagmiState } from '../WagmiConfig.js';

/** Keeps wagmi's hooks at 'reconnecting'. */
export interface Hold {
  /** Whether wagmi says 'reconnecting' only because of this: it is idle itself. */
  isHeld(): boolean;
  /** wagmi says 'reconnecting' from now on, if it is idle. */
  begin(): void;
}

/**
 * Has wagmi's hooks say 'reconnecting' instead of 'disconnected' while core restores a connection, until `over` aborts: wagmi
 * tries only the connectors that its configuration has at page load, and the embedded wallet answers seconds later.
 *
 * It begins at once. A page that a server rendered (wagmi's `ssr`) has to hydrate with what the server said: there it begins
 * when wagmi has tried its own connectors.
 */
export function holdReconnecting(config: WagmiConfig, over: AbortSignal): Hold {
  let held = false;
  const say = (status: 'reconnecting' | 'disconnected') => {
    held = status === 'reconnecting';
    config.setState(state => ({ ...state, status }));
  };
  const begin = () => {
    if (!over.aborted && config.state.status === 'disconnected') say('reconnecting');
  };
  const stop = config.subscribe(
    state => state,
    (state, before) => {
      if (state.status === 'disconnected' && before.status !== 'disconnected') begin();
      else if (state.status !== 'reconnecting' || isOwnStart(state, before)) held = false;
    },
  );
  const end = () => {
    stop();
    if (held && config.state.status === 'reconnecting') say('disconnected');
    held = false;
  };
  over.addEventListener('abort', end, { once: true });
  if (!config._internal.ssr) begin();
  return { isHeld: () => held, begin };
}

/** wagmi's own restoring starts by setting the status, and nothing else. */
function isOwnStart(state: WagmiState, before: WagmiState): boolean {
  return (
    before.status === 'reconnecting' &&
    state.connections === before.connections &&
    state.current === before.current &&
    state.chainId === before.chainId
  );
}
