import type { WagmiConfig, WagmiState } from '../WagmiConfig.js';

/** Keeps wagmi's hooks at 'reconnecting'. */
export interface Hold {
  /** Whether wagmi's status is 'reconnecting' only because of this hold. */
  isHeld(): boolean;
  /** Sets wagmi's status to 'reconnecting' if wagmi is idle. */
  begin(): void;
}

/**
 * Makes wagmi's hooks show 'reconnecting' instead of 'disconnected' while core restores a connection, until `over`
 * aborts: wagmi tries only the connectors that its configuration has at page load, and the embedded wallet responds
 * seconds later.
 *
 * It begins immediately, except on a server-rendered page (wagmi's `ssr`), which must hydrate with the server's state:
 * there it begins when wagmi has tried its own connectors.
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

/** wagmi's own restore begins by changing only the status. */
function isOwnStart(state: WagmiState, before: WagmiState): boolean {
  return (
    before.status === 'reconnecting' &&
    state.connections === before.connections &&
    state.current === before.current &&
    state.chainId === before.chainId
  );
}
