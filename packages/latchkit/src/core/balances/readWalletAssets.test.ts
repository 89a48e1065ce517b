// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { evm } from '../../evm/evm.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import { createFakeWallet, type FakeWallet } from '../../testing/createFakeWallet.js';
import { connect } from '../connection/connect.js';
import { ADDRESS, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, until } from '../testSupport/stubGateway.test-support.js';
import { getCapabilities, parseWalletCapabilities } from '../walletActions/capabilities.js';
import { refreshTokens } from './refreshTokens.js';

const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const erc20 = {
  address: TOKEN,
  balance: '0x1312d00',
  type: 'ERC20',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1.5, iconUrl: 'https://icons.example/u' },
};
const native = {
  address: 'native',
  balance: '0x16345785d8a0000',
  type: 'NATIVE',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
};

let gateway: StubGateway;
let wallet: FakeWallet;
let wallets = 0;
const kits: { destroy(): void }[] = [];

beforeEach(async () => {
  gateway = await startStubGateway({
    '/v1/supported-chains': [200, { http: ['eip155:1'] }],
    [`/v1/account/${ADDRESS}/balance`]: [200, { balances: [] }],
    // The chain's node: no contract has a factor.
    '/v1': ({ body }) => [200, { jsonrpc: '2.0', id: (body as { id: number }).id, result: '0x' }],
  });
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.restoreAllMocks();
  await gateway.stop();
});

/** A kit on the real EVM adapter and a wallet that responds to the two methods as the test defines. */
async function connectedWith(capabilities: unknown, assets: unknown) {
  // Wallets of earlier tests are still on the page.
  wallet = createFakeWallet({ chains: { 1: `${gateway.url}/v1` }, rdns: `dev.latchkit.w${++wallets}` });
  const real = wallet.provider.request;
  const asked: { method: string; params?: unknown }[] = [];
  wallet.provider.request = request => {
    asked.push(request);
    if (request.method === 'wallet_getCapabilities') return Promise.resolve(capabilities);
    if (request.method === 'wallet_getAssets') return Promise.resolve(assets);
    return real(request);
  };
  wallet.announce();
  const features = { email: false, socials: false, analytics: false } as const;
  const { kit } = startedKit({ gateway: gateway.url, features, adapters: [evm()] }, undefined);
  kits.push(kit);
  await until(() => kit.store.getState().connectors.some(({ id }) => id === wallet.info.rdns));
  await connect(kit, { connectorId: wallet.info.rdns });
  return { kit, asked, tokens: () => kit.store.getState().namespaces.eip155?.tokenBalance };
}

const OFFERED = { '0x1': { assetDiscovery: { supported: true } } };
const balances = () => gateway.asked(`/v1/account/${ADDRESS}/balance`);

describe('readWalletAssets', () => {
  it('requests the capabilities from the wallet, by address [CALL-44]', async () => {
    const { kit, asked } = await connectedWith(OFFERED, {});
    expect(await getCapabilities(kit)).toEqual(OFFERED);
    const request = asked.find(({ method }) => method === 'wallet_getCapabilities');
    expect(request?.params).toEqual(expect.arrayContaining([ADDRESS]));
  });

  it('requests wallet_getAssets when the capabilities offer it, and uses its assets as balances [CALL-45] [ENT-14]', async () => {
    const { kit, asked, tokens } = await connectedWith(OFFERED, { '0x1': [native, erc20] });
    await refreshTokens(kit);
    expect(asked.find(({ method }) => method === 'wallet_getAssets')?.params).toEqual([
      { account: ADDRESS, chainFilter: ['0x1'] },
    ]);
    expect(tokens()).toEqual([
      { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: 18, numeric: '0.1' } },
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: 'eip155:1',
        address: `eip155:1:${TOKEN}`,
        value: 30,
        price: 1.5,
        quantity: { decimals: 6, numeric: '20' },
        iconUrl: 'https://icons.example/u',
      },
    ]);
    expect(balances()).toEqual([]);
  });

  it.each([[{}], [{ '0x1': { assetDiscovery: { supported: false } } }], [{ '0xa': OFFERED['0x1'] }]])(
    'asks the gateway when the capabilities are %j [CALL-45]',
    async capabilities => {
      const { kit, asked } = await connectedWith(capabilities, { '0x1': [native] });
      await refreshTokens(kit);
      expect(asked.map(({ method }) => method)).not.toContain('wallet_getAssets');
      expect(balances()).toHaveLength(1);
    },
  );

  it('leaves out assets of a wrong shape, and those with 0 decimals [VAL-24] [VAL-23]', async () => {
    const broken = [
      null,
      7,
      {},
      { ...native, balance: '100' },
      { ...native, type: 'ERC721' },
      { ...erc20, metadata: null },
      { ...erc20, metadata: { ...erc20.metadata, decimals: '6' } },
      { ...erc20, metadata: { ...erc20.metadata, decimals: 0 } },
    ];
    const { kit, tokens } = await connectedWith(OFFERED, { '0x1': [...broken, native] });
    await refreshTokens(kit);
    expect(tokens()?.map(({ symbol }) => symbol)).toEqual(['ETH']);
    for (const answer of [null, [], 'none', { '0x1': 'none' }]) {
      const other = await connectedWith(OFFERED, answer);
      await refreshTokens(other.kit);
      expect(other.tokens()).toEqual([]);
    }
  });
});

describe('parseWalletCapabilities', () => {
  it("throws 'Error parsing wallet capabilities' when a session's text is not JSON [ERR-60]", async () => {
    const expected = { code: 'WALLET_CAPABILITIES', message: 'Error parsing wallet capabilities' };
    for (const text of ['{', 'undefined', '7', '[]', '']) {
      expect(() => parseWalletCapabilities(text), text).toThrow(expect.objectContaining(expected));
    }
    const adapter = scriptedAdapter();
    adapter.getProvider = async () => ({ session: { sessionProperties: { capabilities: '{' } } });
    const { kit } = startedKit({}, adapter);
    await connect(kit, { connectorId: 'io.one' });
    await expect(getCapabilities(kit)).rejects.toMatchObject(expected);
  });

  it('uses the capabilities of the account from its session', async () => {
    const own = { '0x1': { atomic: { status: 'supported' } } };
    const adapter = scriptedAdapter();
    const text = JSON.stringify({ [ADDRESS.toLowerCase()]: own });
    adapter.getProvider = async () => ({ session: { sessionProperties: { capabilities: text } } });
    const { kit } = startedKit({}, adapter);
    await connect(kit, { connectorId: 'io.one' });
    expect(await getCapabilities(kit)).toEqual(own);
  });
});

describe('formatUnits', () => {
  it('moves the point and drops trailing zeros', () => {
    expect([
      formatUnits(1_500_000n, 6),
      formatUnits(1n, 18),
      formatUnits(0n, 6),
      formatUnits(20n, 0),
    ]).toEqual(['1.5', '0.000000000000000001', '0', '20']);
  });

  it('shows a scaled token by the factor of its contract, without a value (RV-26)', async () => {
    const answer = (result: object) => {
      gateway.answers['/v1'] = ({ body }) => {
        const { id, params } = body as { id: number; params: readonly { to?: string }[] };
        const isScaled = params[0]?.to?.toLowerCase() === TOKEN.toLowerCase();
        return [200, { jsonrpc: '2.0', id, ...(isScaled ? result : { result: '0x' }) }];
      };
    };
    answer({ result: `0x${(25n * 10n ** 17n).toString(16).padStart(64, '0')}` });
    const { kit, tokens } = await connectedWith(OFFERED, { '0x1': [native, erc20] });
    await refreshTokens(kit);
    expect(tokens()?.[1]).toMatchObject({
      quantity: { decimals: 6, numeric: '20' },
      shown: { amount: '50', factor: '2.5' },
    });
    expect([tokens()?.[1]?.value, tokens()?.[1]?.price, tokens()?.[0]?.shown]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(balances()).toHaveLength(0);
  });

  it('leaves out a token whose contract alone does not answer, which anyone can send (RV-26)', async () => {
    const odd = { ...erc20, address: `0x${'66'.repeat(20)}` };
    gateway.answers['/v1'] = ({ body }) => {
      const { id, params } = body as { id: number; params: readonly { to?: string }[] };
      const isOdd = params[0]?.to === odd.address;
      return [
        200,
        {
          jsonrpc: '2.0',
          id,
          ...(isOdd ? { error: { code: -32_000, message: 'out of gas' } } : { result: '0x' }),
        },
      ];
    };
    const { kit, tokens } = await connectedWith(OFFERED, { '0x1': [odd, native, odd, erc20] });
    await refreshTokens(kit);
    expect(tokens()?.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC']);
    expect(balances()).toHaveLength(0);
  });

  it('asks the gateway where the chain does not tell the factor (RV-26)', async () => {
    gateway.answers['/v1'] = [503, {}];
    const { kit, tokens } = await connectedWith(OFFERED, { '0x1': [erc20] });
    await refreshTokens(kit);
    expect(tokens()).toEqual([]);
    expect(balances()).toHaveLength(1);
  });
});
