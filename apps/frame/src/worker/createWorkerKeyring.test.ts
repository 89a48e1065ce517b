import { digestOf, type SigningRequest } from '@latchkit/keyring';
import { toHex, verifyMessage } from 'viem';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type MemoryInstallation,
  memoryInstallation,
} from '../../../../packages/keyring/test/memoryInstallation.js';
import { scriptedServices, sealFor, shareFor } from '../../../../packages/keyring/test/scriptedServices.js';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { channelWorker } from './channelWorker.test-support.js';
import { createWorkerKeyring, type KeyringWorker } from './createWorkerKeyring.js';

const WALLET = '01890a5d-ac96-774b-bcce-b302099a8057';
const ORIGIN = 'https://shop.example';

afterEach(() => {
  vi.useRealTimers();
});

/** A keyring over a channel; records the created Workers and the messages in both directions. */
async function open(make: (installation: MemoryInstallation) => KeyringWorker = channelWorker) {
  const installation = await memoryInstallation();
  const services = await scriptedServices();
  const { sealingKey, jkt } = installation;
  const workers: KeyringWorker[] = [];
  const crossed: unknown[] = [];
  const openWorker = (): KeyringWorker => {
    const worker = make(installation);
    worker.addEventListener('message', ({ data }) => crossed.push(data));
    workers.push(worker);
    return {
      addEventListener: worker.addEventListener.bind(worker),
      terminate: () => worker.terminate(),
      postMessage(message) {
        crossed.push(message);
        worker.postMessage(message);
      },
    };
  };
  const start = { origin: ORIGIN, jkt, isStored: false, sealingKey, shareKey: sealingKey };
  return { keyring: createWorkerKeyring(openWorker, start), installation, services, workers, crossed };
}

describe('createWorkerKeyring', () => {
  it('creates a wallet and signs with it without any secret reaching the page', async () => {
    const { keyring, installation, services, workers, crossed } = await open();
    expect([await keyring.hasDeviceShare(), workers.length]).toEqual([false, 1]);
    const set = await keyring.create(WALLET, services.keys);
    const stored = await services.store(set);
    await keyring.confirm(
      await shareFor(installation, stored, stored.device),
      await shareFor(installation, stored, stored.recovery),
      await sealFor(installation, stored.vault),
    );
    expect(await keyring.hasDeviceShare()).toBe(true);
    const account = set.addresses.evm as `0x${string}`;
    const request: SigningRequest = {
      ...{ id: 'a', kind: 'message', chainId: 'eip155:1', account, payload: toHex('hello') },
    };
    const at = Date.now();
    const digest = await digestOf(request);
    const approval = {
      id: 'a',
      digest,
      origin: ORIGIN,
      surface: 'frame',
      armedAt: at,
      decidedAt: at,
    } as const;
    const signature = (await keyring.sign(request, approval)) as `0x${string}`;
    expect(await verifyMessage({ address: account, message: 'hello', signature })).toBe(true);
    await expect(keyring.sign(request, approval)).rejects.toMatchObject({ code: 'KEYRING_APPROVAL' });
    const [deviceShare] = installation.deviceShares;
    const secrets = [deviceShare?.share, stored.device, stored.recovery, stored.vault].map(share =>
      Buffer.from(share ?? []).toString('base64url'),
    );
    const text = JSON.stringify(crossed);
    for (const secret of secrets) expect([secret.length, text.includes(secret)]).toEqual([43, false]);
  });

  it('preserves error codes and refuses invalid calls', async () => {
    const { keyring, services } = await open();
    await expect(keyring.rekey(services.keys, { mode: 'automatic' })).rejects.toMatchObject({
      code: 'KEYRING_LOCKED',
    });
    await expect(keyring.create(7 as never, services.keys)).rejects.toMatchObject({
      code: 'KEYRING_REFUSED',
    });
    await expect(keyring.unlock({ jwe: 'x' } as never)).rejects.toMatchObject({ code: 'KEYRING_REFUSED' });
  });

  it('ignores invalid responses', async () => {
    let answer = (_: unknown) => {};
    const { keyring } = await open(() => ({
      addEventListener(type: string, listener: (event: MessageEvent) => void) {
        if (type === 'message') answer = data => listener({ data } as MessageEvent);
      },
      postMessage() {},
      terminate() {},
    }));
    const asked = keyring.create(WALLET, {
      walletService: { kid: 'a', kty: 'EC' },
      vault: { kid: 'b', kty: 'EC' },
    });
    answer('hello');
    answer({ id: 99, result: true });
    answer({ id: 1, result: { seed: 'x' } });
    await expect(asked).rejects.toMatchObject({ code: 'KEYRING_REFUSED' });
    const other = keyring.hasDeviceShare();
    answer({ id: 2, code: 'SOMETHING' });
    await expect(other).rejects.toMatchObject({ code: 'KEYRING_REFUSED' });
  });

  it('rejects pending calls when a Worker dies and creates another', async () => {
    const deaths: (() => void)[] = [];
    const { keyring, workers } = await open(installation => {
      const worker = channelWorker(installation);
      return {
        ...worker,
        addEventListener(type: string, listener: (event: MessageEvent) => void) {
          if (type === 'error') deaths.push(() => listener({} as MessageEvent));
          else worker.addEventListener('message', listener);
        },
      };
    });
    const asked = [keyring.hasDeviceShare(), keyring.hasDeviceShare()];
    deaths[0]?.();
    for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'KEYRING_ENDED' });
    expect(await keyring.hasDeviceShare()).toBe(false);
    expect(workers).toHaveLength(2);
  });

  const silentWorker = () => ({ addEventListener() {}, postMessage() {}, terminate: vi.fn() });

  it('treats a Worker that is silent for half a minute as dead', async () => {
    const silent = silentWorker();
    const { keyring } = await open(() => silent);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = awaitedLater(
      expect(keyring.hasDeviceShare()).rejects.toMatchObject({ code: 'KEYRING_ENDED' }),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    await ended;
    expect(silent.terminate).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives a slow phone three minutes for a password's key", async () => {
    const silent = silentWorker();
    const { keyring, installation } = await open(() => silent);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = awaitedLater(
      expect(keyring.finishPassword('', '', installation)).rejects.toMatchObject({
        code: 'KEYRING_ENDED',
      }),
    );
    await vi.advanceTimersByTimeAsync(179_999);
    expect(silent.terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await ended;
  });

  it('ends its Worker once and for good', async () => {
    const { keyring, workers } = await open();
    const asked = keyring.hasDeviceShare();
    keyring.end();
    await expect(asked).rejects.toMatchObject({ code: 'KEYRING_ENDED' });
    await expect(keyring.hasDeviceShare()).rejects.toMatchObject({ code: 'KEYRING_ENDED' });
    keyring.end();
    expect(workers).toHaveLength(1);
  });
});
