import { type DevelopmentBundler, startDevelopmentBundler } from '@latchkit/dev-bundler';
import {
  type AccountCall,
  encodeAccountCalls,
  encodeRemoveSession,
  SMART_ACCOUNT_V1,
  SMART_SESSIONS,
  smartAccountAddress,
  smartAccountFactoryData,
  type UserOperation,
} from 'latchkit/protocol';
import {
  concatHex,
  createTestClient,
  type Hex,
  http,
  numberToHex,
  parseEther,
  publicActions,
  stringToHex,
} from 'viem';
import { createBundlerClient } from 'viem/account-abstraction';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnvil } from '../../gateway/test/servers/startAnvil.js';
import { approved, made } from '../test/createdWallet.js';
import type { SigningRequest } from './SigningRequest.js';
import { hashSafeOperation, undeployedSignature } from './signSmartAccount.js';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let other: Awaited<ReturnType<typeof startAnvil>>;
let bundler: DevelopmentBundler;
beforeAll(async () => {
  [anvil, other] = await Promise.all([startAnvil(31_337), startAnvil(31_338)]);
  bundler = await startDevelopmentBundler({ chains: [anvil.url, other.url] });
});
afterAll(async () => {
  await bundler.close();
  await Promise.all([anvil.stop(), other.stop()]);
});

const chain = ({ url } = anvil) =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(url) }).extend(publicActions);

const MESSAGE = 'shop.example wants you to sign in';
const RECEIVER: Hex = '0x00000000000000000000000000000000000beef2';
const TYPED_DATA = {
  domain: { name: 'Shop', chainId: 31_337 },
  types: { Order: [{ name: 'id', type: 'uint256' }] },
  primaryType: 'Order',
  message: { id: 5n },
} as const;

/** A wallet, and a function that signs as a visitor approves. */
async function visitor() {
  const { keyring, clock, set } = await made();
  const { evm, owner } = set.addresses;
  const account = smartAccountAddress(owner);
  let requests = 0;
  const sign = async (request: Omit<SigningRequest, 'id' | 'chainId'> & { chainId?: string }) => {
    requests += 1;
    clock.now += 5_000;
    const whole = { id: `request ${requests}`, chainId: 'eip155:31337', ...request };
    return (await keyring.sign(whole, await approved(whole, clock.now))) as Hex;
  };
  return { evm: evm as Hex, owner, account, sign };
}

function operationOf(owner: string, change: Partial<UserOperation> = {}): UserOperation {
  return {
    sender: smartAccountAddress(owner),
    nonce: '0x0',
    factory: SMART_ACCOUNT_V1.factory,
    factoryData: smartAccountFactoryData(owner),
    callData: encodeAccountCalls([{ to: RECEIVER, value: 1n, data: '0x' }]),
    callGasLimit: '0x493e0',
    verificationGasLimit: '0xc3500',
    preVerificationGas: '0xea60',
    maxFeePerGas: '0xb2d05e00',
    maxPriorityFeePerGas: '0x3b9aca00',
    signature: '0x',
    ...change,
  };
}

/** Sends a user operation and waits until it is on the chain. */
async function send(operation: UserOperation): Promise<void> {
  const client = createBundlerClient({ transport: http(bundler.url(31_337), { retryCount: 0 }) });
  const params = [operation, SMART_ACCOUNT_V1.entryPoint];
  const hash = await client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: Hex }>({
    method: 'eth_sendUserOperation',
    params,
  });
  await client.waitForUserOperationReceipt({ hash, pollingInterval: 20 });
}

/** Signs a user operation and sends it. */
async function sendSigned({ account, sign }: Awaited<ReturnType<typeof visitor>>, operation: UserOperation) {
  const payload = JSON.stringify({ operation, validUntil: 0 });
  const signature = await sign({ kind: 'userOperation', account, payload });
  await send({ ...operation, signature });
}

describe('undeployedSignature', () => {
  it('verifies before the deployment, ERC-1271 after it, and on no other account or chain [SEC-70]', async () => {
    const user = await visitor();
    const { account, owner, sign } = user;
    await chain().setBalance({ address: account, value: parseEther('1') });
    const plain = await sign({ kind: 'message', account, payload: stringToHex(MESSAGE) });
    const typed = await sign({
      kind: 'typedData',
      account,
      payload: JSON.stringify(TYPED_DATA, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    });
    const verify = (signature: Hex, address = account, where = anvil) =>
      chain(where).verifyMessage({ address, message: MESSAGE, signature });
    const wrapped = undeployedSignature(owner, plain);
    expect(await verify(wrapped)).toBe(true);
    expect(await verify(plain)).toBe(false);
    const wrappedType = undeployedSignature(owner, typed);
    expect(await chain().verifyTypedData({ ...TYPED_DATA, address: account, signature: wrappedType })).toBe(
      true,
    );

    await sendSigned(user, operationOf(owner));
    expect(await chain().getBalance({ address: RECEIVER })).toBe(1n);
    expect(await chain().getCode({ address: account })).toBeDefined();
    expect([await verify(plain), await verify(wrapped)]).toEqual([true, true]);
    expect(await chain().verifyTypedData({ ...TYPED_DATA, address: account, signature: typed })).toBe(true);

    const stranger = await visitor();
    expect(await verify(wrapped, stranger.account)).toBe(false);
    expect(await verify(plain, user.evm)).toBe(false);
    expect(await verify(wrapped, account, other)).toBe(false);
  });
});

describe('hashSafeOperation', () => {
  it("is never signed by the EOA: its signature of the operation's hash does not validate [SEC-69]", async () => {
    const { account, owner, evm, sign } = await visitor();
    await chain().setBalance({ address: account, value: parseEther('1') });
    const operation = operationOf(owner);
    const hash = hashSafeOperation({ operation, validUntil: 0 }, owner, 'eip155:31337');
    const signed = await sign({ kind: 'message', account: evm, payload: hash });
    // A Safe accepts a signature of the prefixed hash (`eth_sign`) if v is raised by 4.
    const raised = `${signed.slice(0, -2)}${(Number.parseInt(signed.slice(-2), 16) + 4).toString(16)}` as Hex;
    const signature = concatHex([numberToHex(0, { size: 12 }), raised]);
    await expect(send({ ...operation, signature })).rejects.toThrow('AA24');
    expect(await chain().getCode({ address: account })).toBeUndefined();
  });

  it('refuses a foreign sender or factory, a change of the owner, a delegate call and a fee that nobody but the account pays [SEC-71] [SEC-108]', async () => {
    const { account, owner, evm, sign } = await visitor();
    const stranger = await visitor();
    const call = (to: Hex, data: Hex) => encodeAccountCalls([{ to, value: 0n, data }]);
    // `swapOwner(address,address,address)`
    const swap = concatHex(['0xe318b52b', numberToHex(1, { size: 32 }), numberToHex(2, { size: 64 })]);
    const delegated = call(RECEIVER, '0x1234').replace(/0{63}0(?=0{62}02)/, `${'0'.repeat(63)}1`) as Hex;
    expect(delegated).not.toBe(call(RECEIVER, '0x1234'));
    const changes: Partial<UserOperation>[] = [
      { sender: stranger.account },
      { factory: RECEIVER },
      { factoryData: smartAccountFactoryData(stranger.owner) },
      { callData: call(account, swap) },
      { callData: delegated },
      { callGasLimit: '0xffffffff' },
      { paymaster: `0x${'0'.repeat(40)}` },
      { preVerificationGas: '0x2dc6c1' },
    ];
    const refused = { code: 'KEYRING_REFUSED' };
    for (const change of changes) {
      const payload = JSON.stringify({ operation: operationOf(owner, change), validUntil: 0 });
      await expect(sign({ kind: 'userOperation', account, payload })).rejects.toMatchObject(refused);
    }
    const payload = JSON.stringify({ operation: operationOf(owner), validUntil: 0 });
    await expect(sign({ kind: 'userOperation', account: evm, payload })).rejects.toMatchObject(refused);
    await expect(sign({ kind: 'message', account: stranger.account, payload: '0x12' })).rejects.toMatchObject(
      refused,
    );
    await expect(sign({ kind: 'transaction', account, payload: '0x12' })).rejects.toMatchObject(refused);
    expect(await sign({ kind: 'userOperation', account, payload })).toMatch(/^0x[0-9a-f]{154}$/);
  });

  it('is signed as the end of permissions only if it does nothing else', async () => {
    const { account, owner, sign } = await visitor();
    const end: AccountCall = {
      to: SMART_SESSIONS.sessions,
      value: 0n,
      data: encodeRemoveSession({ permissionId: `0x${'12'.repeat(32)}` }),
    };
    const signing = (calls: readonly AccountCall[]) => {
      const callData = encodeAccountCalls(calls, 'modular');
      const payload = JSON.stringify({ operation: operationOf(owner, { callData }), validUntil: 0 });
      return sign({ kind: 'revocation', account, payload });
    };
    expect(await signing([end, end])).toMatch(/^0x[0-9a-f]{154}$/);
    const payment: AccountCall = { to: RECEIVER, value: 1n, data: '0x' };
    for (const calls of [[payment], [end, payment]])
      await expect(signing(calls)).rejects.toMatchObject({ code: 'KEYRING_REFUSED' });
  });

  it('is signed with the time from which the chain refuses it', async () => {
    const user = await visitor();
    const { timestamp } = await chain().getBlock();
    await chain().setBalance({ address: user.account, value: parseEther('1') });
    const operation = operationOf(user.owner);
    const at = async (validUntil: number) => {
      const payload = JSON.stringify({ operation, validUntil });
      const signature = await user.sign({ kind: 'userOperation', account: user.account, payload });
      return send({ ...operation, signature });
    };
    await expect(at(Number(timestamp) - 10)).rejects.toThrow('AA22');
    await at(Number(timestamp) + 600);
    expect(await chain().getCode({ address: user.account })).toBeDefined();
  });
});
