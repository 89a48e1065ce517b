import {
  checksumAddress,
  encodeAccountCalls,
  hashUserOperation,
  readSessionContext,
  SESSION_NONCE_KEY,
  type SessionGrant,
  SMART_ACCOUNT_V1,
  SMART_SESSIONS,
  sessionPeriods,
  sessionSignature,
} from 'latchkit/protocol';
import { createPublicClient, createTestClient, type Hex, http, parseAbi, parseEther, toHex } from 'viem';
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEVELOPMENT_PROJECT_ID } from '../../../../packages/gateway/src/project/projects/developmentProject.js';
import type { ProjectInput } from '../../../../packages/gateway/src/project/projects/store.js';
import { COSIGNER } from '../../../../packages/gateway/src/server/startWallet.js';
import { WALLET_SCHEMA } from '../../../../packages/gateway/src/wallet/service/walletMigrations.js';
import {
  SMART_CHAIN,
  type SmartAccountSuite,
  smartAccountSuite,
} from '../../../../packages/gateway/test/wallet/smartAccountSuite.js';
import { PAGE, type WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { createLatchkit } from '../../../../packages/latchkit/src/core/createLatchkit.js';
import { createSessionSigner } from '../../../../packages/latchkit/src/evm/sessions/createSessionSigner.js';
import { anvilNetwork } from '../../../../packages/latchkit/src/testing/createAdapterHost.test-support.js';
import { endedCalls, newSmartUser, receiver } from './smartUser.test-support.js';
import type { Wallet } from './walletPart.test-support.js';

vi.setConfig({ testTimeout: 60_000 });

const DAY = 86_400;
let suite: WalletSuite;
let chainUrl: string;
let close: SmartAccountSuite['close'];
beforeAll(async () => {
  ({ suite, chainUrl, close } = await smartAccountSuite());
});
afterAll(async () => {
  vi.useRealTimers();
  await close();
});
beforeEach(() => {
  // A login advances the clock past the time between two emails.
  vi.useFakeTimers({ toFake: ['Date'] });
});

const chain = () => createPublicClient({ chain: foundry, transport: http(chainUrl) });
const anvil = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(chainUrl) });
const sessions = parseAbi(['function isPermissionEnabled(bytes32 id, address account) view returns (bool)']);

const ask = (wallet: Wallet, method: string, params: unknown[]) =>
  wallet.call('RPC_REQUEST', { method, params, chainId: SMART_CHAIN, chainNamespace: 'eip155' });

interface Grant {
  readonly context: string;
  readonly expiry: number;
}

/** Asks for a permission to pay coins, as the first version of ERC-7715 has it. */
const request = (change: object = {}, data: object = {}) => {
  const key = privateKeyToAccount(generatePrivateKey());
  const recipient = receiver();
  const asked = {
    chainId: '0x7a69',
    expiry: Math.floor(Date.now() / 1_000) + 3 * DAY,
    signer: { type: 'account', data: { address: key.address } },
    permission: {
      type: 'native-token-periodic',
      data: { periodAmount: '0x64', periodDuration: DAY, recipient, ...data },
    },
    ...change,
  };
  return { key, recipient, asked };
};

/** The session signer of a page. */
function signerOf(
  address: Hex,
  { context }: Grant,
  key: ReturnType<typeof request>['key'],
  origin: string = PAGE.origin,
) {
  const { port } = new URL(chainUrl);
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit) => {
    const url = new URL(input);
    if (url.port === port) return real(input, init);
    return suite.gateway.app.request(url, { ...init, headers: { ...init.headers, Origin: origin } });
  });
  const network = anvilNetwork({ url: chainUrl, chainId: 31_337 });
  const kit = createLatchkit({
    networks: [network],
    gateway: 'https://gateway.example',
    projectId: DEVELOPMENT_PROJECT_ID,
  });
  return createSessionSigner(kit, { grant: { context, chainId: SMART_CHAIN, from: address }, key });
}
const real = globalThis.fetch;

const isEnabled = (address: Hex, context: string) => {
  const grant = readSessionContext(context);
  const [period] = grant ? sessionPeriods(grant) : [];
  return chain().readContract({
    address: SMART_SESSIONS.sessions,
    abi: sessions,
    functionName: 'isPermissionEnabled',
    args: [period?.permissionId ?? '0x', address],
  });
};

/** The deployment's key, which signs each operation of a permission as well. */
function deploymentKey() {
  const secret = suite.services.stores.find(({ name }) => name === 'a')?.secret;
  return privateKeyToAccount(toHex(secret?.derive(COSIGNER) ?? '0x'));
}

/**
 * The answer of EntryPoint to an operation with a permission, without gateway and bundler: an error of ERC-4337, or undefined if the
 * chain accepts it.
 *
 * @param at - The period that it names. Default: the first one.
 * @param cosigner - Signs as well. Default: the deployment.
 */
async function refusalOnChain(
  sender: Hex,
  { context }: Grant,
  key: Pick<ReturnType<typeof request>['key'], 'signMessage'>,
  call: { readonly to: Hex; readonly value?: bigint },
  at = 0,
  cosigner: typeof key = deploymentKey(),
): Promise<string | undefined> {
  const period = sessionPeriods(readSessionContext(context) as SessionGrant)[at];
  const { entryPoint } = SMART_ACCOUNT_V1;
  const nonce = await chain().readContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'getNonce',
    args: [sender, BigInt(SESSION_NONCE_KEY)],
  });
  const gas = {
    callGasLimit: 300_000n,
    verificationGasLimit: 1_000_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 3_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  };
  const callData = encodeAccountCalls([{ value: 0n, data: '0x', ...call }], 'modular');
  const draft = { sender, nonce, callData, ...gas, signature: '0x' } as const;
  const texts = Object.entries({ nonce, ...gas }).map(([name, value]) => [name, toHex(value)]);
  const raw = hashUserOperation({ ...draft, ...Object.fromEntries(texts) }, 31_337);
  const signature = sessionSignature(
    period?.permissionId ?? '0x',
    await key.signMessage({ message: { raw } }),
    await cosigner.signMessage({ message: { raw } }),
  );
  const operation = toPackedUserOperation({ ...draft, signature });
  return chain()
    .simulateContract({
      ...{ address: entryPoint, abi: entryPoint07Abi, functionName: 'handleOps' },
      ...{ args: [[operation], receiver()], account: receiver() },
    })
    .then(
      () => undefined,
      (error: Error) => /AA\d\d/.exec(error.message)?.[0] ?? error.message,
    );
}

describe('a permission', () => {
  it('is used without a prompt, within its limits only, until it is revoked', async () => {
    const { wallet, address } = await newSmartUser(suite);
    await anvil().setBalance({ address, value: parseEther('1') });
    const { key, recipient, asked } = request();
    const [grant] = (await ask(wallet, 'wallet_grantPermissions', [asked])) as [Grant];
    expect(grant).toMatchObject({ signer: asked.signer, policies: [] });
    // Three whole days of the chain's clock, which is behind the page's.
    expect(asked.expiry - grant.expiry).toBeLessThanOrEqual(120);
    expect(sessionPeriods(readSessionContext(grant.context) as SessionGrant)).toHaveLength(3);
    const [review] = wallet.visitor.reviewed;
    expect(review).toMatchObject({
      risk: 'R3',
      blocks: [],
      changes: [{ tone: 'risk', line: { text: 'change.perDay' } }],
    });
    expect(review?.facts.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'fact.inAll',
        'fact.onlyTo',
        'fact.until',
        'fact.permissions',
        'fact.setUp',
        'fact.fee',
      ]),
    );
    expect(await isEnabled(address, grant.context)).toBe(true);

    // The chain enforces it: the key of another page, too much at once, and another recipient.
    const onChain = (call: { to: Hex; value?: bigint }, by: Parameters<typeof refusalOnChain>[2] = key) =>
      refusalOnChain(address, grant, by, call);
    expect(await onChain({ to: recipient, value: 100n })).toBeUndefined();
    expect(await onChain({ to: recipient, value: 1n }, request().key)).toBe('AA24');
    // So does the key alone, with that of somebody else, or twice.
    for (const other of [request().key, key]) {
      const alone = refusalOnChain(address, grant, key, { to: recipient, value: 1n }, 0, other);
      expect(await alone).toBe('AA24');
    }
    expect(await onChain({ to: recipient, value: 101n })).toBe('AA23');
    expect(await onChain({ to: receiver(), value: 1n })).toBe('AA23');

    const signer = signerOf(address, grant, key);
    await signer.sendCalls([{ to: recipient, value: 60n }]);
    expect(await chain().getBalance({ address: recipient })).toBe(60n);
    await expect(signer.sendCalls([{ to: recipient, value: 41n }])).rejects.toMatchObject({
      code: 'OPERATION_REFUSED',
    });
    await expect(signer.sendCalls([{ to: receiver(), value: 1n }])).rejects.toMatchObject({
      code: 'OPERATION_REFUSED',
    });
    await signer.sendCalls([
      { to: recipient, value: 20n },
      { to: recipient, value: 20n },
    ]);
    expect(await chain().getBalance({ address: recipient })).toBe(100n);
    const elsewhere = signerOf(address, grant, key, 'https://other.example');
    await expect(elsewhere.sendCalls([{ to: recipient }])).rejects.toMatchObject({
      code: 'PERMISSION_NOT_FOUND',
    });
    expect(wallet.visitor.reviewed).toHaveLength(1);

    // The account works as before: calls, and signatures of both kinds.
    const { id } = (await ask(wallet, 'wallet_sendCalls', [
      { calls: [{ to: recipient, value: '0x5' }, { to: receiver() }] },
    ])) as {
      id: string;
    };
    expect((await endedCalls(wallet, id)).status).toBe(200);
    const signature = (await ask(wallet, 'personal_sign', ['Hello', address])) as Hex;
    expect(await chain().verifyMessage({ address, message: 'Hello', signature })).toBe(true);

    const second = request();
    const [other] = (await ask(wallet, 'wallet_grantPermissions', [second.asked])) as [Grant];
    expect(wallet.visitor.reviewed.at(-1)?.facts.map(({ label }) => label)).not.toContain('fact.permissions');
    await ask(wallet, 'wallet_revokePermissions', [{ permissionContext: grant.context }]);
    expect(wallet.visitor.reviewed.at(-1)).toMatchObject({ action: { text: 'action.endPermission' } });
    expect(await isEnabled(address, grant.context)).toBe(false);
    expect(await onChain({ to: recipient })).toBe('AA23');
    await expect(signerOf(address, grant, key).sendCalls([{ to: recipient }])).rejects.toMatchObject({
      code: 'PERMISSION_NOT_FOUND',
    });
    await signerOf(address, other, second.key).sendCalls([{ to: second.recipient, value: 1n }]);
  });

  it('is one of several that are granted together, with lower limits where the user wants these', async () => {
    const { wallet, address } = await newSmartUser(suite);
    await anvil().setBalance({ address, value: parseEther('1') });
    const [first, second] = [request(), request({}, { periodAmount: '0x32' })];
    const wrong = request({}, { recipient: address });
    await expect(ask(wallet, 'wallet_grantPermissions', [first.asked, wrong.asked])).rejects.toMatchObject({
      code: 'PERMISSION_TARGET',
    });
    const elsewhere = { ...second.asked, address: receiver() };
    await expect(ask(wallet, 'wallet_grantPermissions', [first.asked, elsewhere])).rejects.toMatchObject({
      code: 'BAD_MESSAGE',
    });
    expect(wallet.visitor.reviewed).toEqual([]);

    const end = Math.floor(Date.now() / 1_000) + DAY + 3_600;
    wallet.visitor.lowers = { at: 1, amount: '20', end };
    const granted = (await ask(wallet, 'wallet_grantPermissions', [first.asked, second.asked])) as Grant[];
    const [review] = wallet.visitor.reviewed;
    expect(review).toMatchObject({
      ...{ risk: 'R3', calls: { list: [{}, {}] }, warnings: [{ text: 'warning.permission' }] },
      limits: [{ amount: { value: '100' } }, { amount: { value: '20', decimals: 18 }, end }],
    });
    const [one, other] = granted as [Grant, Grant];
    expect(readSessionContext(one.context)).toMatchObject({ limit: 100n });
    expect(readSessionContext(other.context)).toMatchObject({ limit: 20n, end });
    const signer = signerOf(address, other, second.key);
    await expect(signer.sendCalls([{ to: second.recipient, value: 21n }])).rejects.toMatchObject({
      code: 'OPERATION_REFUSED',
    });
    await signer.sendCalls([{ to: second.recipient, value: 20n }]);
    await signerOf(address, one, first.key).sendCalls([{ to: first.recipient, value: 100n }]);
    expect(await chain().getBalance({ address: second.recipient })).toBe(20n);

    // No limit rises, and a page may ask for its own values only.
    const asking = (change: object = {}) =>
      ask(wallet, 'wallet_grantPermissions', [{ ...request().asked, ...change }]);
    for (const lowers of [
      { at: 0, amount: '101', end },
      { at: 0, amount: '0', end },
      { at: 0, end: end + 30 * DAY },
      { at: 1, amount: '1', end },
    ]) {
      wallet.visitor.lowers = lowers;
      await expect(asking(), JSON.stringify(lowers)).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
    }
    const { permission, expiry } = request().asked;
    const execution = {
      ...{ chainId: '0x7a69', to: first.key.address },
      permission: { ...permission, isAdjustmentAllowed: false },
      rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    };
    wallet.visitor.agrees = false;
    await expect(ask(wallet, 'wallet_requestExecutionPermissions', [execution])).rejects.toMatchObject({
      code: 'REJECTED',
    });
    expect(wallet.visitor.reviewed.at(-1)?.limits).toBeUndefined();
  });

  it('is refused outside the limits, with a code for each, before it is shown', async () => {
    const { wallet, address, owner } = await newSmartUser(suite);
    const now = Math.floor(Date.now() / 1_000);
    const signer = (key: string) => ({ signer: { type: 'account', data: { address: key } } });
    const call = (data: object) => ({ permission: { type: 'contract-call', data } });
    const cases: readonly [string, object, object?][] = [
      ['PERMISSION_EXPIRY', { expiry: undefined }],
      ['PERMISSION_EXPIRY', { expiry: now + 31 * DAY }],
      ['PERMISSION_EXPIRY', { expiry: now - DAY }],
      ['PERMISSION_KEY', signer(owner)],
      ['PERMISSION_KEY', signer(address)],
      ['PERMISSION_KEY', { signer: { type: 'key', data: { type: 'p256', publicKey: '0x12' } } }],
      ['PERMISSION_KEY', { signer: { type: 'wallet' } }],
      ['PERMISSION_TYPE', { permission: { type: 'sudo', data: {} } }],
      ['PERMISSION_TYPE', { policies: [{ type: 'gas-limit', data: { limit: '0x1' } }] }],
      ['PERMISSION_TYPE', {}, { recipient: undefined }],
      ['PERMISSION_LIMIT', {}, { periodAmount: '0x0' }],
      ['PERMISSION_LIMIT', {}, { periodDuration: 3_600 }],
      ['PERMISSION_TARGET', {}, { recipient: address }],
      ['PERMISSION_TARGET', call({ address, selector: '0x610b5925' })],
      ['PERMISSION_TARGET', call({ address: SMART_SESSIONS.sessions, selector: '0x21712407' })],
      ['PERMISSION_TARGET', call({ address: receiver(), selector: '0x095ea7b3' })],
      ['PERMISSION_UNREGISTERED', call({ address: receiver(), selector: '0x379607f5' })],
      ['BAD_MESSAGE', { chainId: '0x1' }],
    ];
    for (const [code, change, data] of cases) {
      const refused = ask(wallet, 'wallet_grantPermissions', [request(change, data).asked]);
      await expect(refused, JSON.stringify(change)).rejects.toMatchObject({ code });
    }
    await expect(
      ask(wallet, 'wallet_revokePermissions', [{ permissionContext: '0x12' }]),
    ).rejects.toMatchObject({
      code: 'PERMISSION_NOT_FOUND',
    });
    // Not in calls either.
    const calls = [{ to: SMART_SESSIONS.sessions, data: '0x21712407' }];
    await expect(ask(wallet, 'wallet_sendCalls', [{ calls }])).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
    expect(wallet.visitor.reviewed).toEqual([]);
  });

  it('is off unless the project has permissions, and for the EOA', async () => {
    const { wallet } = await newSmartUser(suite);
    const project = await suite.gateway.projectService.get(DEVELOPMENT_PROJECT_ID);
    const { smartAccounts } = project;
    const set = (enabled: boolean) =>
      suite.gateway.projects.save({
        ...project,
        smartAccounts: { ...smartAccounts, permissions: { enabled } },
      });
    await set(false);
    const asking = () => ask(wallet, 'wallet_grantPermissions', [request().asked]);
    await expect(asking()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
    await set(true);
    await wallet.call('SET_PREFERRED_ACCOUNT', { type: 'eoa' });
    await expect(asking()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' });
  });

  it('to call a function is for one that the owner registered, shown as registered, and not served without [SEC-113]', async () => {
    const { wallet, address } = await newSmartUser(suite);
    await anvil().setBalance({ address, value: parseEther('1') });
    const project = await suite.gateway.projectService.get(DEVELOPMENT_PROJECT_ID);
    const contract = receiver();
    // Accepts every call.
    await anvil().setCode({ address: contract, bytecode: '0x00' });
    const register = (functions: object[]) =>
      suite.gateway.projects.save({
        ...project,
        smartAccounts: {
          ...project.smartAccounts,
          permissions: { enabled: true, functions, approved: functions },
        },
      } as ProjectInput);
    onTestFinished(() => register([]));
    await register([{ chainId: SMART_CHAIN, contract, function: 'claim(uint256)', name: 'Rewards' }]);
    const key = privateKeyToAccount(generatePrivateKey());
    const asking = (data: object) =>
      ask(wallet, 'wallet_grantPermissions', [
        {
          ...request().asked,
          signer: { type: 'account', data: { address: key.address } },
          permission: { type: 'contract-call', data: { address: contract, selector: '0x379607f5', ...data } },
        },
      ]);
    for (const data of [{ selector: '0x12345678' }, { address: receiver() }])
      await expect(asking(data)).rejects.toMatchObject({ code: 'PERMISSION_UNREGISTERED' });
    expect(wallet.visitor.reviewed).toEqual([]);
    const [grant] = (await asking({})) as [Grant];
    expect(wallet.visitor.reviewed.at(-1)?.facts).toEqual(
      expect.arrayContaining([
        { label: 'fact.function', value: { plain: '0x379607f5' } },
        { label: 'fact.contractName', value: { plain: 'Rewards' } },
        { label: 'fact.registeredBy', value: { plain: 'Development' } },
        { label: 'fact.contract', value: { address: checksumAddress(contract) } },
      ]),
    );
    const data: Hex = `0x379607f5${'0'.repeat(63)}1`;
    await signerOf(address, grant, key).sendCalls([{ to: contract, data }]);
    // The owner takes it back: the chain still accepts the permission, and nothing here serves it.
    await register([]);
    const sending = signerOf(address, grant, key).sendCalls([{ to: contract, data }]);
    await expect(sending).rejects.toMatchObject({ code: 'PERMISSION_UNREGISTERED' });
    expect(await isEnabled(address, grant.context)).toBe(true);
    await ask(wallet, 'wallet_revokePermissions', [{ permissionContext: grant.context }]);
    expect(await isEnabled(address, grant.context)).toBe(false);
  });

  // The last one: it moves the chain's clock.
  it('has a new limit in the next period, ends on the chain, and outlasts a freeze', async () => {
    const { wallet, address, userId } = await newSmartUser(suite);
    await anvil().setBalance({ address, value: parseEther('1') });
    const { key, recipient, asked } = request();
    const execution = {
      ...{ chainId: asked.chainId, to: key.address, permission: asked.permission },
      rules: [{ type: 'expiry', data: { timestamp: asked.expiry } }],
    };
    const [grant] = (await ask(wallet, 'wallet_requestExecutionPermissions', [execution])) as [Grant];
    const signer = signerOf(address, grant, key);
    await signer.sendCalls([{ to: recipient, value: 100n }]);
    await suite.database.query(
      `update ${WALLET_SCHEMA}.users set frozen_until = now() + interval '1 day' where id = $1`,
      [userId],
    );
    await anvil().increaseTime({ seconds: DAY });
    await anvil().mine({ blocks: 1 });
    await signer.sendCalls([{ to: recipient, value: 100n }]);
    expect(await chain().getBalance({ address: recipient })).toBe(200n);
    expect(await refusalOnChain(address, grant, key, { to: recipient, value: 1n }, 1)).toBe('AA23');
    expect(await refusalOnChain(address, grant, key, { to: recipient, value: 1n }, 2)).toBe('AA22');
    await anvil().increaseTime({ seconds: 2 * DAY + 3_600 });
    await anvil().mine({ blocks: 1 });
    expect(await refusalOnChain(address, grant, key, { to: recipient, value: 1n }, 2)).toBe('AA22');
    await expect(signer.sendCalls([{ to: recipient }])).rejects.toMatchObject({
      code: 'PERMISSION_NOT_FOUND',
    });
  });
});
