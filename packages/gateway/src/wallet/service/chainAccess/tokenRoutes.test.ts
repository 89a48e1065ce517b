import { listAccountNamesCall, listTokensCall, smartAccountAddress } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({
    names: { suffix: '.example.com', origin: 'https://gateway.example', key: () => undefined },
  });
});
afterAll(() => suite.close());

describe('tokenRoutes', () => {
  it('list the tokens of a chain for a session, with images that the wallet page may load', async () => {
    const frame = await suite.frame();
    const { session } = await frame.signIn(suite.address());
    const of = async (chainId: string) =>
      (await frame.ask('frame', listTokensCall, { params: { chainId }, access: session.access })).tokens;
    const tokens = await of('eip155:8453');
    expect(tokens.map(({ symbol, decimals, address }) => [symbol, decimals, address])).toEqual([
      ['USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
      ['WETH', 18, '0x4200000000000000000000000000000000000006'],
    ]);
    expect(await of('eip155:424242')).toEqual([]);
    const image = await suite.servers.fetch(
      new Request(`${suite.servers.frameUrl}/token-images/${tokens[0]?.image}`),
    );
    expect([
      image.status,
      image.headers.get('Content-Type'),
      image.headers.get('Cross-Origin-Resource-Policy'),
    ]).toEqual([200, 'image/svg+xml', 'cross-origin']);
    expect(await image.text()).toMatch(/^<svg/);
    const unknown = new Request(`${suite.servers.frameUrl}/token-images/%20`);
    expect((await suite.servers.fetch(unknown)).status).toBe(404);
    expect((await frame.call('frame', '/v1/tokens/eip155:1')).status).toBe(401);
  });

  it('name the accounts of the user that have a registered name', async () => {
    const frame = await suite.frame();
    const signedIn = await frame.signIn(suite.address());
    const { addresses } = await frame.create(signedIn);
    const { access } = signedIn.session;
    const names = async () => (await frame.ask('frame', listAccountNamesCall, { access })).names;
    expect(await names()).toEqual([]);
    const smart = smartAccountAddress(addresses.owner);
    await suite.database.query(
      `insert into account_names (label, skeleton, address, attributes, registered_at)
       values ('ada', 'ada', $1, '{}', now())`,
      [smart],
    );
    // The user's other account has none.
    expect(await names()).toEqual([{ address: smart, name: 'ada.example.com' }]);
  });
});
