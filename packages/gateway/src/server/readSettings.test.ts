import { describe, expect, it } from 'vitest';
import { NETWORK_RELAY } from '../project/projects/NetworkRelay.js';
import { DEFAULT_RELAY_LIMITS } from '../project/relay/relayLimits.js';
import { gatewayOrigin } from './gatewayOrigin.js';
import { readSettings } from './readSettings.js';

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      redisUrl: undefined,
      dataDirectory: '.latchkit/gateway',
      developmentMode: true,
      bundlers: {},
      publicNodes: true,
      upstreams: {
        'eip155:31337': 'http://localhost:8545',
        'eip155:31338': 'http://localhost:8546',
        'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'http://localhost:3002',
        'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4': 'http://localhost:8899',
      },
      limits: { perAddress: 6_000, perProject: 600_000, rpcPerProject: 600_000, signInPerAddress: 600 },
      storage: { eventBytes: 100_000_000, eventDays: 90 },
      trustedProxies: [],
      metricsToken: undefined,
      log: 'warn',
      secrets: [],
      tokenList: undefined,
      priceUrl: undefined,
      swapKeys: {},
      onramp: {},
      publicUrl: undefined,
      farcaster: undefined,
      relay: {
        mailbox: 'database',
        addresses: undefined,
        limits: DEFAULT_RELAY_LIMITS,
        network: NETWORK_RELAY,
      },
      index: { 'eip155:31337': 0, 'eip155:31338': 0 },
      blockscout: {},
      ensResolvers: {},
      pictures: true,
      ccipRead: false,
      nameSuffix: '.reown.id',
      wallet: {
        only: 'all',
        newDevice: 'link',
        framePort: 4001,
        vaultPort: 4002,
        frameUrl: undefined,
        vaultUrl: undefined,
        keys: { kind: 'file', path: '.latchkit/gateway-keys/gateway.json', createForDevelopment: true },
        vaultKeys: { kind: 'file', path: '.latchkit/gateway-keys/vault.json', createForDevelopment: true },
        mail: undefined,
        vaultMail: undefined,
        frameDirectory: undefined,
        vaultDatabaseUrl: undefined,
        auditDirectory: '.latchkit/gateway-audit',
        backupKeys: [],
        social: { credentials: {}, vaultClients: {}, idpUrl: undefined },
      },
    });
  });

  it('trusts the demo page in development when its port is set', () => {
    const env = { LATCHKIT_DEMO_PORT: '5199' };
    expect(readSettings(env).wallet?.demoOrigin).toBe('http://localhost:5199');
    expect(readSettings({}).wallet?.demoOrigin).toBeUndefined();
  });

  it('uses the set values, and no development defaults in production', () => {
    expect(
      readSettings({
        NODE_ENV: 'production',
        LATCHKIT_GATEWAY_PORT: '0',
        LATCHKIT_DATA_DIR: '/data',
        DATABASE_URL: 'postgres://db/latchkit',
        REDIS_URL: 'rediss://cache:6380/1',
        LATCHKIT_LIMIT_PER_ADDRESS: '10',
        LATCHKIT_LIMIT_PER_PROJECT: '20',
        LATCHKIT_LIMIT_RPC_PER_PROJECT: '0',
        LATCHKIT_LIMIT_SIGN_IN: '30',
        LATCHKIT_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,',
        LATCHKIT_METRICS_TOKEN: 'a-token-of-24-characters',
        LATCHKIT_LOG: 'error',
        LATCHKIT_TOKEN_LIST: '/tokens.json',
        LATCHKIT_WALLETS: '/wallets.json',
        LATCHKIT_PRICE_URL: 'https://prices.example/key',
        LATCHKIT_ONE_INCH_KEY: 'a key of 1inch',
        LATCHKIT_PUBLIC_URL: 'https://gateway.example/',
        LATCHKIT_INDEX: 'eip155:8453, eip155:10@120000000',
        LATCHKIT_BLOCKSCOUT_1: 'https://eth.blockscout.com',
        LATCHKIT_ENS_8453: '0x1000000000000000000000000000000000000001',
        LATCHKIT_CCIP_READ: 'on',
        LATCHKIT_PICTURES: 'on',
        LATCHKIT_NAME_SUFFIX: '.example.com',
        LATCHKIT_CHAIN_A_PORT: '9545',
        LATCHKIT_RPC_8453: 'https://base.example/key, https://other.example',
        LATCHKIT_RPC_5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: 'https://solana.example',
        LATCHKIT_RPC_1: '',
      }),
    ).toEqual({
      port: 0,
      host: undefined,
      databaseUrl: 'postgres://db/latchkit',
      redisUrl: 'rediss://cache:6380/1',
      dataDirectory: '/data',
      developmentMode: false,
      bundlers: {},
      publicNodes: false,
      upstreams: {
        'eip155:8453': ['https://base.example/key', 'https://other.example'],
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['https://solana.example'],
      },
      limits: { perAddress: 10, perProject: 20, rpcPerProject: 0, signInPerAddress: 30 },
      storage: { eventBytes: 100_000_000, eventDays: 90 },
      trustedProxies: ['loopback', '10.0.0.0/8'],
      metricsToken: 'a-token-of-24-characters',
      log: 'error',
      secrets: [
        ...['postgres://db/latchkit', 'latchkit', 'rediss://cache:6380/1', 'a-token-of-24-characters'],
        ...['https://prices.example/key', 'a key of 1inch', 'https://eth.blockscout.com'],
        ...['https://base.example/key', 'https://other.example', 'https://solana.example'],
      ],
      tokenList: '/tokens.json',
      walletList: '/wallets.json',
      priceUrl: 'https://prices.example/key',
      swapKeys: { oneInch: 'a key of 1inch' },
      onramp: {},
      publicUrl: 'https://gateway.example',
      farcaster: undefined,
      relay: { mailbox: 'redis', addresses: undefined, limits: DEFAULT_RELAY_LIMITS, network: NETWORK_RELAY },
      index: { 'eip155:8453': 'newest', 'eip155:10': 120000000 },
      blockscout: { 'eip155:1': 'https://eth.blockscout.com' },
      ensResolvers: { 'eip155:8453': '0x1000000000000000000000000000000000000001' },
      pictures: true,
      ccipRead: true,
      nameSuffix: '.example.com',
    });
  });

  it('has the ending of the specification in development, unless the operator sets another one (UX-23)', () => {
    expect(readSettings({}).nameSuffix).toBe('.reown.id');
    expect(readSettings({ LATCHKIT_NAME_SUFFIX: '.demo.example' }).nameSuffix).toBe('.demo.example');
  });

  it('registers no names in production without a suffix, nor with that of development', () => {
    expect(readSettings({ NODE_ENV: 'production' }).nameSuffix).toBeUndefined();
    const env = { NODE_ENV: 'production', LATCHKIT_NAME_SUFFIX: '.reown.id' };
    expect(() => readSettings(env)).toThrow('LATCHKIT_NAME_SUFFIX must be a domain of yours');
  });

  it('registers names in production only for an origin that no request chooses [SEC-112]', () => {
    const env = { NODE_ENV: 'production', LATCHKIT_NAME_SUFFIX: '.example.com' };
    expect(() => readSettings(env)).toThrow('LATCHKIT_PUBLIC_URL must be set in production');
    const settings = readSettings({ ...env, LATCHKIT_PUBLIC_URL: 'https://gateway.example/v' });
    expect(gatewayOrigin(settings)).toBe('https://gateway.example');
    expect(gatewayOrigin(readSettings({ LATCHKIT_GATEWAY_PORT: '4007' }))).toBe('http://localhost:4007');
    expect(gatewayOrigin(readSettings({ NODE_ENV: 'production' }))).toBeUndefined();
  });

  it('indexes nothing when indexing is off', () => {
    expect(readSettings({ LATCHKIT_INDEX: 'off' }).index).toEqual({});
    expect(readSettings({ NODE_ENV: 'production' }).index).toEqual({});
  });

  it('moves the development chains', () => {
    const { upstreams } = readSettings({
      LATCHKIT_CHAIN_A_PORT: '9545',
      LATCHKIT_RPC_31338: 'http://b:1',
      LATCHKIT_SOLANA_PORT: '9899',
      LATCHKIT_BITCOIN_PORT: '9002',
    });
    expect(upstreams).toEqual({
      'eip155:31337': 'http://localhost:9545',
      'eip155:31338': ['http://b:1'],
      'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4': 'http://localhost:9899',
      'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'http://localhost:9002',
    });
  });

  it.each([
    ['LATCHKIT_GATEWAY_PORT', '65536'],
    ['LATCHKIT_GATEWAY_PORT', '4000x'],
    ['LATCHKIT_CHAIN_B_PORT', '-1'],
    ['LATCHKIT_RPC_1', 'secret-without-scheme'],
    ['LATCHKIT_RPC_1', 'file:///secret'],
    ['LATCHKIT_RPC_250', 'https://secret.example'],
    ['LATCHKIT_RPC_', 'https://secret.example'],
    ['LATCHKIT_RPC_1', 'https://a.example,secret'],
    ['REDIS_URL', 'http://secret.example'],
    ['LATCHKIT_LIMIT_PER_ADDRESS', '-1'],
    ['LATCHKIT_LIMIT_PER_PROJECT', '1e3'],
    ['LATCHKIT_LOG', 'loud'],
    ['LATCHKIT_CCIP_READ', 'yes'],
    ['LATCHKIT_PICTURES', 'maybe'],
    ['LATCHKIT_NAME_SUFFIX', 'shop.example'],
    ['LATCHKIT_NAME_SUFFIX', '.Shop.example'],
    ['LATCHKIT_PRICE_URL', 'file:///prices'],
    ['LATCHKIT_PUBLIC_URL', 'gateway.example'],
    ['LATCHKIT_PUBLIC_URL', 'https://gateway.example/v?x=1'],
    ['LATCHKIT_FARCASTER_CLIENT', 'wallet.example'],
    ['LATCHKIT_FARCASTER_RELAY_KEY', 'a key of 32 characters, but no client'],
    ['LATCHKIT_ENS_1', '0x12'],
    ['LATCHKIT_INDEX', 'solana:secret'],
    ['LATCHKIT_INDEX', 'eip155:1@secret'],
    ['LATCHKIT_BLOCKSCOUT_1', 'secret'],
    ['LATCHKIT_BLOCKSCOUT_x', 'https://secret.example'],
    ['LATCHKIT_ENS_solana', '0x1000000000000000000000000000000000000001'],
  ])('refuses %s=%s by name, without the value', (name, value) => {
    let error: unknown;
    try {
      readSettings({ [name]: value });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'INVALID_SETTING', message: expect.stringContaining(name) });
    expect(String(error)).not.toContain(value);
  });

  it('reads the Farcaster relay, and refuses a short key', () => {
    const env = { LATCHKIT_FARCASTER_CLIENT: 'https://wallet.example/siwf' };
    const key = 'a key that relay and wallet share';
    expect(readSettings({ ...env, LATCHKIT_FARCASTER_RELAY_KEY: key }).farcaster).toEqual({
      clientUrl: 'https://wallet.example/siwf',
      key,
    });
    for (const short of [undefined, key.slice(0, 31)]) {
      expect(() => readSettings({ ...env, LATCHKIT_FARCASTER_RELAY_KEY: short })).toThrow(
        'LATCHKIT_FARCASTER_RELAY_KEY must have at least 32 characters',
      );
    }
  });

  it('refuses a short metrics token in production', () => {
    const LATCHKIT_METRICS_TOKEN = 'development';
    expect(readSettings({ LATCHKIT_METRICS_TOKEN }).metricsToken).toBe('development');
    expect(() => readSettings({ NODE_ENV: 'production', LATCHKIT_METRICS_TOKEN })).toThrow(/METRICS_TOKEN/);
  });

  it('refuses a development chain in production', () => {
    expect(() => readSettings({ NODE_ENV: 'production', LATCHKIT_RPC_31337: 'http://a' })).toThrow(/31337/);
  });
});
