import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../test/testDatabase.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { createGateway } from '../../../project/createGateway.js';
import { availableSocials } from './availableSocials.js';
import { saveCredentials } from './credentialStore.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());

const CLIENT = { clientId: 'id', clientSecret: 'secret' };

describe('availableSocials', () => {
  it("finds providers with the project's or the deployment's credentials, again after a second", async () => {
    const [store] = suite.services.stores;
    if (store === undefined) expect.unreachable('There is no store');
    let time = 0;
    const find = availableSocials(
      store,
      async () => ['x', 'google'],
      () => time,
    );
    expect(await find('shop')).toEqual(['google', 'x']);
    await saveCredentials(store, 'shop', 'github', CLIENT);
    expect(await find('shop')).toEqual(['google', 'x']);
    time = 1_001;
    expect(await find('shop')).toEqual(['github', 'google', 'x']);
    expect(await find('other')).toEqual(['google', 'x']);
  });

  it('filters the socials that a project offers', async () => {
    const database = await openTestDatabase();
    let available: readonly string[] | undefined = ['google', 'github'];
    const gateway = await createGateway({ database, socialsOf: async () => available });
    const project = { name: 'Shop', allowedOrigins: [] };
    await gateway.projects.save({ ...project, id: 'own', features: { socials: ['x', 'github', 'google'] } });
    await gateway.projects.save({ ...project, id: 'off', features: { socials: false } });
    await gateway.projects.save({ ...project, id: 'host', features: {} });
    const config = async (id: string) => {
      const response = await gateway.app.request(`/appkit/v1/config?projectId=${id}`);
      return response.json();
    };
    const providers = available;
    // No provider that sells currencies is set up.
    const onramp: readonly string[] = [];
    expect(await config('own')).toEqual({ features: { onramp, socials: ['github', 'google'] }, providers });
    expect(await config('off')).toEqual({ features: { onramp, socials: false }, providers });
    expect(await config('host')).toEqual({ features: { onramp }, providers });
    available = undefined;
    expect(await config('own')).toEqual({ features: { onramp, socials: ['x', 'github', 'google'] } });
    await gateway.close();
    await database.close();
  });
});
