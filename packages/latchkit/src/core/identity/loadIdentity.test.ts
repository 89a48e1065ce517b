// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callPath } from '../../protocol/calls/callPath.js';
import { readPictureRequest } from '../../protocol/calls/project/images.js';
import { readPricesRequest } from '../../protocol/calls/project/tokens.js';
import { MAX_PRICED_TOKENS } from '../../protocol/gateway/maxPricedTokens.js';
import { fetchPrices } from '../balances/fetchPrices.js';
import { connect } from '../connection/connect.js';
import { VERSION } from '../kernel/gatewayUrl.js';
import { refreshReceiver, setSendReceiver } from '../send/sendDraft.js';
import { ADDRESS, connectionOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, turns, until } from '../testSupport/stubGateway.test-support.js';
import { refreshIdentity } from './refreshIdentity.js';
import { resolveName } from './resolveName.js';

const IDENTITY = `/v1/identity/${ADDRESS}`;
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** As the gateway answers: a picture under its own URL. */
const PICTURE = () => gateway.url + callPath(readPictureRequest.call, { id: '5'.repeat(32) });

let gateway: StubGateway;
const kits: { destroy(): void }[] = [];

beforeEach(async () => {
  gateway = await startStubGateway({ '/v1/supported-chains': [200, { http: ['eip155:1'] }] });
  gateway.answers[IDENTITY] = [200, { name: 'ada.eth', avatar: PICTURE(), novel: 1 }];
});

afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.useRealTimers();
  await gateway.stop();
});

function kitOn(chainId: `${string}:${string}` = 'eip155:1') {
  const adapter = scriptedAdapter();
  adapter.answer.connect = async () => connectionOf('io.one', chainId);
  const features = { email: false, socials: false, analytics: false } as const;
  const { kit } = startedKit({ gateway: gateway.url, features }, adapter);
  kits.push(kit);
  return { kit, adapter, chain: () => kit.store.getState().namespaces.eip155 };
}

describe('refreshIdentity', () => {
  it('is requested after connect, and provides name and image [CALL-17] [CALL-15]', async () => {
    const { kit, chain } = kitOn();
    await connect(kit, { connectorId: 'io.one' });
    await until(() => chain()?.profileName !== undefined);
    expect(chain()).toMatchObject({ profileName: 'ada.eth', profileImage: PICTURE() });
    expect(Object.fromEntries(gateway.asked(IDENTITY)[0]?.url.searchParams ?? [])).toEqual({
      projectId: 'test',
      st: 'latchkit',
      sv: VERSION,
    });
  });

  it('requests once in 5 minutes, and again afterwards [TIME-06]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { kit, chain } = kitOn();
    await connect(kit, { connectorId: 'io.one' });
    await until(() => chain()?.profileName !== undefined);
    vi.setSystemTime(Date.now() + 5 * 60_000 - 1_000);
    await refreshIdentity(kit);
    expect(gateway.asked(IDENTITY)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2_000);
    await refreshIdentity(kit);
    expect(gateway.asked(IDENTITY)).toHaveLength(2);
  });

  it('asks for the address of a name once in 5 minutes, and again before a review [TIME-06] (rows-W6)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const path = '/v1/profile/account/ada.eth';
    gateway.answers[path] = [200, { name: 'ada.eth', addresses: { 60: { address: ADDRESS } } }];
    const { kit } = kitOn();
    await connect(kit, { connectorId: 'io.one' });
    const asked = () => gateway.asked(path).length;
    await resolveName(kit, 'ada.eth');
    vi.setSystemTime(Date.now() + 5 * 60_000 - 1_000);
    expect([await resolveName(kit, 'ada.eth'), asked()]).toEqual([{ name: 'ada.eth', address: ADDRESS }, 1]);
    vi.setSystemTime(Date.now() + 2_000);
    await resolveName(kit, 'ada.eth');
    expect(asked()).toBe(2);
    setSendReceiver(kit, 'ada.eth');
    await until(() => kit.store.getState().send.receiverStatus === 'ready');
    expect(asked()).toBe(2);
    // The name has moved since.
    gateway.answers[path] = [200, { name: 'ada.eth', addresses: { 60: { address: OTHER } } }];
    expect(await refreshReceiver(kit)).toBe(true);
    expect([kit.store.getState().send.receiverAddress, asked()]).toEqual([OTHER, 3]);
    gateway.answers[path] = [404, { reasons: [{ name: 'name', description: 'Nobody has this name' }] }];
    expect([await refreshReceiver(kit), kit.store.getState().send.receiverAddress]).toEqual([
      false,
      undefined,
    ]);
    setSendReceiver(kit, OTHER);
    expect([await refreshReceiver(kit), asked()]).toEqual([true, 4]);
  });

  it('sends no request for accounts on an unsupported chain [CALL-16]', async () => {
    const { kit, chain } = kitOn('eip155:10');
    await connect(kit, { connectorId: 'io.one' });
    await until(() => gateway.asked('/v1/supported-chains').length === 1);
    await turns();
    expect(gateway.asked(IDENTITY)).toEqual([]);
    expect(chain()?.profileName).toBeUndefined();
  });

  it('contacts no other host for an image, and sanitises the name', async () => {
    gateway.answers[IDENTITY] = [200, { name: '\u202eada\n', avatar: 'https://tracker.example/a.png' }];
    const { kit, chain } = kitOn();
    await connect(kit, { connectorId: 'io.one' });
    await until(() => chain()?.profileName !== undefined);
    expect(chain()).toMatchObject({ profileName: 'ada', profileImage: undefined });
  });

  it('leaves an account without a name, or whose gateway fails, as it is', async () => {
    for (const answer of [[200, { name: null, avatar: null }] as const, [500, {}] as const]) {
      gateway.answers[IDENTITY] = answer;
      const { kit, chain } = kitOn();
      await connect(kit, { connectorId: 'io.one' });
      const before = gateway.asked(IDENTITY).length;
      await until(() => gateway.asked(IDENTITY).length >= before);
      await turns();
      expect(chain()).toMatchObject({ profileName: undefined, profileImage: undefined });
    }
  });
});

describe('fetchPrices', () => {
  it('posts the tokens and returns their prices [CALL-26] [CALL-15]', async () => {
    gateway.answers['/v1/fungible/price'] = [
      200,
      { fungibles: [{ address: USDC, symbol: 'USDC', price: 1 }] },
    ];
    const { kit } = kitOn();
    expect(await fetchPrices(kit, [USDC])).toEqual([{ address: USDC, symbol: 'USDC', price: 1 }]);
    const [sent] = gateway.asked('/v1/fungible/price');
    expect(sent).toMatchObject({ method: 'POST', body: { currency: 'usd', addresses: [USDC] } });
    expect(sent?.url.searchParams.get('projectId')).toBe('test');
    await fetchPrices(kit, [USDC]);
    expect(gateway.asked('/v1/fungible/price')).toHaveLength(1);
  });

  it('splits requests at the service limit, and sends none for an empty list', async () => {
    gateway.answers['/v1/fungible/price'] = [200, { fungibles: [{ price: 2 }] }];
    const { kit } = kitOn();
    const many = Array.from(
      { length: 2 * MAX_PRICED_TOKENS + 1 },
      (_, index): `eip155:1:${string}` => `eip155:1:0x${index.toString(16).padStart(40, '0')}`,
    );
    expect(await fetchPrices(kit, many)).toHaveLength(3);
    const asked = gateway.asked('/v1/fungible/price').map(({ body }) => readPricesRequest.body().parse(body));
    expect(asked.map(({ addresses }) => addresses.length).sort()).toEqual([1, 100, 100]);
    expect(asked.flatMap(({ addresses }) => addresses).sort()).toEqual([...many].sort());
    expect(await fetchPrices(kit, [])).toEqual([]);
    expect(gateway.asked('/v1/fungible/price')).toHaveLength(3);
  });

  it('does not retry until 30 s after a failure', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { kit } = kitOn();
    await expect(fetchPrices(kit, [USDC])).rejects.toMatchObject({ code: 'SERVICE_ERROR' });
    await expect(fetchPrices(kit, [USDC])).rejects.toMatchObject({ code: 'SERVICE_ERROR' });
    expect(gateway.asked('/v1/fungible/price')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 30_000);
    await expect(fetchPrices(kit, [USDC])).rejects.toMatchObject({ code: 'SERVICE_ERROR' });
    expect(gateway.asked('/v1/fungible/price')).toHaveLength(2);
  });
});
