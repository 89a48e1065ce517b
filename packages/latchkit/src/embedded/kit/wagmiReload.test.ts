import { type Config, createConfig, createStorage, getAccount, reconnect } from '@wagmi/core';
import { http } from 'viem';
import { mainnet } from 'viem/chains';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Latchkit, startEmailLogin, submitEmailCode } from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { createEmbeddedWorld, EMAIL, EVM_ADDRESS } from './embeddedWorld.test-support.js';

/** A page's wagmi configuration; `kept` outlives a reload. */
function wagmiConfig(kept: Map<string, string>): Config {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http('http://127.0.0.1:9') },
    storage: createStorage({ storage }),
  }) as unknown as Config;
}

/** Records the status of wagmi's hooks without repeats; they read the account when the state has changed. */
function statusesOf(config: Config): string[] {
  const seen: string[] = [];
  const stop = config.subscribe(
    state => state,
    () => {
      const { status } = getAccount(config);
      if (seen.at(-1) !== status) seen.push(status);
    },
  );
  onTestFinished(stop);
  return seen;
}

/** A page after a reload: the kit is created first, then wagmi's provider mounts and restores its connections. */
async function reloaded(kitOf: (config: Config) => Latchkit, kept: Map<string, string>) {
  const config = wagmiConfig(kept);
  const kit = kitOf(config);
  const first = getAccount(config).status;
  const seen = statusesOf(config);
  await reconnect(config);
  return { config, kit, first, seen };
}

describe("the embedded wallet beside the host's own wagmi", () => {
  const visit = () => {
    const world = createEmbeddedWorld();
    const kept = new Map<string, string>();
    const kitOf = (config: Config) => world.kit({ adapters: [evm({ wagmiConfig: config })] });
    const logIn = async () => {
      const config = wagmiConfig(kept);
      const kit = kitOf(config);
      await startEmailLogin(kit, EMAIL);
      await submitEmailCode(kit, '123456');
      await untilState(kit, ({ connections }) => connections.length === 1);
      expect(getAccount(config)).toMatchObject({ status: 'connected', address: EVM_ADDRESS });
      kit.destroy();
      world.page.sent.length = 0;
    };
    return { world, kept, kitOf, logIn };
  };

  it("reads 'reconnecting' in wagmi's hooks from the first moment after a reload until the wallet has answered", async () => {
    const { world, kept, kitOf, logIn } = visit();
    await logIn();
    let answer: () => void = () => {};
    const late = new Promise<void>(resolve => {
      answer = resolve;
    });
    world.page.answers.IS_CONNECTED = () => late.then(() => ({ isConnected: true }));
    const { config, kit, first, seen } = await reloaded(kitOf, kept);
    expect(first).toBe('reconnecting');
    await expect.poll(() => world.page.count('IS_CONNECTED')).toBe(1);
    expect(getAccount(config).status).toBe('reconnecting');
    answer();
    await untilState(kit, ({ connections }) => connections.length === 1);
    expect(getAccount(config)).toMatchObject({ status: 'connected', address: EVM_ADDRESS });
    expect(seen).not.toContain('disconnected');
  });

  it("reads 'disconnected' there once the wallet page reports no user", async () => {
    const { world, kept, kitOf, logIn } = visit();
    await logIn();
    world.page.user = undefined;
    world.page.answers.IS_CONNECTED = () => ({ isConnected: false });
    const { config, kit, first, seen } = await reloaded(kitOf, kept);
    await untilState(kit, ({ namespaces }) => namespaces.eip155?.account.status === 'disconnected');
    expect(getAccount(config).status).toBe('disconnected');
    expect(first).toBe('reconnecting');
    expect(seen.filter(status => status === 'disconnected')).toHaveLength(1);
    expect(seen.at(-1)).toBe('disconnected');
  });

  it("reads 'disconnected' there once the instance is destroyed", async () => {
    const { kept, kitOf, logIn } = visit();
    await logIn();
    const config = wagmiConfig(kept);
    const kit = kitOf(config);
    expect(getAccount(config).status).toBe('reconnecting');
    kit.destroy();
    expect(getAccount(config).status).toBe('disconnected');
  });

  it("leaves wagmi's hooks alone where nothing is stored", () => {
    const { kept, kitOf } = visit();
    const config = wagmiConfig(kept);
    kitOf(config);
    expect(getAccount(config).status).toBe('disconnected');
  });
});
