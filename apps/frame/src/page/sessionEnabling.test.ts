import { SMART_SESSIONS } from 'latchkit/protocol';
import { createTestClient, type Hex, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  SMART_CHAIN,
  type SmartAccountSuite,
  smartAccountSuite,
} from '../../../../packages/gateway/test/wallet/smartAccountSuite.js';
import type { WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { newSmartUser, receiver } from './smartUser.test-support.js';
import type { Wallet } from './walletPart.test-support.js';

vi.setConfig({ testTimeout: 60_000 });

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
  vi.useFakeTimers({ toFake: ['Date'] });
});

const ask = (wallet: Wallet, method: string, params: unknown[]) =>
  wallet.call('RPC_REQUEST', { method, params, chainId: SMART_CHAIN, chainNamespace: 'eip155' });
const field = (type: string, name: string) => ({ name, type });

/** The typed data with which Smart Sessions 1.0 enables a session within a user operation. */
const TYPES = {
  EIP712Domain: [field('string', 'name'), field('string', 'version')],
  PolicyData: [field('address', 'policy'), field('bytes', 'initData')],
  ActionData: [
    field('bytes4', 'actionTargetSelector'),
    field('address', 'actionTarget'),
    field('PolicyData[]', 'actionPolicies'),
  ],
  ERC7739Context: [field('bytes32', 'appDomainSeparator'), field('string[]', 'contentName')],
  ERC7739Data: [field('ERC7739Context[]', 'allowedERC7739Content'), field('PolicyData[]', 'erc1271Policies')],
  SignedPermissions: [
    ...['permitGenericPolicy', 'permitAdminAccess', 'ignoreSecurityAttestations'].map(name =>
      field('bool', name),
    ),
    field('bool', 'permitERC4337Paymaster'),
    field('PolicyData[]', 'userOpPolicies'),
    field('ERC7739Data', 'erc7739Policies'),
    field('ActionData[]', 'actions'),
  ],
  SignedSession: [
    field('address', 'account'),
    field('SignedPermissions', 'permissions'),
    field('address', 'sessionValidator'),
    field('bytes', 'sessionValidatorInitData'),
    field('bytes32', 'salt'),
    field('address', 'smartSession'),
    field('uint256', 'nonce'),
  ],
  ChainSession: [field('uint64', 'chainId'), field('SignedSession', 'session')],
  MultiChainSession: [field('ChainSession[]', 'sessionsAndChainIds')],
};

describe('the typed data that enables a session', () => {
  // Smart Sessions takes the account's ERC-1271 signature of it (mode 1) instead of the account's own call.
  it('is never signed, because it grants a permission without limits', async () => {
    const { wallet, address } = await newSmartUser(suite);
    await createTestClient({ mode: 'anvil', chain: foundry, transport: http(chainUrl) }).setBalance({
      address,
      value: parseEther('1'),
    });
    const key = privateKeyToAccount(generatePrivateKey());
    // A small permission, with which the account gets the adapter and Smart Sessions.
    await ask(wallet, 'wallet_grantPermissions', [
      {
        chainId: '0x7a69',
        expiry: Math.floor(Date.now() / 1_000) + 86_400,
        signer: { type: 'account', data: { address: key.address } },
        permission: {
          type: 'native-token-periodic',
          data: { periodAmount: '0x1', periodDuration: 86_400, recipient: receiver() },
        },
      },
    ]);
    const session = {
      account: address,
      permissions: {
        permitGenericPolicy: true,
        permitAdminAccess: true,
        ignoreSecurityAttestations: true,
        permitERC4337Paymaster: true,
        userOpPolicies: [],
        erc7739Policies: { allowedERC7739Content: [], erc1271Policies: [] },
        // Any function of any contract, with a policy of the attacker's that allows everything.
        actions: [
          {
            actionTargetSelector: '0x00000001' as Hex,
            actionTarget: '0x0000000000000000000000000000000000000001' as Hex,
            actionPolicies: [{ policy: key.address, initData: '0x' as Hex }],
          },
        ],
      },
      sessionValidator: SMART_SESSIONS.keyValidator,
      sessionValidatorInitData: '0x' as Hex,
      salt: `0x${'ab'.repeat(32)}` as Hex,
      smartSession: SMART_SESSIONS.sessions,
      nonce: 0,
    };
    const typed = {
      types: TYPES,
      primaryType: 'MultiChainSession',
      domain: { name: 'SmartSession', version: '1' },
      message: { sessionsAndChainIds: [{ chainId: 31_337, session: { ...session, nonce: 0 } }] },
    };
    const signed = await ask(wallet, 'eth_signTypedData_v4', [address, JSON.stringify(typed)]).catch(
      () => undefined,
    );
    expect(wallet.visitor.reviewed.at(-1)?.blocks).toEqual([{ text: 'block.ownAccount' }]);
    expect(signed).toBeUndefined();
  });
});
