import type { WagmiConfig } from '../WagmiConfig.js';

/** Keeps wagmi's hooks at 'reconnecting'. */
export interface Hold {
  /** Whether wagmi says 'reconnecting' only because of this: it is idle itself. */
  isHeld(): boolean;
  /** wagmi says 'disconnected' again, unless something has connected. */
  release(): void;
}

/**
 * Has wagmi's hooks say 'reconnecting' instead of 'disconnected' while a connection is restored: wagmi tries only the
 * connectors that its configuration has at page load, and the embedded wallet answers seconds later.
 */
export function holdReconnecting(config: WagmiConfig): Hold {
  let held = false;
  const say = (status: 'reconnecting' | 'disconnected') => {
    held = status === 'reconnecting';
    config.setState(state => ({ ...state, status }));
  };
  const look = () => {
    const { status } = config.state;
    if (status === 'disconnected') say('reconnecting');
    else if (status !== 'reconnecting') held = false;
  };
  const stop = config.subscribe(state => state.status, look);
  look();
  return {
    isHeld: () => held,
    release() {
      stop();
      if (held && config.state.status === 'reconnecting') say('disconnected');
    },
  };
}
