import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import type { ConformanceWorld } from './ConformanceWorld.test-support.js';
import { paymentConformance } from './paymentConformance.test-support.js';
import { signingConformance } from './signingConformance.test-support.js';

/** The methods that only adapters with payments have. */
const PAYING = [
  'getBalance',
  'sendTransaction',
  'prepareTransfer',
  'transfer',
  'waitForTransaction',
] as const;

/**
 * Tests the ChainAdapter contract; every adapter runs them.
 *
 * @param pays - Whether the adapter reads balances and sends; else it must have none of the methods for that.
 */
export function chainAdapterConformance(
  name: string,
  makeWorld: () => ConformanceWorld,
  { pays }: { readonly pays: boolean } = { pays: true },
): void {
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

    it('reports its wallets as plain connectors without sending them requests [ENT-04] [ENT-05]', async () => {
      const { host, connectorId, wallet, adapter } = await started();
      expect(host.connectors()).toContainEqual(
        expect.objectContaining({
          id: connectorId,
          name: expect.stringMatching(/\S/),
          type: 'ANNOUNCED',
          ...(world.hasIcon === false ? {} : { imageUrl: expect.stringMatching(/^data:image/) }),
          provider: expect.anything(),
          chain: adapter.namespace,
          chains: expect.any(Array),
        }),
      );
      expect(wallet.prompts()).toBe(0);
    });

    it('connects and reports the chain of the wallet', async () => {
      const connection = await connected();
      expect(connection.connectorId).toBe(world.connectorId);
      expect(connection.accounts.length).toBeGreaterThan(0);
      expect(connection.chainId).toBe(world.networks[0].caipNetworkId);
      expect(world.host.reported()).toEqual([]);
    });

    it('throws CONNECTION_REJECTED when the visitor refuses, and connects at the next attempt', async () => {
      await started();
      world.wallet.answer('refuse');
      await expect(world.adapter.connect(world.connectorId, request())).rejects.toMatchObject({
        code: 'CONNECTION_REJECTED',
      });
      world.wallet.answer('approve');
      await expect(world.adapter.connect(world.connectorId, request())).resolves.toBeDefined();
    });

    it('throws FAILED_TO_CONNECT with the cause when the wallet fails', async () => {
      await started();
      world.wallet.answer('break');
      const error = await world.adapter.connect(world.connectorId, request()).catch((one: unknown) => one);
      expect(error).toMatchObject({ code: 'FAILED_TO_CONNECT', cause: expect.any(Error) });
    });

    it('lets the visitor cancel when the wallet does not respond, and connects at the next attempt', async () => {
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

    it('rejects an unknown wallet and an attempt that was already aborted', async () => {
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

    it('restores a connection to a wallet that is injected late [STATE-07]', async () => {
      const before = await connected();
      world.host.destroy();
      const { adapter, host } = world.reload();
      adapter.start(host);
      const late = awaitedLater(adapter.reconnect(world.connectorId, request()));
      await sleep(100);
      world.wallet.announce();
      expect(await late).toEqual(before);
      host.destroy();
    });

    it('restores nothing that the wallet did not authorise', async () => {
      await started();
      expect(await world.adapter.reconnect(world.connectorId, request())).toBeUndefined();
      expect(world.wallet.prompts()).toBe(0);
      // It may be locked: what hears that it is unlocked ends with the adapter.
      world.host.destroy();
      expect(world.wallet.listeners()).toBe(0);
    });

    it('reports when the wallet changes the account or ends the connection', async () => {
      await connected();
      const accounts = await world.wallet.changeAccount();
      await expect
        .poll(() => world.host.reported().at(-1))
        .toMatchObject({
          type: 'changed',
          connection: { connectorId: world.connectorId, accounts },
        });
      world.wallet.end();
      await expect
        .poll(() => world.host.reported().at(-1))
        .toEqual({ type: 'disconnected', connectorId: world.connectorId });
    });

    it('switches only between the networks of the host [CAP-02]', async () => {
      await connected();
      const [first, second] = world.networks;
      for (const network of [second, first]) {
        await world.adapter.switchNetwork(world.connectorId, network);
        await expect
          .poll(() => world.host.reported().at(-1))
          .toMatchObject({ type: 'changed', connection: { chainId: network.caipNetworkId } });
      }
      await expect(
        world.adapter.switchNetwork(world.connectorId, world.unknownNetwork),
      ).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
      await expect(world.adapter.switchNetwork('nobody', second)).rejects.toMatchObject({
        code: 'PROVIDER_NOT_FOUND',
      });
    });

    it('survives hostile wallets and passes on none of their content', async () => {
      world.adapter.start(world.host);
      world.wallet.announceHostile();
      world.wallet.announce();
      await expect
        .poll(() => world.host.connectors().some(({ id }) => id.startsWith(world.connectorId)))
        .toBe(true);
      const connectors = world.host.connectors();
      expect(new Set(connectors.map(({ id }) => id)).size).toBe(connectors.length);
      for (const { name, imageUrl } of connectors) {
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]{1,64}$/u);
        expect(imageUrl ?? 'data:image/png').toMatch(/^data:image\//);
        expect((imageUrl ?? '').length).toBeLessThan(200_000);
      }
    });

    it('disconnects without reporting what core requested', async () => {
      await connected();
      await world.adapter.disconnect(world.connectorId);
      expect(world.host.reported()).toEqual([]);
      expect(world.wallet.listeners()).toBe(0);
      await expect(world.adapter.getProvider(world.connectorId)).rejects.toMatchObject({
        code: 'PROVIDER_NOT_FOUND',
      });
      await expect(world.adapter.disconnect(world.connectorId)).resolves.toBeUndefined();
    });

    it('leaves nothing behind when it is destroyed before its code has loaded', async () => {
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
    signingConformance(() => world, connected);
    if (pays) paymentConformance(() => world, connected);
    else
      it('has no method that reads a balance or pays [LIM-15]', () => {
        for (const method of PAYING) expect(world.adapter[method], method).toBeUndefined();
      });
  });
}
