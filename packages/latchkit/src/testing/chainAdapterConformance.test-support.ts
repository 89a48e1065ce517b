import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChainAdapter } from '../core/contracts/ChainAdapter.js';
import type { CaipNetwork } from '../core/contracts/Network.js';
import type { RecordingHost } from './createAdapterHost.test-support.js';

/** One wallet of the namespace under test, as the visitor holds it. */
export interface ConformanceWallet {
  /** What the wallet does with the next questions; 'approve' at first. */
  answer(how: 'approve' | 'refuse' | 'ignore' | 'break'): void;
  /** Whether the page asked the wallet anything that the visitor would see. */
  prompts(): number;
  /** Puts the wallet into the page. */
  announce(): void;
  /** The visitor picks another account; answers its address. */
  changeAccount(): Promise<string>;
  /** The visitor disconnects the page in the wallet. */
  end(): void;
  /** Listeners that the page has on the wallet. */
  listeners(): number;
}

/** What a chain adapter is tested in. Made anew for each test. */
export interface ConformanceWorld {
  readonly adapter: ChainAdapter;
  readonly host: RecordingHost;
  readonly wallet: ConformanceWallet;
  readonly connectorId: string;
  /** The wallet is on the first; both are real chains. */
  readonly networks: readonly [CaipNetwork, CaipNetwork];
  /** Listeners that are left on the page's window. */
  pageListeners(): number;
  /** An adapter and host as after a reload of the same page. */
  reload(): Pick<ConformanceWorld, 'adapter' | 'host'>;
}

/** The contract of core/contracts/ChainAdapter.ts as tests: every adapter passes the same file. */
export function chainAdapterConformance(name: string, makeWorld: () => ConformanceWorld): void {
  describe(`${name}: the ChainAdapter contract`, () => {
    let world: ConformanceWorld;
    beforeEach(() => {
      world = makeWorld();
    });
    afterEach(() => world.host.destroy());

    const started = async () => {
      world.adapter.start(world.host);
      world.wallet.announce();
      await world.host.listed();
      return world;
    };
    const request = () => ({ signal: new AbortController().signal });
    const connected = async () => {
      await started();
      return world.adapter.connect(world.connectorId, request());
    };

    it('reports its wallets and asks them nothing', async () => {
      const { host, connectorId, wallet, adapter } = await started();
      expect(host.connectors()).toContainEqual(
        expect.objectContaining({ id: connectorId, chain: adapter.namespace }),
      );
      expect(wallet.prompts()).toBe(0);
    });

    it('connects, and says on which chain the wallet is', async () => {
      const connection = await connected();
      expect(connection.connectorId).toBe(world.connectorId);
      expect(connection.accounts.length).toBeGreaterThan(0);
      expect(connection.networkId).toBe(world.networks[0].caipNetworkId);
      expect(world.host.reported()).toEqual([]);
    });

    it('says CONNECTION_REJECTED when the visitor refuses, and connects at the next try', async () => {
      await started();
      world.wallet.answer('refuse');
      await expect(world.adapter.connect(world.connectorId, request())).rejects.toMatchObject({
        code: 'CONNECTION_REJECTED',
      });
      world.wallet.answer('approve');
      await expect(world.adapter.connect(world.connectorId, request())).resolves.toBeDefined();
    });

    it('says FAILED_TO_CONNECT with its cause when the wallet breaks', async () => {
      await started();
      world.wallet.answer('break');
      const error = await world.adapter.connect(world.connectorId, request()).catch((one: unknown) => one);
      expect(error).toMatchObject({ code: 'FAILED_TO_CONNECT', cause: expect.any(Error) });
    });

    it('lets the visitor leave a silent wallet, and connects at the next try', async () => {
      await started();
      world.wallet.answer('ignore');
      const attempt = new AbortController();
      const leaving = world.adapter.connect(world.connectorId, { signal: attempt.signal });
      setTimeout(() => attempt.abort(), 20);
      await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
      expect(world.wallet.listeners()).toBe(0);
      world.wallet.answer('approve');
      await expect(world.adapter.connect(world.connectorId, request())).resolves.toBeDefined();
    });

    it('rejects an unknown wallet and an attempt that was over before it began', async () => {
      await started();
      await expect(world.adapter.connect('nobody', request())).rejects.toMatchObject({
        code: 'PROVIDER_NOT_FOUND',
      });
      await expect(
        world.adapter.connect(world.connectorId, { signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    });

    it('restores a connection after a reload, without a prompt', async () => {
      const before = await connected();
      world.host.destroy();
      const prompts = world.wallet.prompts();
      const { adapter, host } = world.reload();
      adapter.start(host);
      world.wallet.announce();
      expect(await adapter.reconnect(world.connectorId, request())).toEqual(before);
      expect(world.wallet.prompts()).toBe(prompts);
      host.destroy();
    });

    it('restores nothing that the wallet did not authorise', async () => {
      await started();
      expect(await world.adapter.reconnect(world.connectorId, request())).toBeUndefined();
      expect(world.wallet.prompts()).toBe(0);
      expect(world.wallet.listeners()).toBe(0);
    });

    it('reports another account, and the end of the connection by the wallet', async () => {
      await connected();
      const address = await world.wallet.changeAccount();
      await expect
        .poll(() => world.host.reported().at(-1))
        .toMatchObject({
          type: 'changed',
          connection: { connectorId: world.connectorId, accounts: [address] },
        });
      world.wallet.end();
      await expect
        .poll(() => world.host.reported().at(-1))
        .toEqual({ type: 'disconnected', connectorId: world.connectorId });
    });

    it('disconnects, and reports nothing that core asked for itself', async () => {
      await connected();
      await world.adapter.disconnect(world.connectorId);
      expect(world.host.reported()).toEqual([]);
      expect(world.wallet.listeners()).toBe(0);
      await expect(world.adapter.getProvider(world.connectorId)).rejects.toMatchObject({
        code: 'PROVIDER_NOT_FOUND',
      });
      await expect(world.adapter.disconnect(world.connectorId)).resolves.toBeUndefined();
    });

    it('signs, and says REQUEST_REJECTED when the visitor refuses', async () => {
      const { connectorId, accounts } = await connected();
      const message = { connectorId, address: accounts[0], message: 'hello' };
      expect(await world.adapter.signMessage(message)).toEqual(expect.any(String));
      world.wallet.answer('refuse');
      await expect(world.adapter.signMessage(message)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    });

    it('reads a balance from the chain, and lets go of it when asked to', async () => {
      const { accounts } = await connected();
      const balance = { address: accounts[0], network: world.networks[0] };
      expect(await world.adapter.getBalance({ ...balance, ...request() })).toMatchObject({
        balance: expect.stringMatching(/^\d+(\.\d+)?$/),
        symbol: world.networks[0].nativeCurrency.symbol,
      });
      await expect(
        world.adapter.getBalance({ ...balance, signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    });

    it('leaves nothing behind when it is destroyed before its code arrived', async () => {
      world.adapter.start(world.host);
      const loading = world.adapter.preload?.().catch(() => {});
      world.host.destroy();
      await loading;
      await sleep(20);
      expect(world.pageListeners()).toBe(0);
      expect(world.wallet.listeners()).toBe(0);
      expect(world.host.events).toEqual([]);
    });

    it('leaves nothing behind in the page or on the wallet', async () => {
      await connected();
      world.host.destroy();
      await sleep(1);
      expect(world.pageListeners()).toBe(0);
      expect(world.wallet.listeners()).toBe(0);
      await expect(world.adapter.connect(world.connectorId, request())).rejects.toMatchObject({
        code: 'DESTROYED',
      });
    });
  });
}
