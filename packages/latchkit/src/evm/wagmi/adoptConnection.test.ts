import { setTimeout as sleep } from 'node:timers/promises';
import { connect, mock, reconnect, switchChain } from '@wagmi/core';
import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { currentOf, FIRST, hostedPage } from '../hostedPage.test-support.js';
import { secondWallet } from '../hostedWorld.test-support.js';

const page = hostedPage();
const signal = new AbortController().signal;

describe("adoptConnection: in the host's own wagmi configuration", () => {
  it('ends a replaced connection without notifying its wallet', async () => {
    const kept = new Map<string, string>();
    const config = await page.hosted(() => page.wagmi(kept));
    await page.world.connect();
    await secondWallet(config, page.networks);
    page.world.asked();
    await page.world.adapter.connect('wallet.two', { signal });
    expect([...config.state.connections.values()].map(one => one.connector.id)).toEqual(['wallet.two']);
    expect(page.world.asked()).toEqual([]);
    // It is not restored after a reload either.
    const reloaded = page.wagmi(kept);
    await reconnect(reloaded);
    expect([...reloaded.state.connections.values()].map(one => one.connector.id)).toEqual(['wallet.two']);

    // Events of the replaced wallet are ignored.
    page.world.wallet.changeChain(31338);
    const [, other] = await page.world.wallet.addresses();
    page.world.wallet.changeAccounts([other ?? '']);
    await sleep(10);
    expect(currentOf(config)).toMatchObject({ connector: { id: 'wallet.two' }, chainId: 31337 });
    expect(page.events()).toEqual([]);

    await page.world.adapter.disconnect('wallet.two');
    expect(config.state).toMatchObject({ status: 'disconnected', current: null });
    expect(await page.world.connect()).toMatchObject({ connectorId: page.world.id });
    expect(currentOf(config)?.connector.id).toBe(page.world.id);
  });

  it('makes an additional connection the only one when it is selected', async () => {
    const config = await page.hosted();
    const { connector } = await secondWallet(config, page.networks);
    await connect(config, { connector });
    const first = config.connectors.find(one => one.id === page.world.id);
    if (!first) throw new Error('wagmi found no wallet');
    await connect(config, { connector: first });
    await expect.poll(page.events).toHaveLength(2);
    await page.world.adapter.connect('wallet.two', { signal });
    expect([...config.state.connections.keys()]).toEqual([connector.uid]);
    expect(config.state.current).toBe(connector.uid);
  });

  it("gives wagmi's hooks viem's error name and code when a switch is refused", async () => {
    const config = await page.hosted(() => page.wagmi(undefined, { multiInjectedProviderDiscovery: false }));
    await page.world.connect();
    page.world.wallet.faults.set({ reject: ['wallet_switchEthereumChain'] });
    await expect(switchChain(config, { chainId: 31338 })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    });
    page.world.wallet.faults.set({ reject: undefined, plainError: ['wallet_switchEthereumChain'] });
    await expect(switchChain(config, { chainId: 31338 })).rejects.toMatchObject({
      name: 'SwitchChainError',
      code: 4902,
    });
  });

  it("keeps wagmi's status while a connector of the host connects, and after the attempt was cancelled", async () => {
    const config = await page.hosted(() =>
      page.wagmi(undefined, { connectors: [mock({ accounts: [FIRST] })] }),
    );
    await sleep(5);
    await page.world.adapter.preload?.();
    const connector = config.connectors.find(one => one.id === 'mock');
    if (!connector) throw new Error('wagmi has no mock');
    const answers: (() => void)[] = [];
    const real = connector.connect;
    connector.connect = (async () => {
      await new Promise<void>(resolve => answers.push(resolve));
      return real.call(connector);
    }) as typeof real;
    const attempt = new AbortController();
    const leaving = awaitedLater(page.world.adapter.connect('mock', { signal: attempt.signal }));
    await expect.poll(() => config.state.status).toBe('connecting');
    attempt.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    expect(config.state.status).toBe('disconnected');

    // The late response to the cancelled attempt does not undo the later one.
    const again = awaitedLater(page.world.adapter.connect('mock', { signal }));
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    expect(await again).toMatchObject({ connectorId: 'mock' });
    await sleep(10);
    expect(currentOf(config)?.connector.id).toBe('mock');
    expect(await connector.getAccounts()).toContain(FIRST);
  });
});
