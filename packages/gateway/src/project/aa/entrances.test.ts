import type { DevelopmentBundler } from '@latchkit/dev-bundler';
import {
  type AccountCall,
  encodeAccountCalls,
  encodeSessionGrant,
  hashUserOperation,
  SESSION_NONCE_KEY,
  type SessionGrant,
  SMART_ACCOUNT_V1,
  SMART_SESSIONS,
  sessionContext,
  sessionPeriods,
  sessionSetupCalls,
  sessionSignature,
  sessionTerms,
  siwxTokensAnswer,
  smartAccountAddress,
  smartAccountFactoryData,
} from 'latchkit/protocol';
import { toSafeSmartAccount } from 'permissionless/accounts';
import {
  createPublicClient,
  createTestClient,
  custom,
  type Hex,
  http,
  keccak256,
  recoverMessageAddress,
  stringToHex,
  toHex,
} from 'viem';
import { createBundlerClient, createPaymasterClient, entryPoint07Address } from 'viem/account-abstraction';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startBundler } from '../../../test/servers/startBundler.js';
import {
  ask,
  messageOf,
  nonceOf,
  PAGE,
  refusal as refusalOf,
  type Signer,
  signedBody,
} from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { ServerAnswer } from '../../platform/jsonrpc/ServerCall.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import type { ProjectInput } from '../projects/store.js';
import { type AaService, aaService } from './service.js';
import { sponsorshipStore } from './sponsorshipStore.js';

const CHAIN = 'eip155:31337';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const DAY = 24 * 60 * 60 * 1_000;
const never = new AbortController().signal;
/** Signs the operations of permissions. */
const COSIGNER_KEY = new Uint8Array(32).fill(7);
const COSIGNER = privateKeyToAccount(toHex(COSIGNER_KEY));

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let bundler: DevelopmentBundler;
let database: Database;
let gateway: Gateway;
/** A smart account that granted a permission, on the chain. */
let owner: PrivateKeyAccount;
let grant: SessionGrant;
beforeAll(async () => {
  [anvil, database] = await Promise.all([startAnvil(31_337), openTestDatabase()]);
  bundler = await startBundler(anvil.url);
  const url = bundler.url(31_337);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: [anvil.url] },
    bundlers: { [CHAIN]: { bundler: url, paymaster: url } },
    cosignerKey: () => COSIGNER_KEY,
  });
  owner = privateKeyToAccount(generatePrivateKey());
  const start = Math.floor(Date.now() / 1_000) - 60;
  grant = {
    kind: 'native',
    key: privateKeyToAccount(generatePrivateKey()).address,
    cosigner: COSIGNER.address,
    salt: `0x${'ab'.repeat(31)}00`,
    target: TOKEN,
    selector: '0xffffffff',
    limit: 1n,
    start,
    end: start + 86_400,
    period: 86_400,
  };
  const enable: AccountCall = { to: SMART_SESSIONS.sessions, value: 0n, data: encodeSessionGrant(grant) };
  const project = await newProject(OPEN);
  await send(owner, [...sessionSetupCalls(smartAccountAddress(owner.address)), enable], project);
});
afterAll(async () => {
  await gateway.close();
  await database.close();
  await bundler.close();
  await anvil.stop();
});

type Settings = NonNullable<ProjectInput['smartAccounts']>;

const sponsorship = (more: Partial<Settings['sponsorship']> = {}): Settings['sponsorship'] => ({
  chains: [CHAIN],
  perUser: { gas: 100_000_000 },
  total: { gas: 100_000_000 },
  newUsers: { share: 1, network: 1 },
  ...more,
});
const OPEN: Settings = { permissions: { enabled: true }, sponsorship: sponsorship() };

let projects = 0;
async function newProject(smartAccounts: Settings): Promise<string> {
  projects += 1;
  const id = projects.toString(16).padStart(32, 'b');
  await gateway.projects.save({ id, name: 'Shop', features: {}, allowedOrigins: [PAGE], smartAccounts });
  return id;
}

/** Sends a sponsored operation as a wallet page does, and waits until it has landed. */
async function send(key: PrivateKeyAccount, calls: readonly AccountCall[], projectId: string) {
  const caller = { projectId, userId: key.address, origin: PAGE, network: '192.0.2.1', owner: key.address };
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer: ServerAnswer = await gateway.aa.call(
      CHAIN,
      { method, params: (params ?? []) as unknown[] },
      caller,
      never,
    );
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
  const transport = custom({ request });
  const paymaster = createPaymasterClient({ transport });
  const wallet = createBundlerClient({
    account,
    client,
    chain: foundry,
    transport,
    paymaster,
    pollingInterval: 20,
  });
  const hash = await wallet.sendUserOperation({ calls: [...calls], ...FAIR });
  const { success } = await wallet.waitForUserOperationReceipt({ hash });
  if (!success) throw new Error('The operation failed');
}

/** The client's own price is twice what the chain asks for. */
const FAIR = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
const payment: AccountCall = { to: TOKEN, value: 0n, data: '0x' };
const gasOf = (total: number) => ({
  callGasLimit: toHex(total - 700_000 - 60_001),
  verificationGasLimit: toHex(600_000),
  preVerificationGas: toHex(100_000),
  maxFeePerGas: toHex(1_000_000_000),
  maxPriorityFeePerGas: '0x0',
});

interface Asked {
  readonly projectId: string;
  readonly method: string;
  readonly calls: readonly AccountCall[];
  readonly origin: string;
  readonly hasAccount: boolean;
  readonly isEnabled: boolean;
}

/** Every way to a signature of the operator's paymaster. */
const ENTRANCES: Readonly<Record<string, (aa: AaService, asked: Asked) => Promise<ServerAnswer>>> = {
  'a session of the wallet service': (aa, { projectId, method, calls, origin, hasAccount }) => {
    const key = hasAccount ? owner : privateKeyToAccount(generatePrivateKey());
    const operation = {
      sender: smartAccountAddress(key.address),
      nonce: toHex(1),
      callData: encodeAccountCalls([...calls], 'modular'),
      ...gasOf(1_000_000),
    };
    const params = [operation, SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
    const caller = { projectId, userId: key.address, origin, network: '192.0.2.1', owner: key.address };
    return aa.call(CHAIN, { method, params }, caller, never);
  },
  'a permission of a page': (aa, { projectId, method, calls, origin, hasAccount, isEnabled }) => {
    const account = hasAccount
      ? smartAccountAddress(owner.address)
      : privateKeyToAccount(generatePrivateKey()).address;
    const [first] = calls;
    const used: SessionGrant = {
      ...grant,
      target: (first?.to ?? TOKEN) as Hex,
      salt: isEnabled ? grant.salt : `0x${'cd'.repeat(31)}00`,
    };
    const operation = sessionOperation(account, used, 0, calls);
    const params = [operation, SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
    const page = { projectId, origin, network: '192.0.2.1', account, grant: used };
    return aa.callSession(CHAIN, { method, params }, page, never);
  },
};

function sessionOperation(
  account: string,
  used: SessionGrant,
  nonce: number,
  calls: readonly AccountCall[] = [payment],
) {
  const [period] = sessionPeriods(used);
  return {
    sender: account,
    nonce: toHex((BigInt(SESSION_NONCE_KEY) << 64n) + BigInt(nonce)),
    callData: encodeAccountCalls([...calls], 'modular'),
    signature: sessionSignature(period?.permissionId ?? '0x', `0x${'ec'.repeat(65)}`),
    ...gasOf(1_000_000),
  };
}

const reserved = async (projectId: string) =>
  database.query('select sender, gas::int from sponsored_operations where project_id = $1', [projectId]);
const refusal = (code: string) => expect.objectContaining({ code });

const REFUSED: readonly [string, Settings, Partial<Asked>, string, (readonly string[])?][] = [
  ['a project that sponsors nothing', { permissions: { enabled: true } }, {}, 'SPONSORSHIP_REFUSED'],
  [
    'another chain',
    { ...OPEN, sponsorship: sponsorship({ chains: ['eip155:1'] }) },
    {},
    'SPONSORSHIP_REFUSED',
  ],
  [
    'another origin',
    { ...OPEN, sponsorship: sponsorship({ origins: [PAGE] }) },
    { origin: 'https://other.example' },
    'SPONSORSHIP_REFUSED',
  ],
  [
    'another contract',
    { ...OPEN, sponsorship: sponsorship({ targets: [{ contract: SMART_ACCOUNT_V1.setup }] }) },
    {},
    'SPONSORSHIP_REFUSED',
  ],
  ['an account without code', OPEN, { hasAccount: false }, '(?:SPONSORSHIP|USER_OPERATION)_REFUSED'],
  [
    'a permission that is not enabled on the chain',
    OPEN,
    { isEnabled: false },
    'USER_OPERATION_REFUSED',
    ['a permission of a page'],
  ],
  [
    'permissions that are switched off',
    { sponsorship: sponsorship() },
    {},
    'USER_OPERATION_REFUSED',
    ['a permission of a page'],
  ],
  [
    'an exhausted allowance',
    { ...OPEN, sponsorship: sponsorship({ total: { gas: 900_000 } }) },
    {},
    'SPONSORSHIP_EXHAUSTED',
  ],
];

describe('every entrance to sponsored fees', () => {
  const base = {
    method: 'pm_getPaymasterData',
    calls: [payment],
    origin: PAGE,
    hasAccount: true,
    isEnabled: true,
  };

  it.each(Object.keys(ENTRANCES))('pays for what the project allows: %s', async name => {
    const projectId = await newProject(OPEN);
    const answer = await ENTRANCES[name]?.(gateway.aa, { ...base, projectId });
    expect(answer).toHaveProperty('result.paymasterData');
    expect(await reserved(projectId)).toEqual([
      { sender: smartAccountAddress(owner.address).toLowerCase(), gas: 1_000_000 },
    ]);
  });

  it('signs for a permission only what its paymaster pays, with the data and for nobody else', async () => {
    const projectId = await newProject(OPEN);
    const operation = sessionOperation(smartAccountAddress(owner.address), grant, 0);
    const call = (method: string) => {
      const params = [operation, SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
      const account = smartAccountAddress(owner.address);
      const page = { projectId, origin: PAGE, network: '192.0.2.1', account, grant };
      return gateway.aa.callSession(CHAIN, { method, params }, page, never);
    };
    expect(await call('pm_getPaymasterStubData')).not.toHaveProperty('result.cosignature');
    const answer = await call('pm_getPaymasterData');
    if ('error' in answer) throw new Error(answer.error.message);
    const { cosignature, ...paid } = answer.result as Record<string, Hex>;
    const raw = hashUserOperation({ ...operation, ...paid }, 31_337);
    const signer = (hash: Hex) =>
      recoverMessageAddress({ message: { raw: hash }, signature: cosignature ?? '0x' });
    expect(await signer(raw)).toBe(COSIGNER.address);
    // Without the paymaster it is another operation, which the account would pay.
    expect(await signer(hashUserOperation(operation, 31_337))).not.toBe(COSIGNER.address);
    const asked = { ...base, projectId };
    expect(await ENTRANCES['a session of the wallet service']?.(gateway.aa, asked)).not.toHaveProperty(
      'result.cosignature',
    );
  });

  it.each(REFUSED)('refuses %s, and reserves nothing [SEC-111]', async (_, settings, change, code, only) => {
    for (const name of only ?? Object.keys(ENTRANCES)) {
      const projectId = await newProject(structuredClone(settings));
      for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData']) {
        // A stub is not counted.
        if (code === 'SPONSORSHIP_EXHAUSTED' && method === 'pm_getPaymasterStubData') continue;
        const answer = ENTRANCES[name]?.(gateway.aa, { ...base, projectId, method, ...change });
        await expect(answer, `${name}: ${method}`).rejects.toEqual(
          refusal(expect.stringMatching(new RegExp(`^${code}$`)) as unknown as string),
        );
      }
      expect(await reserved(projectId), name).toEqual([]);
    }
  });

  it('refuses a contract that only looks like an account, although it enabled the permission', async () => {
    const projectId = await newProject(OPEN);
    const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url) });
    const account = smartAccountAddress(owner.address);
    const code = await createPublicClient({ chain: foundry, transport: http(anvil.url) }).getCode({
      address: account,
    });
    const params = [sessionOperation(account, grant, 0), SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
    const page = { projectId, origin: PAGE, network: '192.0.2.1', account, grant };
    const call = () => gateway.aa.callSession(CHAIN, { method: 'pm_getPaymasterData', params }, page, never);
    await chain.setCode({ address: account, bytecode: '0x00' });
    await expect(call()).rejects.toEqual(refusal('USER_OPERATION_REFUSED'));
    await chain.setCode({ address: account, bytecode: code ?? '0x' });
    expect(await call()).toHaveProperty('result');
  });

  it('reserves nothing for keys that a script makes, with a permission that it invents [SEC-111]', async () => {
    for (const isEnabled of [false, true]) {
      const project = await newProject({ ...OPEN, permissions: { enabled: isEnabled } });
      for (let count = 0; count < 5; count += 1) {
        const key = privateKeyToAccount(generatePrivateKey());
        const signer: Signer = {
          chainId: CHAIN,
          address: key.address,
          sign: message => key.signMessage({ message }),
        };
        const message = messageOf(signer, await nonceOf(gateway, { project }));
        const signed = await ask(gateway, '/siwx/v1/verify', {
          project,
          body: await signedBody(signer, message),
        });
        const { token } = siwxTokensAnswer.parse(signed.json);
        const { type, data } = sessionTerms(grant);
        const body = {
          context: sessionContext(grant),
          method: 'wallet_grantPermissions',
          to: grant.key,
          expiry: grant.end,
          permission: { type, data },
          rules: [],
          delegationManager: null,
          dependencies: [],
        };
        const path = `/v1/sessions/${encodeURIComponent(`${CHAIN}:${key.address}`)}`;
        expect((await ask(gateway, path, { token, project, body })).status).toBe(200);
        const params = [
          sessionOperation(key.address, grant, count),
          SMART_ACCOUNT_V1.entryPoint,
          '0x7a69',
          {},
        ];
        const call = { context: body.context, method: 'pm_getPaymasterData', params };
        expect(await refusalOf(ask(gateway, `${path}/operations`, { project, body: call }))).toBe(
          '403 USER_OPERATION_REFUSED',
        );
      }
      expect(await reserved(project)).toEqual([]);
    }
  });
});

describe('the allowances of sponsored fees', () => {
  /** Operations that deploy the account of a user. */
  function newUser(name: string) {
    const key = privateKeyToAccount(keccak256(stringToHex(name)));
    const operation = (nonce: number, total = 1_000_000) => ({
      sender: smartAccountAddress(key.address),
      nonce: toHex(nonce),
      factory: SMART_ACCOUNT_V1.factory,
      factoryData: smartAccountFactoryData(key.address),
      callData: encodeAccountCalls([payment]),
      ...gasOf(total),
    });
    const ask = (aa: AaService, projectId: string, { nonce = 0, network = '192.0.2.1' } = {}) =>
      aa.call(
        CHAIN,
        {
          method: 'pm_getPaymasterData',
          params: [operation(nonce), SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}],
        },
        { projectId, userId: name, origin: PAGE, network, owner: key.address },
        never,
      );
    return { key, ask };
  }
  const serviceAt = (now: () => number) =>
    aaService({
      bundlers: { [CHAIN]: { bundler: bundler.url(31_337), paymaster: bundler.url(31_337) } },
      rpc: gateway.rpc,
      projects: gateway.projectService,
      store: sponsorshipStore(database, now),
      nativePrice: async () => undefined,
      now,
    });

  it('keep most of the day for users who are known, from strangers in one network and in many [SEC-111]', async () => {
    const total = { gas: 10_000_000 };
    const policy = sponsorship({ total, newUsers: { share: 0.5, network: 0.2 } });
    const projectId = await newProject({ sponsorship: policy });
    const yesterday = serviceAt(() => Date.now() - DAY - 1_000);
    const known = newUser('known');
    expect(await known.ask(yesterday, projectId)).toHaveProperty('result');
    // It landed.
    const sender = smartAccountAddress(known.key.address).toLowerCase();
    await sponsorshipStore(database, () => Date.now() - DAY).settle({
      ...{ chainId: CHAIN, sender, nonce: '0', gas: 300_000 },
    });
    let strangers = 0;
    const stranger = (network: string) => {
      strangers += 1;
      return newUser(`stranger ${strangers}`).ask(gateway.aa, projectId, { network });
    };
    for (let count = 0; count < 2; count += 1) expect(await stranger('192.0.2.1')).toHaveProperty('result');
    await expect(stranger('192.0.2.1')).rejects.toMatchObject({
      code: 'SPONSORSHIP_EXHAUSTED',
      message: expect.stringContaining('in this network'),
    });
    for (let count = 0; count < 3; count += 1)
      expect(await stranger(`198.51.100.${count}`)).toHaveProperty('result');
    await expect(stranger('203.0.113.1')).rejects.toMatchObject({
      code: 'SPONSORSHIP_EXHAUSTED',
      message: expect.stringContaining('for new users'),
    });
    for (let nonce = 1; nonce <= 5; nonce += 1)
      expect(await known.ask(gateway.aa, projectId, { nonce })).toHaveProperty('result');
  });

  it('get back what did not land by the end of its signature, and nothing that landed [SEC-111]', async () => {
    const policy = sponsorship({ total: { gas: 2_000_000 } });
    const projectId = await newProject({ sponsorship: policy });
    const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url) });
    let later = 0;
    const aa = serviceAt(() => Date.now() + later);
    const [one, other, third] = [newUser('lost'), newUser('landed'), newUser('next')];
    expect(await one.ask(aa, projectId)).toHaveProperty('result');
    await send(other.key, [payment], projectId);
    // As if its receipt had never been read, at its most.
    await database.query(
      `update sponsored_operations set gas = 1000000, landed_at = null where project_id = $1 and user_id = $2`,
      [projectId, other.key.address],
    );
    await expect(third.ask(aa, projectId)).rejects.toEqual(refusal('SPONSORSHIP_EXHAUSTED'));
    const [row] = await database.query(
      `select max(valid_until) as until from sponsored_operations where project_id = $1`,
      [projectId],
    );
    const validity = Number(row?.until) - Date.now();
    expect(validity).toBeLessThanOrEqual(10 * 60_000);
    // The clock of the gateway alone frees nothing: the chain might still take the operation.
    later = validity + 70_000;
    await expect(third.ask(aa, projectId)).rejects.toEqual(refusal('SPONSORSHIP_EXHAUSTED'));
    await chain.increaseTime({ seconds: Math.ceil(later / 1_000) });
    await chain.mine({ blocks: 1 });
    later += 10_000;
    expect(await third.ask(aa, projectId)).toHaveProperty('result');
    const left = await reserved(projectId);
    expect(left.map(({ sender }) => sender).sort()).toEqual(
      [other, third].map(({ key }) => smartAccountAddress(key.address).toLowerCase()).sort(),
    );
    await expect(one.ask(aa, projectId)).rejects.toEqual(refusal('SPONSORSHIP_EXHAUSTED'));
  });

  it('count what the paymaster signed, and nothing that it did not sign', async () => {
    const projectId = await newProject({ sponsorship: sponsorship({ total: { gas: 1_000_000 } }) });
    const away = aaService({
      bundlers: { [CHAIN]: { bundler: bundler.url(31_337), paymaster: 'http://127.0.0.1:1' } },
      rpc: gateway.rpc,
      projects: gateway.projectService,
      store: sponsorshipStore(database),
      nativePrice: async () => undefined,
    });
    const user = newUser('unsigned');
    await expect(user.ask(away, projectId)).rejects.toEqual(refusal('PAYMASTER_UNAVAILABLE'));
    expect(await reserved(projectId)).toEqual([]);
    const key = user.key;
    const operation = {
      sender: smartAccountAddress(key.address),
      nonce: '0x0',
      factory: SMART_ACCOUNT_V1.factory,
      factoryData: smartAccountFactoryData(key.address),
      callData: encodeAccountCalls([payment]),
      ...gasOf(1_000_001),
    };
    // 940,000 gas are within the allowance; with the paymaster's own they are not.
    const params = [operation, SMART_ACCOUNT_V1.entryPoint, '0x7a69', {}];
    const caller = { projectId, userId: 'unsigned', origin: PAGE, network: '192.0.2.1', owner: key.address };
    const answer = gateway.aa.call(CHAIN, { method: 'pm_getPaymasterData', params }, caller, never);
    await expect(answer).rejects.toEqual(refusal('SPONSORSHIP_EXHAUSTED'));
    expect(await reserved(projectId)).toEqual([]);
  });
});
