import {
  encodeAccountCalls,
  hashUserOperation,
  readSessionContext,
  SESSION_NONCE_KEY,
  type SessionGrant,
  SMART_ACCOUNT_V1,
  sessionPeriods,
  sessionSignature,
} from 'latchkit/protocol';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  parseEther,
  toHex,
} from 'viem';
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEVELOPMENT_PROJECT_ID } from '../../../../packages/gateway/src/project/projects/developmentProject.js';
import {
  SMART_CHAIN,
  type SmartAccountSuite,
  smartAccountSuite,
} from '../../../../packages/gateway/test/wallet/smartAccountSuite.js';
import { PAGE, type WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
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

const { entryPoint } = SMART_ACCOUNT_V1;
const chain = () => createPublicClient({ chain: foundry, transport: http(chainUrl) });
const anvil = () => createTestClient({ mode: 'anvil', chain: foundry, transport: http(chainUrl) });

const ask = (wallet: Wallet, method: string, params: unknown[]) =>
  wallet.call('RPC_REQUEST', { method, params, chainId: SMART_CHAIN, chainNamespace: 'eip155' });

/** What an account has: its coins, and its deposit at EntryPoint, which pays fees first. */
async function wealthOf(address: Hex): Promise<bigint> {
  const balance = await chain().getBalance({ address });
  return balance + (await deposited(address));
}

const deposited = (address: Hex) =>
  chain().readContract({
    ...{ address: entryPoint, abi: entryPoint07Abi },
    ...{ functionName: 'balanceOf', args: [address] },
  });

/** A thief's key with the permission to pay one wei a day, of an account with coins and a deposit. */
async function grantedThief() {
  const { wallet, address } = await newSmartUser(suite);
  const thief = privateKeyToAccount(generatePrivateKey());
  for (const one of [address, thief.address])
    await anvil().setBalance({ address: one, value: parseEther('10') });
  const bundler = createWalletClient({ account: thief, chain: foundry, transport: http(chainUrl) });
  const deposit = { address: entryPoint, abi: entryPoint07Abi, functionName: 'depositTo' } as const;
  await bundler.writeContract({ ...deposit, args: [address], value: parseEther('1') });
  const recipient = receiver();
  const data = { periodAmount: '0x1', periodDuration: 86_400, recipient };
  const [granted] = (await ask(wallet, 'wallet_grantPermissions', [
    {
      chainId: '0x7a69',
      expiry: Math.floor(Date.now() / 1_000) + 86_400,
      signer: { type: 'account', data: { address: thief.address } },
      permission: { type: 'native-token-periodic', data },
    },
  ])) as [{ context: string }];
  const grant = readSessionContext(granted.context) as SessionGrant;
  return {
    thief,
    address,
    recipient,
    bundler,
    grant,
    permissionId: sessionPeriods(grant)[0]?.permissionId ?? '0x',
  };
}

type Granted = Awaited<ReturnType<typeof grantedThief>>;

/** One wei to the recipient, as the permission allows, at a price of the thief's own that takes nine tenths of the coins. */
async function draftOf({ address, recipient }: Granted, price = parseEther('9') / 5_100_000n) {
  const nonce = await chain().readContract({
    ...{ address: entryPoint, abi: entryPoint07Abi },
    ...{ functionName: 'getNonce', args: [address, BigInt(SESSION_NONCE_KEY)] },
  });
  return {
    sender: address,
    nonce: toHex(nonce),
    callData: encodeAccountCalls([{ to: recipient, value: 1n, data: '0x' }], 'modular'),
    callGasLimit: toHex(300_000),
    verificationGasLimit: toHex(1_800_000),
    preVerificationGas: toHex(3_000_000),
    maxFeePerGas: toHex(price),
    maxPriorityFeePerGas: toHex(price),
    signature: '0x',
  } as const;
}

type Operation = Omit<Awaited<ReturnType<typeof draftOf>>, 'signature'> & {
  readonly signature: Hex;
  readonly paymaster?: Hex;
  readonly paymasterData?: Hex;
  readonly paymasterVerificationGasLimit?: Hex;
  readonly paymasterPostOpGasLimit?: Hex;
};

const signedBy = (key: PrivateKeyAccount, operation: Operation) =>
  key.signMessage({ message: { raw: hashUserOperation(operation, 31_337) } });

/** Sends an operation to EntryPoint as the thief's own bundler, which gets the fee. Returns EntryPoint's error. */
async function bundle({ bundler, thief }: Granted, operation: Operation) {
  const { paymaster, paymasterData = '0x', ...fields } = operation;
  const packed = toPackedUserOperation({
    ...{ sender: fields.sender, callData: fields.callData, signature: fields.signature },
    nonce: BigInt(fields.nonce),
    callGasLimit: BigInt(fields.callGasLimit),
    verificationGasLimit: BigInt(fields.verificationGasLimit),
    preVerificationGas: BigInt(fields.preVerificationGas),
    maxFeePerGas: BigInt(fields.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fields.maxPriorityFeePerGas),
    ...(paymaster && {
      ...{ paymaster, paymasterData },
      paymasterVerificationGasLimit: BigInt(fields.paymasterVerificationGasLimit ?? 0),
      paymasterPostOpGasLimit: BigInt(fields.paymasterPostOpGasLimit ?? 0),
    }),
  });
  const handle = { address: entryPoint, abi: entryPoint07Abi, functionName: 'handleOps' } as const;
  const asked = { ...handle, args: [[packed], thief.address], account: thief } as const;
  try {
    await chain().simulateContract(asked);
  } catch (error) {
    return /AA\d\d/.exec((error as Error).message)?.[0] ?? String(error);
  }
  await chain().waitForTransactionReceipt({ hash: await bundler.writeContract(asked) });
  return undefined;
}

/** What the page of the permission gets from the gateway for an operation. */
async function paidFor({ address, grant, permissionId }: Granted, draft: Operation) {
  const signature = sessionSignature(permissionId, `0x${'ec'.repeat(65)}`, `0x${'ec'.repeat(65)}`);
  const answer = await suite.gateway.aa.callSession(
    SMART_CHAIN,
    { method: 'pm_getPaymasterData', params: [{ ...draft, signature }, entryPoint, '0x7a69', {}] },
    { projectId: DEVELOPMENT_PROJECT_ID, origin: PAGE.origin, network: '192.0.2.1', account: address, grant },
    new AbortController().signal,
  );
  if ('error' in answer) throw new Error(answer.error.message);
  const { cosignature, ...paid } = answer.result as Pick<Operation, 'paymaster'> & { cosignature: Hex };
  return { cosignature, paid };
}

describe('the key of a permission to pay one wei a day', () => {
  it('spends nothing of the account as fees: the chain takes no operation that the deployment did not sign', async () => {
    const granted = await grantedThief();
    const { thief, address, permissionId } = granted;
    const before = await wealthOf(address);
    const draft = await draftOf(granted);
    const own = await signedBy(thief, draft);
    const stranger = await signedBy(privateKeyToAccount(generatePrivateKey()), draft);
    for (const signatures of [
      [own, own],
      [own, stranger],
      [own, `0x${'ec'.repeat(65)}`],
    ]) {
      const signature = sessionSignature(permissionId, ...signatures);
      expect(await bundle(granted, { ...draft, signature })).toBe('AA24');
    }
    // The validator of the real chain reads as many signatures as there are keys, and reverts without them.
    expect(await bundle(granted, { ...draft, signature: sessionSignature(permissionId, own) })).toBe('AA23');
    expect(await wealthOf(address)).toBe(before);
  });

  it('gets a signature for what the paymaster pays, which is of no use for anything else', async () => {
    const granted = await grantedThief();
    const { thief, address, recipient, permissionId } = granted;
    const before = await wealthOf(address);
    const own = await draftOf(granted, 1_000_000_000n);
    // What the gateway sponsors: it refuses the price and the gas of the other draft.
    await expect(paidFor(granted, await draftOf(granted))).rejects.toMatchObject({
      code: 'SPONSORSHIP_REFUSED',
    });
    await expect(paidFor(granted, own)).rejects.toMatchObject({ code: 'SPONSORSHIP_REFUSED' });
    const draft = { ...own, preVerificationGas: toHex(100_000) };
    const { cosignature, paid } = await paidFor(granted, draft);
    const sponsored = { ...draft, ...paid };
    for (const changed of [
      draft,
      { ...sponsored, maxFeePerGas: toHex(parseEther('1') / 1_000_000n) },
      { ...sponsored, paymaster: thief.address },
    ]) {
      const signature = sessionSignature(permissionId, await signedBy(thief, changed), cosignature);
      expect(await bundle(granted, { ...changed, signature })).toMatch(/^AA(?:24|3\d)$/);
    }
    const signature = sessionSignature(permissionId, await signedBy(thief, sponsored), cosignature);
    expect(await bundle(granted, { ...sponsored, signature })).toBeUndefined();
    expect(await chain().getBalance({ address: recipient })).toBe(1n);
    expect(before - (await wealthOf(address))).toBe(1n);
  });
});
