import {
  callBundlerCall,
  callHostPaymasterCall,
  encodeAccountCalls,
  listOwnPermissionsCall,
  listSmartAccountChainsCall,
  recordPermissionCall,
  SMART_ACCOUNT_V1,
  sessionContext,
  smartAccountAddress,
  smartAccountFactoryData,
} from 'latchkit/protocol';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chainRequest } from '../../../../test/chain/minimalContracts.js';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { SMART_CHAIN, smartAccountSuite } from '../../../../test/wallet/smartAccountSuite.js';
import type { WalletSuite } from '../../../../test/wallet/walletSuite.js';
import { DEVELOPMENT_PROJECT_ID } from '../../../project/projects/developmentProject.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';

let suite: WalletSuite;
let chainUrl: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ suite, close, chainUrl } = await smartAccountSuite());
});
afterAll(() => close());
afterEach(() => {
  vi.useRealTimers();
});

/** A user with a wallet, and a user operation of its smart account. */
async function user() {
  const frame = await suite.frame();
  const signedIn = await frame.signIn(suite.address());
  const { addresses } = await frame.create(signedIn);
  const { owner } = addresses;
  const operation = {
    sender: smartAccountAddress(owner),
    nonce: '0x0',
    factory: SMART_ACCOUNT_V1.factory,
    factoryData: smartAccountFactoryData(owner),
    callData: encodeAccountCalls([{ to: SMART_ACCOUNT_V1.setup, value: 0n, data: '0x' }]),
    callGasLimit: '0x493e0',
    verificationGasLimit: '0xc3500',
    preVerificationGas: '0xea60',
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x0',
    signature: '0x',
  };
  const { access } = signedIn.session;
  const call = (method: string, params: readonly unknown[]) =>
    frame.ask('frame', callBundlerCall, {
      params: { chainId: SMART_CHAIN },
      body: { method, params },
      access,
    });
  return { frame, access, operation, call, addresses };
}

const { entryPoint } = SMART_ACCOUNT_V1;

describe('aaCalls', () => {
  it('lists chains and passes calls on for the session of a wallet, and for no one else', async () => {
    const { frame, access, operation, call } = await user();
    expect(await frame.ask('frame', listSmartAccountChainsCall, { access })).toEqual({
      chains: [SMART_CHAIN],
      permissions: [SMART_CHAIN],
      registered: { by: 'Development', functions: [], cosigner: expect.stringMatching(/^0x[0-9a-f]{40}$/i) },
    });
    const sponsored = await call('pm_getPaymasterData', [operation, entryPoint, '0x7a69', {}]);
    expect(sponsored).toMatchObject({ result: { paymaster: expect.stringMatching(/^0x/) } });
    const forged = await call('eth_sendUserOperation', [
      { ...operation, signature: `0x${'00'.repeat(77)}` },
      entryPoint,
    ]);
    expect(forged).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } });
    const path = `/v1/aa/${SMART_CHAIN}`;
    const body = { method: 'eth_getUserOperationReceipt', params: [`0x${'12'.repeat(32)}`] };
    expect((await frame.call('frame', path, { body, access })).json).toEqual({ result: null });
    expect((await frame.call('frame', path, { body })).status).toBe(401);
    const thief = await suite.frame();
    expect((await thief.call('frame', path, { body, access })).status).toBe(401);
  });

  it('knows the account of the session: another user cannot send or be sponsored for it [SEC-71]', async () => {
    const one = await user();
    const two = await user();
    for (const method of ['eth_sendUserOperation', 'pm_getPaymasterData'])
      expect(await refused(two.call(method, [one.operation, entryPoint]))).toBe('403 USER_OPERATION_REFUSED');
  });

  it('sends nothing for a wallet that was frozen after the approval, and none before there is a wallet', async () => {
    const { operation, call, addresses } = await user();
    const sent = () => refused(call('eth_sendUserOperation', [operation, entryPoint]));
    expect(await sent()).toBe('not refused');
    await suite.database.query(
      `update ${WALLET_SCHEMA}.users set frozen_until = now() + interval '1 day'
       where id = (select user_id from ${WALLET_SCHEMA}.wallets where owner_address = $1)`,
      [addresses.owner],
    );
    expect(await sent()).toBe('403 FROZEN');
    const stranger = await suite.frame();
    const { session } = await stranger.signIn(suite.address());
    const body = { method: 'eth_sendUserOperation', params: [operation, entryPoint] };
    const ask = stranger.ask('frame', callBundlerCall, {
      params: { chainId: SMART_CHAIN },
      body,
      access: session.access,
    });
    expect(await refused(ask)).toBe('404 WALLET_NOT_FOUND');
  });

  it('tells the user which permissions their sites may no longer use [SEC-113]', async () => {
    const owner = await portalOwner(suite);
    const { access } = (await owner.host.signIn(owner.email)).session;
    const start = Math.floor(Date.now() / 1_000);
    const contract = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
    const project = await suite.gateway.projectService.get(DEVELOPMENT_PROJECT_ID);
    const { cosigner } = await suite.gateway.aa.registered(project.id);
    const grant = {
      kind: 'call',
      cosigner: cosigner as `0x${string}`,
      key: smartAccountAddress(owner.account.addresses.evm),
      salt: `0x${'ab'.repeat(31)}00`,
      target: contract,
      selector: '0x379607f5',
      limit: 0n,
      ...{ start, end: start + 86_400, period: 86_400 },
    } as const;
    const context = sessionContext(grant);
    const body = { chainId: SMART_CHAIN, context, method: 'wallet_grantPermissions' } as const;
    await owner.host.ask('frame', recordPermissionCall, { access, body });
    const served = async () => (await owner.ask(listOwnPermissionsCall)).permissions.map(one => one.isServed);
    expect(await served()).toEqual([false]);
    const { smartAccounts } = project;
    const save = (functions: (typeof smartAccounts)['permissions']['functions']) =>
      suite.gateway.projects.save({
        ...project,
        smartAccounts: { ...smartAccounts, permissions: { enabled: true, functions, approved: functions } },
      });
    onTestFinished(() => save([]));
    await save([{ chainId: SMART_CHAIN, contract, function: 'claim(uint256)', name: 'Rewards' }]);
    expect(await served()).toEqual([true]);
    // One from before the deployment signed operations as well: its key could spend all coins as fees.
    const { cosigner: _, ...old } = grant;
    const before = { ...body, context: sessionContext(old) };
    await owner.host.ask('frame', recordPermissionCall, { access, body: before });
    const { permissions } = await owner.ask(listOwnPermissionsCall);
    expect(permissions.map(one => [one.isServed, one.isBounded])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('lists the limits of a scaled token as they are shown, and dates beyond the calendar (RV-26)', async () => {
    const owner = await portalOwner(suite);
    const { access } = (await owner.host.signIn(owner.email)).session;
    const token = '0x1000000000000000000000000000000000000056';
    // Answers 2.5 with 18 decimals to everything, so also to `uiMultiplier()` (ERC-8056).
    await chainRequest(chainUrl, 'anvil_setCode', [token, '0x6722b1c8c1227a000060005260206000f3']);
    const key = smartAccountAddress(owner.account.addresses.evm);
    const record = async (kind: 'native' | 'token', target: Hex, end: number) => {
      const context = sessionContext({
        ...{ kind, key, target, salt: `0x${'ab'.repeat(31)}00`, selector: '0x00000000', limit: 4n },
        ...{ start: 1, end, period: end - 1 },
      });
      const body = { chainId: SMART_CHAIN, context, method: 'wallet_grantPermissions' } as const;
      await owner.host.ask('frame', recordPermissionCall, { access, body });
    };
    await record('token', token, 2 ** 48 - 1);
    await record('native', key, 2_000_000_000);
    const { permissions } = await owner.ask(listOwnPermissionsCall);
    expect(permissions.map(({ kind, amount, endsAt }) => [kind, amount, endsAt])).toEqual([
      ['native', '0.000000000000000004', '2033-05-18T03:33:20.000Z'],
      ['token', '10', '+275760-09-13T00:00:00.000Z'],
    ]);
  });

  it('knows both accounts of a user who moves, for the portal only [SEC-71]', async () => {
    const owner = await portalOwner(suite);
    const { account } = await owner.frame.move(owner.signedIn);
    const { owner: key } = account.addresses;
    const operation = {
      ...{ sender: smartAccountAddress(key), nonce: '0x0' },
      ...{ factory: SMART_ACCOUNT_V1.factory, factoryData: smartAccountFactoryData(key) },
      callData: encodeAccountCalls([{ to: SMART_ACCOUNT_V1.setup, value: 0n, data: '0x' }]),
      ...{ maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' },
      signature: `0x${'00'.repeat(12)}${'ec'.repeat(32)}${'1c'.repeat(32)}1b`,
    };
    const { walletId } = account;
    const params = [operation, entryPoint];
    const estimate = (body: object) => ({
      params: { chainId: SMART_CHAIN },
      body: { method: 'eth_estimateUserOperationGas', params, ...body },
    });
    expect(await owner.ask(callBundlerCall, estimate({ walletId }))).toMatchObject({
      result: { callGasLimit: expect.stringMatching(/^0x/) },
    });
    expect(await refused(owner.ask(callBundlerCall, estimate({})))).toBe('403 USER_OPERATION_REFUSED');
    passTime(31_000);
    const { session } = await owner.host.signIn(owner.email);
    const atHost = { ...estimate({ walletId }), access: session.access };
    expect(await refused(owner.host.ask('frame', callBundlerCall, atHost))).toBe('404 WALLET_NOT_FOUND');
    const stranger = await portalOwner(suite);
    expect(await refused(stranger.ask(callBundlerCall, estimate({ walletId })))).toBe('404 WALLET_NOT_FOUND');
  });

  it('contacts no paymaster that a page names unless the project allows it', async () => {
    const { frame, access, operation } = await user();
    const body = {
      url: 'https://paymaster.example/',
      method: 'pm_getPaymasterData' as const,
      params: [operation, entryPoint, '0x7a69', {}],
    };
    const ask = frame.ask('frame', callHostPaymasterCall, { params: { chainId: SMART_CHAIN }, body, access });
    expect(await refused(ask)).toBe('403 PAYMASTER_REFUSED');
  });
});
