import { type DevelopmentBundler, startDevelopmentBundler } from '@latchkit/dev-bundler';
import {
  encodeAccountCalls,
  SMART_ACCOUNT_V1,
  smartAccountAddress,
  smartAccountFactoryData,
} from 'latchkit/protocol';
import { toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { hasPostgres, newPostgres, openTestDatabase } from '../../../test/testDatabase.js';
import { memoryPubSub } from '../../platform/adapters/memory/memoryPubSub.js';
import { openPostgres } from '../../platform/adapters/postgres.js';
import { migrate } from '../../platform/migrate.js';
import type { Database } from '../../platform/ports/Database.js';
import { migrations } from '../migrations.js';
import { type ProjectService, projectService } from '../projects/service.js';
import { projectStore } from '../projects/store.js';
import { type AaService, aaService } from './service.js';
import { sponsorshipStore } from './sponsorshipStore.js';

const PROJECT = 'a'.repeat(32);
const CHAIN = 'eip155:31337';
const OWNERS = {
  user: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  other: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const;

/** What the development paymaster adds. */
const PAYMASTER_GAS = 60_001;

/** A user operation of which 1,000,000 gas count, those of the development paymaster included. */
const operation = (nonce: number, owner: string) => ({
  sender: smartAccountAddress(owner),
  nonce: toHex(nonce),
  factory: SMART_ACCOUNT_V1.factory,
  factoryData: smartAccountFactoryData(owner),
  callData: encodeAccountCalls([{ to: OWNERS.user, value: 0n, data: '0x' }]),
  callGasLimit: toHex(300_000 - PAYMASTER_GAS),
  verificationGasLimit: toHex(600_000),
  preVerificationGas: toHex(100_000),
  maxFeePerGas: toHex(1_000_000_000),
  maxPriorityFeePerGas: '0x0',
});

const PRICES: Readonly<Record<string, unknown>> = {
  eth_feeHistory: { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'] },
  eth_maxPriorityFeePerGas: '0x3b9aca00',
};

const PROJECT_SETTINGS = {
  id: PROJECT,
  name: 'Shop',
  features: {},
  allowedOrigins: [],
  smartAccounts: {
    sponsorship: {
      chains: [CHAIN],
      origins: [],
      targets: [],
      perUser: { gas: 10_000_000 },
      total: { gas: 17_000_000 },
      newUsers: { share: 1, network: 1 },
    },
  },
};

describe('an operation that uses more than was reserved for it, and is refused', () => {
  it('leaves its place to the next one at once', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    await projectStore(database).create(PROJECT_SETTINGS);
    const store = sponsorshipStore(database);
    const { sponsorship } = PROJECT_SETTINGS.smartAccounts;
    const count = (nonce: number, gas: number, validUntil?: number) =>
      store.reserve(
        {
          projectId: PROJECT,
          chainId: CHAIN,
          sender: `0x${nonce}`,
          nonce: String(nonce),
          userId: `user ${nonce}`,
          network: '192.0.2.1',
          gas,
          microUsd: undefined,
          validUntil,
        },
        sponsorship,
      );
    const end = Date.now() + 60_000;
    // Eighteen fit as they ask; the paymaster adds its own gas, with which seventeen do.
    for (let nonce = 0; nonce < 18; nonce += 1) expect(await count(nonce, 939_999)).toBeUndefined();
    expect(await count(0, 1_000_000, end)).toBeUndefined();
    expect(await count(1, 1_000_000, end)).toBe('total');
    expect(await count(2, 1_000_000, end)).toBeUndefined();
    // What the paymaster signed could still land, whatever is refused later.
    expect(await count(2, 10_000_001, end)).toBe('perUser');
    for (let nonce = 3; nonce < 18; nonce += 1) expect(await count(nonce, 1_000_000, end)).toBeUndefined();
    expect(await count(18, 1)).toBe('total');
  });
});

describe.skipIf(!hasPostgres())('sponsorshipStore', () => {
  let anvil: Awaited<ReturnType<typeof startAnvil>>;
  let bundler: DevelopmentBundler;
  const replicas: {
    readonly database: Database;
    readonly projects: ProjectService;
    readonly aa: AaService;
  }[] = [];
  beforeAll(async () => {
    anvil = await startAnvil(31_337);
    const databaseUrl = await newPostgres();
    bundler = await startDevelopmentBundler({ chains: [anvil.url] });
    const url = bundler.url(31_337);
    for (let count = 0; count < 2; count += 1) {
      const database = await openPostgres(databaseUrl);
      if (count === 0) await migrate(database, migrations);
      const projects = await projectService(projectStore(database), memoryPubSub(), false);
      const aa = aaService({
        ...{ bundlers: { [CHAIN]: { bundler: url, paymaster: url } }, projects },
        // The chain says its price, and nothing else.
        rpc: {
          call: async (_, method) => PRICES[method] ?? Promise.reject(new Error('The chain is away')),
        },
        store: sponsorshipStore(database),
        nativePrice: async () => undefined,
      });
      replicas.push({ database, projects, aa });
    }
    const [first] = replicas;
    if (!first) throw new Error('There is no replica');
    await projectStore(first.database).create(PROJECT_SETTINGS);
  });
  afterAll(async () => {
    await Promise.all(replicas.map(({ projects }) => projects.close()));
    await Promise.all(replicas.map(({ database }) => database.close()));
    await bundler.close();
    await anvil.stop();
  });

  it('holds its allowances under 100 parallel requests on two replicas', async () => {
    const ask = async (index: number): Promise<string> => {
      const userId = index % 4 === 0 ? 'other' : 'user';
      const owner = OWNERS[userId];
      const caller = {
        projectId: PROJECT,
        userId,
        origin: 'https://shop.example',
        network: '192.0.2.1',
        owner,
      };
      const params = [operation(index, owner), SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
      const { signal } = new AbortController();
      const answer = replicas[index % 2]?.aa.call(
        CHAIN,
        { method: 'pm_getPaymasterData', params },
        caller,
        signal,
      );
      return (answer ?? Promise.reject(new Error('There is no replica'))).then(
        found => ('result' in found ? 'paid' : 'failed'),
        // On a busy machine, one that waited five seconds for its turn asks again, as a page does.
        ({ code }: { code: string }) => (code === 'DATABASE_UNREACHABLE' ? ask(index) : code),
      );
    };
    const found = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index)));
    const counts = Object.fromEntries(
      [...new Set(found)].map(what => [what, found.filter(one => one === what).length]),
    );
    expect(counts).toEqual({ paid: 17, SPONSORSHIP_EXHAUSTED: 83 });
    const [row] = (await replicas[0]?.database.query(
      `select sum(used)::int as total, max(used)::int as most
       from (select sum(gas) as used from sponsored_operations group by user_id) as users`,
    )) ?? [{}];
    expect(row?.total).toBe(17_000_000);
    expect(Number(row?.most)).toBeLessThanOrEqual(10_000_000);
  });
});
