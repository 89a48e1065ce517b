import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import {
  listCredentials,
  readCredentials,
  removeCredentials,
  saveCredentials,
  storedProviders,
} from './credentialStore.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';

let suite: WalletSuite;
let store: SealedStore;
beforeAll(async () => {
  suite = await walletSuite();
  const [first] = suite.services.stores;
  store = first ?? expect.unreachable('There is no store');
});
afterAll(() => suite.close());

const OWN = { clientId: 'shop', clientSecret: 'a secret of the shop' };

describe('credentials of a project', () => {
  it('are stored encrypted, replaced, listed without the secret, and removed', async () => {
    await saveCredentials(store, 'shop', 'google', { ...OWN, clientSecret: 'before' });
    await saveCredentials(store, 'shop', 'google', OWN);
    expect(await readCredentials(store, 'shop', 'google')).toEqual(OWN);
    const rows = await store.database.query(`select * from ${store.schema}.social_credentials`);
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.sealed_ct as Uint8Array).toString('latin1')).not.toContain(
      'secret of the shop',
    );
    const listed = await listCredentials(store, 'shop');
    expect(listed).toEqual([{ provider: 'google', updatedAt: expect.any(Date) }]);
    expect(await removeCredentials(store, 'shop', 'google')).toBe(true);
    expect(await removeCredentials(store, 'shop', 'google')).toBe(false);
    expect(await readCredentials(store, 'shop', 'google')).toBeUndefined();
  });

  it('of another project or provider cannot be put in their place', async () => {
    await saveCredentials(store, 'shop', 'google', OWN);
    await saveCredentials(store, 'evil', 'google', { clientId: 'evil', clientSecret: 'evil' });
    await store.database.query(
      `update ${store.schema}.social_credentials c set sealed_ct = o.sealed_ct
       from ${store.schema}.social_credentials o where c.project_id = 'shop' and o.project_id = 'evil'`,
    );
    await expect(readCredentials(store, 'shop', 'google')).rejects.toMatchObject({ code: 'KEY_REFUSED' });
  });

  it('win over those of the deployment', async () => {
    await saveCredentials(store, 'own', 'github', OWN);
    const shared = { clientId: 'shared', clientSecret: 'shared' };
    const find = storedProviders(store, async (_, provider) => ({
      provider: SOCIAL_PROVIDERS[provider],
      credentials: shared,
      owner: 'deployment',
    }));
    expect(await find('own', 'github')).toMatchObject({
      credentials: OWN,
      owner: { projectId: 'own', clientId: 'shop' },
    });
    expect(await find('other', 'github')).toMatchObject({ credentials: shared, owner: 'deployment' });
    expect((await find('own', 'google'))?.credentials).toEqual(shared);
  });
});
