import { describe, expect, it } from 'vitest';
import { approved, made, ORIGIN } from '../test/createdWallet.js';
import { memoryInstallation } from '../test/memoryInstallation.js';
import { sealFor } from '../test/scriptedServices.js';
import { createKeyring } from './createKeyring.js';
import type { SigningRequest } from './SigningRequest.js';
import { sealForInstallation } from './sealShares.js';
import { joinKey } from './splitKey.js';

/** A wallet, and a new installation in the same browser. */
async function siblings() {
  const one = await made();
  const sibling = await memoryInstallation();
  const { wallet } = one.stored;
  const { jkt, encJwk } = sibling;
  const request: SigningRequest = {
    ...{ id: crypto.randomUUID(), kind: 'provision', chainId: 'eip155:1' },
    account: wallet.addresses.evm,
    payload: JSON.stringify({ jkt, encJwk, projectId: 'p', hostOrigin: 'https://other.example' }),
  };
  const press = (change?: Parameters<typeof approved>[2], of = request) =>
    approved(of, one.clock.now, { surface: 'window', ...change });
  const adopt = (jwe: string, to = sibling, of = wallet) => {
    const { sealedSeed } = one.stored;
    const { walletService } = one.services.keys;
    return createKeyring({ installation: to, origin: ORIGIN }).adopt({ jwe, sealedSeed }, of, walletService);
  };
  return { ...one, wallet, sibling, request, press, adopt };
}

describe('provisionSibling', () => {
  it('opens the same wallet in the installation to which the key was sealed, and in no other [SEC-53]', async () => {
    const { keyring, wallet, sibling, services, request, press, adopt } = await siblings();
    const { jwe, sealedSeed } = await keyring.provision(request, await press());
    expect(sealedSeed).toMatch(/^[\w-]+$/);
    const { epoch, half } = await adopt(jwe);
    expect(epoch).toBe(1);
    // The share set opens the wallet with what the wallet service then stores.
    const share = await services.openAtWalletService(half);
    const there = createKeyring({ installation: sibling, origin: ORIGIN });
    await there.unlock({ jwe: await sealFor(sibling, share), sealedSeed, wallet });
    expect(there.wallet()?.addresses).toEqual(wallet.addresses);
    // Another installation, and one that names itself as the receiver but has another sealing key.
    const stranger = await memoryInstallation();
    for (const to of [stranger, { ...stranger, jkt: sibling.jkt }]) {
      await expect(adopt(jwe, to)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
    }
  });

  it('adopts no key that was sealed for another purpose or installation, and no key of another wallet or epoch', async () => {
    const { keyring, installation, wallet, sibling, stored, request, press, adopt } = await siblings();
    const mismatch = { code: 'KEYRING_MISMATCH' };
    const [own] = installation.deviceShares;
    if (own === undefined) throw new Error('There is no share set.');
    // The right key, but sealed for nothing in particular, or in the name of another installation.
    const key = joinKey(own.share, stored.device);
    const another = { ...sibling, jkt: installation.jkt };
    for (const sealed of [
      sealForInstallation(key, sibling),
      sealForInstallation(key, another, `provision ${wallet.walletId}|${wallet.epoch}`),
    ]) {
      await expect(adopt(await sealed)).rejects.toMatchObject(mismatch);
    }
    const { jwe } = await keyring.provision(request, await press());
    await expect(adopt(jwe, sibling, { ...wallet, epoch: 2 })).rejects.toMatchObject(mismatch);
    const addresses = { ...wallet.addresses, evm: wallet.addresses.owner };
    await expect(adopt(jwe, sibling, { ...wallet, addresses })).rejects.toMatchObject(mismatch);
  });

  it('needs a press in the wallet window for this installation, once', async () => {
    const { keyring, request, press } = await siblings();
    const refused = async (of: SigningRequest, approval: Awaited<ReturnType<typeof press>>) =>
      expect(keyring.provision(of, approval)).rejects.toMatchObject({
        code: expect.stringMatching(/^KEYRING_(REFUSED|APPROVAL)$/),
      });
    await refused(request, await press({ surface: 'frame' }));
    await refused({ ...request, payload: '{}' }, await press());
    const message: SigningRequest = { ...request, kind: 'message' };
    await refused(message, await press({}, message));
    const approval = await press();
    await keyring.provision(request, approval);
    await refused(request, approval);
  });
});
