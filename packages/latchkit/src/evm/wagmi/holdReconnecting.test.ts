import { type Config, createConfig, getAccount, mock, reconnect } from '@wagmi/core';
import { http } from 'viem';
import { mainnet } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import type { WagmiConfig } from '../WagmiConfig.js';
import { holdReconnecting } from './holdReconnecting.js';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A host's configuration, and the hold on it. */
function held(options: Partial<Parameters<typeof createConfig>[0]> = {}) {
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http('http://127.0.0.1:9') },
    storage: null,
    ...options,
  } as Parameters<typeof createConfig>[0]) as Config;
  const over = new AbortController();
  const hold = holdReconnecting(config as unknown as WagmiConfig, over.signal);
  return { config, hold, over, status: () => getAccount(config).status };
}

/** A host connector whose wallet responds when the test says so. */
function slowConnector() {
  let answer: () => void = () => {};
  const late = new Promise<void>(resolve => {
    answer = resolve;
  });
  const connector: ReturnType<typeof mock> = config => {
    const made = mock({ accounts: [ACCOUNT] })(config);
    return { ...made, isAuthorized: () => late.then(() => false) };
  };
  return { connector, answer: () => answer() };
}

/** A host connector whose wallet is still connected. */
const standingConnector: ReturnType<typeof mock> = config => ({
  ...mock({ accounts: [ACCOUNT] })(config),
  isAuthorized: async () => true,
  connect: async () => ({ accounts: [ACCOUNT] as never, chainId: mainnet.id }),
});

describe('holdReconnecting', () => {
  it("shows 'reconnecting' immediately, and 'disconnected' when it ends", () => {
    const { hold, over, status } = held();
    expect(status()).toBe('reconnecting');
    expect(hold.isHeld()).toBe(true);
    over.abort();
    expect(status()).toBe('disconnected');
    expect(hold.isHeld()).toBe(false);
    hold.begin();
    expect(status()).toBe('disconnected');
  });

  it('is not held while wagmi tries its own connectors, and is held again afterwards', async () => {
    const { connector, answer } = slowConnector();
    const { config, hold, status } = held({ connectors: [connector] });
    // wagmi restores with the status that it has already, where it remembers a connection.
    config.setState(state => ({ ...state, current: 'kept' }));
    expect(hold.isHeld()).toBe(true);
    const restoring = reconnect(config);
    expect(status()).toBe('reconnecting');
    expect(hold.isHeld()).toBe(false);
    answer();
    await restoring;
    expect(status()).toBe('reconnecting');
    expect(hold.isHeld()).toBe(true);
  });

  it("is held while the host changes wagmi's chain", () => {
    const { config, hold } = held();
    config.setState(state => ({ ...state, chainId: 10 }));
    expect(hold.isHeld()).toBe(true);
  });

  it('leaves an existing connection unchanged when it ends', async () => {
    const { config, over, status } = held({ connectors: [standingConnector] });
    await reconnect(config);
    expect(status()).toBe('connected');
    over.abort();
    expect(status()).toBe('connected');
  });

  it('hydrates with the state of the server, and begins when wagmi has tried its connectors', async () => {
    const { config, status } = held({ ssr: true });
    expect(status()).toBe('disconnected');
    await reconnect(config);
    expect(status()).toBe('reconnecting');
  });
});
