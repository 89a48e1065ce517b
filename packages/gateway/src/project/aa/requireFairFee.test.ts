import type { DevelopmentBundler } from '@latchkit/dev-bundler';
import {
  encodeAccountCalls,
  SMART_ACCOUNT_V1,
  smartAccountAddress,
  smartAccountFactoryData,
} from 'latchkit/protocol';
import { toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startBundler } from '../../../test/servers/startBundler.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { type AaService, aaService } from './service.js';
import { sponsorshipStore } from './sponsorshipStore.js';

const CHAIN = 'eip155:31337';
const PROJECT = 'c'.repeat(32);
const PAGE = 'https://shop.example';
const never = new AbortController().signal;
const GWEI = 1_000_000_000n;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let bundler: DevelopmentBundler;
let database: Database;
let gateway: Gateway;
beforeAll(async () => {
  [anvil, database] = await Promise.all([startAnvil(31_337), openTestDatabase()]);
  bundler = await startBundler(anvil.url);
  const url = bundler.url(31_337);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: [anvil.url] },
    bundlers: { [CHAIN]: { bundler: url, paymaster: url } },
  });
  const gas = { gas: 100_000_000 };
  await gateway.projects.save({
    ...{ id: PROJECT, name: 'Shop', features: {}, allowedOrigins: [PAGE] },
    smartAccounts: {
      sponsorship: { chains: [CHAIN], perUser: gas, total: gas, newUsers: { share: 1, network: 1 } },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await database.close();
  await bundler.close();
  await anvil.stop();
});

/** Asks for the sponsorship of an operation that deploys a new account. */
async function sponsored(change: object, method = 'pm_getPaymasterData', aa: AaService = gateway.aa) {
  const key = privateKeyToAccount(generatePrivateKey());
  const operation = {
    ...{ sender: smartAccountAddress(key.address), nonce: '0x0' },
    ...{ factory: SMART_ACCOUNT_V1.factory, factoryData: smartAccountFactoryData(key.address) },
    callData: encodeAccountCalls([{ to: key.address, value: 0n, data: '0x' }]),
    ...{ callGasLimit: toHex(300_000), verificationGasLimit: toHex(600_000) },
    preVerificationGas: toHex(100_000),
    ...{ maxFeePerGas: toHex(3n * GWEI), maxPriorityFeePerGas: toHex(GWEI) },
    signature: `0x${'00'.repeat(12)}${'ec'.repeat(32)}${'1c'.repeat(32)}1b`,
    ...change,
  };
  const params = [operation, SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
  const caller = { projectId: PROJECT, userId: 'u', origin: PAGE, network: '192.0.2.1', owner: key.address };
  return aa.call(CHAIN, { method, params }, caller, never);
}

/** The service at a node that answers some methods otherwise. */
function serviceAt(answers: Readonly<Record<string, unknown>>, bundlerUrl = bundler.url(31_337)): AaService {
  const call = (async (chainId, method, ...rest) =>
    method in answers
      ? answers[method]
      : gateway.rpc.call(chainId, method, ...rest)) as Gateway['rpc']['call'];
  return aaService({
    bundlers: { [CHAIN]: { bundler: bundlerUrl, paymaster: bundler.url(31_337) } },
    rpc: { call },
    projects: gateway.projectService,
    store: sponsorshipStore(database),
    nativePrice: async () => undefined,
  });
}

const METHODS = ['pm_getPaymasterStubData', 'pm_getPaymasterData'];
const refusal = (status: number, code: string) => expect.objectContaining({ status, code });

describe('a sponsored operation', () => {
  it.each(METHODS)('has a price that the chain asks for: %s', async method => {
    expect(await sponsored({}, method)).toHaveProperty('result');
    for (const price of [5n, 1_000n, 1_000_000n]) {
      const wei = toHex(price * GWEI);
      for (const change of [
        { maxFeePerGas: wei, maxPriorityFeePerGas: wei },
        // The tip is what whoever bundles the operation earns when the base fee falls.
        { maxPriorityFeePerGas: wei },
      ])
        await expect(sponsored(change, method)).rejects.toEqual(refusal(403, 'SPONSORSHIP_REFUSED'));
    }
    await expect(sponsored({ maxFeePerGas: toHex(1_000n * GWEI) }, method)).rejects.toEqual(
      refusal(403, 'SPONSORSHIP_REFUSED'),
    );
  });

  it.each(METHODS)('is not paid while the price of the chain is not known: %s', async method => {
    const unknown = refusal(503, 'SPONSORSHIP_UNAVAILABLE');
    for (const answers of [
      { eth_feeHistory: null },
      { eth_feeHistory: { baseFeePerGas: [] } },
      { eth_maxPriorityFeePerGas: 'cheap' },
    ])
      await expect(sponsored({}, method, serviceAt(answers))).rejects.toEqual(unknown);
    // Without a base fee, the whole price is the tip.
    const plain = { eth_feeHistory: { baseFeePerGas: ['0x0', '0x0'] }, eth_gasPrice: toHex(2n * GWEI) };
    expect(
      await sponsored({}, method, serviceAt({ ...plain, eth_gasPrice: toHex(3n * GWEI) })),
    ).toHaveProperty('result');
    await expect(
      sponsored({ maxPriorityFeePerGas: toHex(3n * GWEI + 1n) }, method, serviceAt(plain)),
    ).rejects.toEqual(refusal(403, 'SPONSORSHIP_REFUSED'));
  });

  it('has the preVerificationGas that the bundler asks for, which is paid whole to whoever bundles it', async () => {
    for (const gas of [200_000, 3_000_000])
      await expect(sponsored({ preVerificationGas: toHex(gas) })).rejects.toEqual(
        refusal(403, 'SPONSORSHIP_REFUSED'),
      );
    // A bundler that gives no estimate bounds nothing.
    const away = serviceAt({}, 'http://127.0.0.1:1');
    expect(await sponsored({}, 'pm_getPaymasterData', away)).toHaveProperty('result');
    await expect(
      sponsored({ preVerificationGas: toHex(200_000) }, 'pm_getPaymasterData', away),
    ).rejects.toEqual(refusal(503, 'SPONSORSHIP_UNAVAILABLE'));
  });
});
