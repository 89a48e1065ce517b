import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DevelopmentBundler, startDevelopmentBundler } from '@latchkit/dev-bundler';
import {
  type AccountCall,
  encodeAccountCalls,
  encodeSessionGrant,
  PORTAL_PROJECT,
  SESSION_NONCE_KEY,
  type SessionGrant,
  SMART_ACCOUNT_V1,
  SMART_SESSIONS,
  sessionPeriods,
  sessionSetupCalls,
  sessionSignature,
  smartAccountAddress,
  smartAccountFactoryData,
} from 'latchkit/protocol';
import { toSafeSmartAccount } from 'permissionless/accounts';
import { createPublicClient, custom, http, keccak256, stringToHex, toHex, zeroAddress } from 'viem';
import { createBundlerClient, createPaymasterClient, entryPoint07Address } from 'viem/account-abstraction';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startBundler } from '../../../test/servers/startBundler.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { ServerAnswer } from '../../platform/jsonrpc/ServerCall.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import type { ProjectInput } from '../projects/store.js';
import { checkPermissionChain } from './checkPermissionChain.js';
import { type AaService, aaService } from './service.js';
import { sponsorshipStore } from './sponsorshipStore.js';

const CHAIN = 'eip155:31337';
const EMPTY_CHAIN = 'eip155:31338';
const ORIGIN = 'https://shop.example';
const NETWORK = '192.0.2.1';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** A session key, and an address without a contract. */
const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const never = new AbortController().signal;
/** Signs the operations of permissions. */
const COSIGNER_KEY = new Uint8Array(32).fill(7);
const COSIGNER = privateKeyToAccount(toHex(COSIGNER_KEY));

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let empty: Awaited<ReturnType<typeof startAnvil>>;
let bundler: DevelopmentBundler;
let database: Database;
let gateway: Gateway;
beforeAll(async () => {
  [anvil, empty, database] = await Promise.all([startAnvil(31_337), startAnvil(31_338), openTestDatabase()]);
  bundler = await startBundler(anvil.url);
  const url = bundler.url(31_337);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: [anvil.url], [EMPTY_CHAIN]: [empty.url] },
    bundlers: {
      [CHAIN]: { bundler: url, paymaster: url },
      // The bundler of another chain, whose contracts this one lacks.
      [EMPTY_CHAIN]: { bundler: url, paymaster: undefined },
    },
    cosignerKey: () => COSIGNER_KEY,
    priceSource: { prices: async assets => new Map(assets.map(asset => [asset, 2_000])) },
  });
});
afterAll(async () => {
  await gateway.close();
  await database.close();
  await bundler.close();
  await Promise.all([anvil.stop(), empty.stop()]);
});

let projects = 0;
/** A project with these settings, and a user of it. */
async function visitor(smartAccounts: ProjectInput['smartAccounts'] = {}) {
  projects += 1;
  const projectId = projects.toString(16).padStart(32, 'a');
  await gateway.projects.save({
    id: projectId,
    name: 'Shop',
    features: {},
    allowedOrigins: [],
    smartAccounts,
  });
  const key = privateKeyToAccount(keccak256(stringToHex(`user ${projects}`)));
  const caller = {
    projectId,
    userId: `user ${projects}`,
    origin: ORIGIN,
    network: NETWORK,
    owner: key.address,
  };
  const call = (method: string, params: readonly unknown[], aa: AaService = gateway.aa) =>
    aa.call(CHAIN, { method, params }, caller, never);
  return { key, caller, call };
}

const gas = (perUser: number, total = 1_000_000_000) => ({
  perUser: { gas: perUser },
  total: { gas: total },
  // What new users may use has a test of its own.
  newUsers: { share: 1, network: 1 },
});
const everything = { sponsorship: { chains: [CHAIN], ...gas(100_000_000) } };
const payment: AccountCall = { to: TOKEN, value: 0n, data: '0x' };

/** What the development paymaster adds. */
const PAYMASTER_GAS = 60_001;

/** A user operation without a signature, of which 1,000,000 gas count with the paymaster's. */
function draft({ address }: PrivateKeyAccount, { nonce = 0, calls = [payment] } = {}) {
  return {
    sender: smartAccountAddress(address),
    nonce: toHex(nonce),
    factory: SMART_ACCOUNT_V1.factory,
    factoryData: smartAccountFactoryData(address),
    callData: encodeAccountCalls(calls),
    callGasLimit: toHex(300_000 - PAYMASTER_GAS),
    verificationGasLimit: toHex(600_000),
    preVerificationGas: toHex(100_000),
    maxFeePerGas: toHex(1_000_000_000),
    maxPriorityFeePerGas: '0x0',
  };
}

const asked = (operation: unknown) => [operation, SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
const refusal = (status: number, code: string, message = '') =>
  expect.objectContaining({ status, code, message: expect.stringContaining(message) });

/** A server of the test; the response text of each request. */
async function serve(respond: (text: string, request: IncomingMessage) => Promise<string> | string) {
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.end(await respond(Buffer.concat(parts).toString(), request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serviceWith(change: Partial<Parameters<typeof aaService>[0]>): AaService {
  const url = bundler.url(31_337);
  return aaService({
    bundlers: { [CHAIN]: { bundler: url, paymaster: url } },
    rpc: gateway.rpc,
    projects: gateway.projectService,
    store: sponsorshipStore(database),
    nativePrice: async () => undefined,
    cosignerKey: () => COSIGNER_KEY,
    ...change,
  });
}

describe('aaService', () => {
  it('lists the chains that have a bundler and the contracts', async () => {
    expect(await gateway.aa.chains(never)).toEqual([CHAIN]);
  });

  it('checks a chain again a minute after it failed', async () => {
    let now = 0;
    let isUp = false;
    const url = await serve(async text => {
      if (!isUp) return 'down';
      return (await fetch(bundler.url(31_337), { method: 'POST', body: text })).text();
    });
    const aa = serviceWith({ bundlers: { [CHAIN]: { bundler: url, paymaster: undefined } }, now: () => now });
    expect(await aa.chains(never)).toEqual([]);
    isUp = true;
    expect(await aa.chains(never)).toEqual([]);
    now = 60_000;
    expect(await aa.chains(never)).toEqual([CHAIN]);
    isUp = false;
    now = 10 * 60_000;
    expect(await aa.chains(never)).toEqual([CHAIN]);
  });

  it('sends a sponsored operation of an account that does not exist, and counts what it used', async () => {
    const { key, caller, call } = await visitor(everything);
    const request = async ({ method, params }: { method: string; params?: unknown }) => {
      const answer: ServerAnswer = await call(method, (params ?? []) as unknown[]);
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.result;
    };
    const client = createPublicClient({ chain: foundry, transport: http(anvil.url) });
    const account = await toSafeSmartAccount({
      client,
      owners: [key],
      version: '1.4.1',
      entryPoint: { address: entryPoint07Address, version: '0.7' },
      useMultiSendForSetup: true,
    });
    const wallet = createBundlerClient({
      account,
      client,
      chain: foundry,
      transport: custom({ request }),
      paymaster: createPaymasterClient({ transport: custom({ request }) }),
      pollingInterval: 20,
    });
    const hash = await wallet.sendUserOperation({
      calls: [payment, payment, payment],
      // The client's own price is twice what the chain asks for.
      ...{ maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
    });
    const receipt = await wallet.waitForUserOperationReceipt({ hash });
    expect(receipt).toMatchObject({ success: true, sender: smartAccountAddress(key.address) });
    expect((await wallet.getUserOperation({ hash })).transactionHash).toBe(receipt.receipt.transactionHash);
    const rows = await database.query(`select gas::int from sponsored_operations where project_id = $1`, [
      caller.projectId,
    ]);
    expect(rows).toEqual([{ gas: Number(receipt.actualGasUsed) }]);
  });

  it('refuses other methods and chains, and parameters that are not a user operation', async () => {
    const { key, caller, call } = await visitor(everything);
    for (const method of [
      'eth_sendTransaction',
      'debug_bundler_clearState',
      'pimlico_sendCompressed',
      'constructor',
    ])
      await expect(call(method, [])).rejects.toEqual(refusal(403, 'METHOD_NOT_ALLOWED'));
    const elsewhere = gateway.aa.call('eip155:1', { method: 'eth_chainId', params: [] }, caller, never);
    await expect(elsewhere).rejects.toEqual(refusal(400, 'CHAIN_NOT_SUPPORTED'));
    const operation = { ...draft(key), signature: '0x' };
    const wrong = [
      [],
      [operation],
      [operation, TOKEN],
      [{ ...operation, extra: '0x' }, SMART_ACCOUNT_V1.entryPoint],
      [{ ...operation, signature: undefined }, SMART_ACCOUNT_V1.entryPoint],
    ];
    for (const params of wrong)
      await expect(call('eth_sendUserOperation', params)).rejects.toEqual(
        refusal(400, 'INVALID_USER_OPERATION'),
      );
    await expect(call('eth_getUserOperationReceipt', ['0x12'])).rejects.toEqual(
      refusal(400, 'INVALID_USER_OPERATION'),
    );
  });

  it('refuses a foreign sender, factory, owner change and delegate call in every method [SEC-71]', async () => {
    const { key, call } = await visitor(everything);
    const stranger = (await visitor()).key;
    const account = smartAccountAddress(key.address);
    const swapOwner: AccountCall = { to: account, value: 0n, data: `0xe318b52b${'00'.repeat(96)}` };
    const plain = draft(key);
    const delegated = plain.callData.replace(/0{64}(?=0{64})/, `${'0'.repeat(63)}1`);
    const refused = [
      { ...plain, sender: smartAccountAddress(stranger.address) },
      { ...plain, factory: TOKEN },
      { ...plain, factoryData: smartAccountFactoryData(stranger.address) },
      draft(key, { calls: [payment, swapOwner] }),
      { ...plain, callData: delegated },
      { ...plain, callGasLimit: '0xffffffff' },
    ];
    const methods = [
      'eth_estimateUserOperationGas',
      'eth_sendUserOperation',
      'pm_getPaymasterStubData',
      'pm_getPaymasterData',
    ];
    for (const operation of refused) {
      for (const method of methods) {
        const params = asked({ ...operation, signature: '0x' });
        await expect(call(method, params)).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));
      }
    }
  });

  it('passes on a permission only for a project that has them, on a chain that has the contracts', async () => {
    const [first, second] = [await visitor({ permissions: { enabled: true } }), await visitor()];
    const grant: SessionGrant = {
      kind: 'native',
      key: TOKEN,
      cosigner: COSIGNER.address,
      salt: `0x${'ab'.repeat(31)}00`,
      target: SMART_SESSIONS.sessions.replace('0x00', '0x11') as `0x${string}`,
      selector: '0xffffffff',
      limit: 1n,
      ...{ start: 1_900_000_000, end: 1_900_086_400, period: 86_400 },
    };
    const enable: AccountCall = { to: SMART_SESSIONS.sessions, value: 0n, data: encodeSessionGrant(grant) };
    for (const { key, call } of [first, second]) {
      const setup = sessionSetupCalls(smartAccountAddress(key.address));
      const params = asked({ ...draft(key, { calls: [...setup, enable] }), signature: '0x' });
      const answer = call('eth_estimateUserOperationGas', params);
      if (key === first.key) expect(await answer).toEqual(expect.any(Object));
      else await expect(answer).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));
    }
    const { projectId } = first.caller;
    expect(await gateway.aa.permissionChains(projectId, never)).toEqual([CHAIN]);
    expect(await gateway.aa.permissionChains(second.caller.projectId, never)).toEqual([]);
    expect(await gateway.aa.permissionChains(PORTAL_PROJECT, never)).toEqual([]);
    // A gateway that anyone uses does not take the stand-ins of development for the contracts.
    expect(await serviceWith({}).permissionChains(projectId, never)).toEqual([]);
    const chains = (cosignerKey: () => Uint8Array | undefined) =>
      serviceWith({ allowsStandIns: true, cosignerKey }).permissionChains(projectId, never);
    expect(await chains(() => COSIGNER_KEY)).toEqual([CHAIN]);
    // Nor does one without a key for permissions have them.
    expect(await chains(() => undefined)).toEqual([]);
    expect(await checkPermissionChain(gateway.rpc, CHAIN, false, never)).toEqual(
      Object.keys(SMART_SESSIONS).map(part => ({ part, problem: 'development' })),
    );
  });

  it('serves a permission to call a function only while it is registered and of no listed token [SEC-113]', async () => {
    const claim = { chainId: CHAIN, contract: TOKEN, function: 'claim(uint256)', name: 'Rewards' };
    const permissions = { enabled: true, functions: [claim], approved: [claim] };
    const { key, caller, call } = await visitor({ ...everything, permissions });
    const account = smartAccountAddress(key.address);
    const grant: SessionGrant = {
      kind: 'call',
      key: KEY,
      cosigner: COSIGNER.address,
      salt: `0x${'ab'.repeat(31)}00`,
      target: TOKEN,
      selector: '0x379607f5',
      limit: 0n,
      ...{ start: 1_900_000_000, end: 1_900_086_400, period: 86_400 },
    };
    const granting = (one: SessionGrant, aa?: AaService) => {
      const enable: AccountCall = { to: SMART_SESSIONS.sessions, value: 0n, data: encodeSessionGrant(one) };
      const operation = draft(key, { calls: [...sessionSetupCalls(account), enable] });
      return call('pm_getPaymasterStubData', asked(operation), aa);
    };
    const using = (one: SessionGrant, method: string, aa: AaService = gateway.aa) => {
      const [period] = sessionPeriods(one);
      const operation = {
        ...{ sender: account, nonce: toHex(BigInt(SESSION_NONCE_KEY) << 64n) },
        callData: encodeAccountCalls([{ to: one.target, value: 0n, data: one.selector }], 'modular'),
        signature: sessionSignature(period?.permissionId ?? '0x', `0x${'ec'.repeat(65)}`),
      };
      const { projectId, origin, network } = caller;
      const page = { projectId, origin, network, account, grant: one };
      return aa.callSession(CHAIN, { method, params: asked(operation) }, page, never);
    };
    const methods = ['pm_getPaymasterStubData', 'eth_estimateUserOperationGas'];
    expect(await granting(grant)).toHaveProperty('result');
    // A registered one is looked up on the chain, where nobody granted it.
    for (const method of methods)
      await expect(using(grant, method)).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));

    const unregistered = refusal(403, 'PERMISSION_UNREGISTERED');
    const listing = serviceWith({ tokensOf: () => [{ address: TOKEN.toLowerCase() }], allowsStandIns: true });
    expect((await listing.registered(caller.projectId)).functions).toEqual([]);
    // A grant of the past: what nobody registered, or a function that moves tokens.
    const others = [{ selector: '0x12345678' }, { selector: '0xd73dd623' }, { target: KEY }] as const;
    const refused = [
      [grant, listing] as const,
      ...others.map(change => [{ ...grant, ...change }, gateway.aa] as const),
    ];
    for (const [one, aa] of refused) {
      await expect(granting(one, aa)).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));
      for (const method of [...methods, 'pm_getPaymasterData'])
        await expect(using(one, method, aa), method).rejects.toEqual(unregistered);
    }
    // Nor one that the operator has not approved, or with another name of the same selector.
    const named = { ...claim, function: 'pay(uint256)' };
    for (const approved of [
      [],
      [named],
      [{ ...claim, chainId: 'eip155:1' }],
      [{ ...claim, contract: KEY }],
    ]) {
      const other = await visitor({ ...everything, permissions: { ...permissions, approved } });
      expect((await gateway.aa.registered(other.caller.projectId)).functions).toEqual([]);
    }
    // Nor one whose key alone decides on the fee, or with a second key of the page.
    const unbounded = refusal(403, 'PERMISSION_UNBOUNDED');
    for (const cosigner of [undefined, key.address]) {
      const one = { ...grant, cosigner } as SessionGrant;
      await expect(granting(one)).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));
      for (const method of [...methods, 'pm_getPaymasterData', 'eth_sendUserOperation'])
        await expect(using(one, method), method).rejects.toEqual(unbounded);
    }
    // What was sent before can still be followed.
    const { projectId, origin, network } = caller;
    const receipt = { method: 'eth_getUserOperationReceipt', params: [`0x${'12'.repeat(32)}`] };
    const old = { projectId, origin, network, account, grant: { ...grant, selector: '0x12345678' as const } };
    expect(await gateway.aa.callSession(CHAIN, receipt, old, never)).toEqual({ result: null });
  });

  it("passes on the bundler's refusal, without its URL", async () => {
    const { key, call } = await visitor(everything);
    const params = [{ ...draft(key), signature: '0x' }, SMART_ACCOUNT_V1.entryPoint];
    expect(await call('eth_sendUserOperation', params)).toMatchObject({
      error: { code: expect.any(Number) },
    });
    const url = await serve(text => {
      const error = { code: -32_500, message: `key secret-key-1 of ${JSON.parse(text).method}` };
      return JSON.stringify({ jsonrpc: '2.0', id: 1, error });
    });
    const aa = serviceWith({
      bundlers: { [CHAIN]: { bundler: `${url}/secret-key-1`, paymaster: undefined } },
    });
    expect(await call('eth_sendUserOperation', params, aa)).toEqual({
      error: { code: -32_500, message: 'Refused' },
    });
  });

  it('says that the bundler or the paymaster is down', async () => {
    const { key, call } = await visitor(everything);
    const url = 'http://127.0.0.1:1';
    const aa = serviceWith({ bundlers: { [CHAIN]: { bundler: url, paymaster: url } } });
    const params = asked({ ...draft(key), signature: '0x' });
    await expect(call('eth_sendUserOperation', params, aa)).rejects.toEqual(
      refusal(503, 'BUNDLER_UNAVAILABLE'),
    );
    await expect(call('pm_getPaymasterData', params, aa)).rejects.toEqual(
      refusal(503, 'PAYMASTER_UNAVAILABLE'),
    );
  });

  it('pays for what the policy names: chains, origins, contracts and functions', async () => {
    const sponsorship = { chains: [CHAIN], ...gas(100_000_000) };
    const transfer: AccountCall = { to: TOKEN, value: 0n, data: '0xa9059cbb' };
    const targets = [{ contract: TOKEN.toLowerCase(), selectors: ['0xa9059cbb'] }];
    const cases = [
      [{}, [payment], 'sponsors nothing'],
      [{ sponsorship }, [payment], undefined],
      [{ sponsorship: { ...sponsorship, chains: ['eip155:1'] } }, [payment], 'chain'],
      [{ sponsorship: { ...sponsorship, origins: ['https://other.example'] } }, [payment], 'origin'],
      [{ sponsorship: { ...sponsorship, origins: [ORIGIN] } }, [payment], undefined],
      [{ sponsorship: { ...sponsorship, targets } }, [transfer], undefined],
      [{ sponsorship: { ...sponsorship, targets } }, [transfer, payment], 'target'],
      [{ sponsorship: { ...sponsorship, targets: [{ contract: TOKEN }] } }, [payment, transfer], undefined],
      [
        { sponsorship: { ...sponsorship, targets: [{ contract: SMART_ACCOUNT_V1.setup }] } },
        [payment],
        'target',
      ],
    ] as const;
    for (const [settings, calls, problem] of cases) {
      const { key, call } = await visitor(structuredClone(settings) as ProjectInput['smartAccounts']);
      const params = asked(draft(key, { calls: [...calls] }));
      for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData']) {
        const answer = call(method, params);
        if (problem) await expect(answer).rejects.toEqual(refusal(403, 'SPONSORSHIP_REFUSED', problem));
        else expect(await answer).toHaveProperty('result.paymasterData');
      }
    }
  });

  it('stops at the allowances of a user and of the project, in gas and in USD', async () => {
    const dataFor = async ({ key, call }: Awaited<ReturnType<typeof visitor>>, nonce: number) =>
      call('pm_getPaymasterData', asked(draft(key, { nonce })));
    const one = await visitor({ sponsorship: { chains: [CHAIN], ...gas(2_000_000, 3_000_000) } });
    for (const nonce of [0, 1, 1, 0]) expect(await dataFor(one, nonce)).toHaveProperty('result');
    await expect(dataFor(one, 2)).rejects.toEqual(refusal(429, 'SPONSORSHIP_EXHAUSTED', 'of this user'));
    const two = { ...(await visitor()) };
    const ofSameProject = (aa: AaService, nonce: number) => {
      const caller = { ...two.caller, projectId: one.caller.projectId };
      const params = asked(draft(two.key, { nonce }));
      return aa.call(CHAIN, { method: 'pm_getPaymasterData', params }, caller, never);
    };
    expect(await ofSameProject(gateway.aa, 0)).toHaveProperty('result');
    await expect(ofSameProject(gateway.aa, 1)).rejects.toEqual(
      refusal(429, 'SPONSORSHIP_EXHAUSTED', 'of the project'),
    );
    // A day later everything is free again.
    const later = serviceWith({ store: sponsorshipStore(database, () => Date.now() + 86_400_001) });
    expect(await ofSameProject(later, 1)).toHaveProperty('result');

    // 1,000,000 gas at 1 gwei are 0.001 ETH: 2 USD.
    const usd = { perUser: { usd: 5 }, total: { usd: 100 }, newUsers: { share: 1, network: 1 } };
    const paying = await visitor({ sponsorship: { chains: [CHAIN], ...usd } });
    for (const nonce of [0, 1]) expect(await dataFor(paying, nonce)).toHaveProperty('result');
    await expect(dataFor(paying, 2)).rejects.toEqual(refusal(429, 'SPONSORSHIP_EXHAUSTED'));
    const unpriced = paying.call(
      'pm_getPaymasterData',
      asked(draft(paying.key, { nonce: 3 })),
      serviceWith({}),
    );
    await expect(unpriced).rejects.toEqual(refusal(503, 'SPONSORSHIP_UNAVAILABLE'));
    const { maxFeePerGas: _, ...free } = draft(paying.key);
    await expect(paying.call('pm_getPaymasterData', asked(free))).rejects.toEqual(
      refusal(400, 'INVALID_USER_OPERATION'),
    );
  });

  it("asks the operator's paymaster with their context, which no page sees or changes (RV-05)", async () => {
    const { key, call } = await visitor(everything);
    const policyId = 'policy-of-the-operator';
    const strict = await startDevelopmentBundler({ chains: [anvil.url], policyId });
    onTestFinished(() => strict.close());
    const url = strict.url(31_337);
    const lines: unknown[] = [];
    const withContext = (context?: Record<string, unknown>) =>
      serviceWith({
        bundlers: { [CHAIN]: { bundler: url, paymaster: url, ...(context ? { context } : {}) } },
        log: (level, event, fields) => lines.push({ level, event, ...fields }),
      });
    const params = [...asked(draft(key)).slice(0, 3), { policyId: 'of the page' }];
    const methods = ['pm_getPaymasterStubData', 'pm_getPaymasterData'];
    for (const method of methods)
      expect(await call(method, params, withContext({ policyId }))).toHaveProperty('result.paymasterData');
    for (const method of methods) {
      const refused = await call(method, params, withContext({ policyId: 'another' }));
      expect(refused).toEqual({
        error: { code: -32_602, message: 'The paymaster does not pay for this' },
      });
    }
    const message = `No policy ${policyId} in {"policyId":"another"}.`;
    expect(lines).toEqual(
      methods.map(method => ({
        level: 'warn',
        event: 'paymaster_refused',
        chain: CHAIN,
        method,
        code: -32_602,
        message,
      })),
    );
  });

  it('accepts no final data of a paymaster before the fee was counted', async () => {
    const { key, call } = await visitor(everything);
    const paymaster = await serve(async text => {
      const response = await fetch(bundler.url(31_337), { method: 'POST', body: text });
      const answer = (await response.json()) as { result: object };
      return JSON.stringify({ ...answer, result: { ...answer.result, isFinal: true } });
    });
    const aa = serviceWith({ bundlers: { [CHAIN]: { bundler: paymaster, paymaster } } });
    const params = asked(draft(key));
    await expect(call('pm_getPaymasterStubData', params, aa)).rejects.toEqual(
      refusal(503, 'PAYMASTER_UNAVAILABLE'),
    );
    expect(await call('pm_getPaymasterData', params, aa)).toHaveProperty('result');
  });
});

describe("aaService with a host's paymaster", () => {
  const local = { protocols: ['http:'], isAllowed: (address: string) => address === '127.0.0.1' } as const;

  async function ask(
    url: string,
    options: { isAllowed?: boolean; isLocal?: boolean; context?: object } = {},
  ) {
    const { isAllowed = true, isLocal = true, context } = options;
    const { key, caller } = await visitor({ hostPaymasters: isAllowed });
    const aa = serviceWith(isLocal ? { guard: local } : {});
    const [operation, entryPoint, chainId] = asked(draft(key));
    const params = [operation, entryPoint, chainId, context ?? { policyId: 'sp_1' }];
    return aa.callHostPaymaster(CHAIN, { url, method: 'pm_getPaymasterData', params }, caller, never);
  }

  /** An answer with this many digits. */
  const paid = (digits = 2) => ({ paymaster: TOKEN, paymasterData: `0x${'1'.repeat(digits)}` });

  it('asks it with the context of the page, if the project allows it and it names somebody [SEC-108]', async () => {
    let received: unknown;
    let paymaster = TOKEN;
    const url = await serve(text => {
      received = JSON.parse(text);
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result: { paymaster, paymasterData: '0x12' } });
    });
    expect(await ask(url)).toEqual({ result: { paymaster: TOKEN, paymasterData: '0x12' } });
    expect(received).toMatchObject({
      method: 'pm_getPaymasterData',
      params: [{ nonce: '0x0' }, SMART_ACCOUNT_V1.entryPoint, '0x7a69', { policyId: 'sp_1' }],
    });
    // Nobody pays.
    paymaster = zeroAddress;
    await expect(ask(url)).rejects.toEqual(refusal(502, 'PAYMASTER_UNAVAILABLE'));
    await expect(ask(url, { isAllowed: false })).rejects.toEqual(refusal(403, 'PAYMASTER_REFUSED'));
    const { key, caller } = await visitor({ hostPaymasters: true });
    const inPortal = gateway.aa.callHostPaymaster(
      CHAIN,
      { url, method: 'pm_getPaymasterData', params: asked(draft(key)) },
      { ...caller, projectId: PORTAL_PROJECT },
      never,
    );
    await expect(inPortal).rejects.toEqual(refusal(403, 'PAYMASTER_REFUSED'));
    const context = { text: 'x'.repeat(5_000) };
    await expect(ask(url, { context })).rejects.toEqual(refusal(400, 'INVALID_USER_OPERATION'));
  });

  it('contacts no server of the own network, by whatever name, and follows no redirect [SEC-73]', async () => {
    let requests = 0;
    const url = await serve(() => {
      requests += 1;
      return '{}';
    });
    const { port } = new URL(url);
    const refused = [
      url,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      `https://2130706433:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      // A name of the public kind whose address is private: what a name resolves to is checked when it is contacted.
      `https://wallet.localhost:${port}/`,
      'file:///etc/hosts',
    ];
    for (const address of refused) {
      await expect(ask(address, { isLocal: false })).rejects.toEqual(refusal(502, 'PAYMASTER_UNAVAILABLE'));
    }
    expect(requests).toBe(0);
    const target = await serve(() => {
      requests += 1;
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result: paid() });
    });
    const away = createServer((_, response) => response.writeHead(307, { Location: target }).end());
    away.listen(0, '127.0.0.1');
    await once(away, 'listening');
    onTestFinished(() => void away.close());
    const redirect = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;
    await expect(ask(redirect)).rejects.toEqual(refusal(502, 'PAYMASTER_UNAVAILABLE'));
    expect(requests).toBe(0);
    expect(await ask(target)).toEqual({ result: paid() });
  });

  it('reads at most 64 KiB of it', async () => {
    const size = (length: number) =>
      serve(() => JSON.stringify({ jsonrpc: '2.0', id: 1, result: paid(length) }));
    expect(await ask(await size(65_000))).toHaveProperty('result');
    await expect(ask(await size(66_000))).rejects.toEqual(refusal(502, 'PAYMASTER_UNAVAILABLE'));
  });
});
