import {
  SMART_ACCOUNT_V1,
  SMART_ACCOUNT_V1_CODE,
  type SmartAccountContract,
  smartAccountAddress,
  smartAccountFactoryData,
} from 'latchkit/protocol';
import { toSafeSmartAccount } from 'permissionless/accounts';
import { type Hex, http, keccak256, parseEther, stringToHex, toHex } from 'viem';
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Address,
  type UserOperation,
} from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnvil } from '../../../packages/gateway/test/servers/startAnvil.js';
import { type DevelopmentChain, openChain } from './DevelopmentChain.js';
import { type DevelopmentBundler, startDevelopmentBundler } from './startDevelopmentBundler.js';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let chain: DevelopmentChain;
let bundler: DevelopmentBundler;
beforeAll(async () => {
  anvil = await startAnvil(31_337);
  bundler = await startDevelopmentBundler({ chains: [anvil.url] });
  chain = await openChain(anvil.url);
});
afterAll(async () => {
  await bundler.close();
  await anvil.stop();
});

let owners = 0;
/** A new account in another library, which knows nothing of ours but the addresses. */
async function visitor() {
  owners += 1;
  const owner = privateKeyToAccount(keccak256(stringToHex(`owner ${owners}`)));
  const account = await toSafeSmartAccount({
    client: chain.reader,
    owners: [owner],
    version: '1.4.1',
    entryPoint: { address: entryPoint07Address, version: '0.7' },
    useMultiSendForSetup: true,
  });
  const transport = http(bundler.url(31_337));
  const client = createBundlerClient({
    account,
    client: chain.reader,
    chain: chain.chain,
    transport,
    paymaster: createPaymasterClient({ transport }),
    pollingInterval: 20,
  });
  return { owner, account, client };
}

/** A signed user operation with one payment, as a bundler receives it. */
async function signedPayment(value = 0n): Promise<{ wire: Record<string, Hex>; sender: Hex }> {
  const { account, client } = await visitor();
  const prepared = await client.prepareUserOperation({ calls: [{ to: RECEIVER, value }] });
  const signature = await account.signUserOperation(prepared as UserOperation<'0.7'>);
  const fields = Object.entries({ ...prepared, signature }).filter(
    ([name, field]) => name !== 'account' && name !== 'authorization' && field !== undefined,
  );
  const wire = fields.map(([name, field]) => [name, typeof field === 'bigint' ? toHex(field) : field]);
  return { wire: Object.fromEntries(wire), sender: account.address };
}

const RECEIVER: Hex = '0x00000000000000000000000000000000000beef1';

async function call(method: string, ...params: readonly unknown[]) {
  const response = await fetch(bundler.url(31_337), {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
}

const send = (wire: unknown) => call('eth_sendUserOperation', wire, SMART_ACCOUNT_V1.entryPoint);

/** A signature that recovers to another key: the other of the two points with its x coordinate. */
const ofAnotherKey = (signature = '') => `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1c' : '1b'}`;

/** The receipt of a user operation; null until anvil has mined its bundle. */
const receiptOf = async (hash: unknown) => (await call('eth_getUserOperationReceipt', hash)).result;

describe('startDevelopmentBundler', () => {
  it('deploys the contracts in few blocks, and leaves a chain that has them as it is', async () => {
    for (const name of Object.keys(SMART_ACCOUNT_V1) as SmartAccountContract[]) {
      const code = await chain.reader.getCode({ address: SMART_ACCOUNT_V1[name] });
      expect([name, keccak256(code ?? '0x')]).toEqual([name, SMART_ACCOUNT_V1_CODE[name]]);
    }
    const blocks = await chain.reader.getBlockNumber();
    const second = await startDevelopmentBundler({ chains: [anvil.url] });
    await second.close();
    expect(await chain.reader.getBlockNumber()).toBe(blocks);
    expect(await call('eth_supportedEntryPoints')).toMatchObject({ result: [SMART_ACCOUNT_V1.entryPoint] });
    expect(await call('eth_chainId')).toMatchObject({ result: '0x7a69' });
  });

  it('sends three calls of an empty account that does not exist yet, paid by the paymaster', async () => {
    const { owner, account, client } = await visitor();
    expect(account.address).toBe(smartAccountAddress(owner.address));
    expect(await account.getFactoryArgs()).toEqual({
      factory: SMART_ACCOUNT_V1.factory,
      factoryData: smartAccountFactoryData(owner.address),
    });
    const { owner: receiver } = await visitor();
    await chain.test.setBalance({ address: account.address, value: 6n });
    const hash = await client.sendUserOperation({
      calls: [1n, 2n, 3n].map(value => ({ to: receiver.address, value })),
    });
    const receipt = await client.waitForUserOperationReceipt({ hash });
    expect(receipt).toMatchObject({ success: true, sender: account.address, userOpHash: hash });
    expect(await chain.reader.getBalance({ address: receiver.address })).toBe(6n);
    expect(await chain.reader.getBalance({ address: account.address })).toBe(0n);
    const again = await client.sendUserOperation({ calls: [{ to: receiver.address }] });
    expect((await client.waitForUserOperationReceipt({ hash: again })).success).toBe(true);
    expect(await client.getUserOperation({ hash: again })).toMatchObject({
      userOperation: { sender: account.address },
    });
  });

  it('estimates at most two thirds more gas than an operation uses', async () => {
    const { account, client } = await visitor();
    await chain.test.setBalance({ address: account.address, value: parseEther('1') });
    const calls = [{ to: RECEIVER, value: 1n }];
    const { callGasLimit, verificationGasLimit, preVerificationGas } = await client.estimateUserOperationGas({
      calls,
      paymaster: undefined,
    });
    const hash = await client.sendUserOperation({ calls });
    const { actualGasUsed } = await client.waitForUserOperationReceipt({ hash });
    const estimate = callGasLimit + verificationGasLimit + preVerificationGas;
    expect(estimate).toBeGreaterThan(actualGasUsed);
    expect(estimate).toBeLessThan((actualGasUsed * 5n) / 3n);
  });

  it('refuses with the codes of ERC-7769', async () => {
    const { wire } = await signedPayment();
    const codeOf = async (operation: unknown) => (await send(operation)).error?.code;
    expect(await codeOf({ ...wire, signature: ofAnotherKey(wire.signature) })).toBe(-32_507);
    expect(await codeOf({ ...wire, paymasterData: ofAnotherKey(wire.paymasterData) })).toBe(-32_507);
    expect(await codeOf({ ...wire, nonce: '0x7' })).toBe(-32_500);
    expect(await codeOf({ ...wire, callGasLimit: undefined })).toBe(-32_602);
    expect(await codeOf({ ...wire, extra: '0x' })).toBe(-32_602);
    expect((await call('eth_sendUserOperation', wire, RECEIVER)).error?.code).toBe(-32_602);
    expect((await call('eth_sendTransaction', {})).error?.code).toBe(-32_601);
    const { client, account } = await visitor();
    const { receipt } = await client
      .sendUserOperation({ calls: [{ to: RECEIVER }] })
      .then(hash => client.waitForUserOperationReceipt({ hash }));
    expect(receipt.status).toBe('success');
    await expect(client.sendUserOperation({ calls: [{ to: RECEIVER, value: 1n }] })).rejects.toThrow();
    expect(await chain.reader.getBalance({ address: account.address })).toBe(0n);
  });

  it('lets operations wait in the manual mode, and takes one of two with the same nonce', async () => {
    const { wire } = await signedPayment();
    await call('debug_bundler_setBundlingMode', 'manual');
    const { result: hash } = await send(wire);
    expect(await receiptOf(hash)).toBeNull();
    expect((await call('debug_bundler_dumpMempool')).result).toHaveLength(1);
    expect((await send(wire)).error?.code).toBe(-32_602);
    // Another operation with the same nonce, whose signature is not checked before the nonce is.
    const twin = await send({ ...wire, preVerificationGas: '0xffff' });
    expect(twin.error).toMatchObject({ code: -32_500, message: expect.stringContaining('nonce') });
    await call('debug_bundler_sendBundleNow');
    await expect.poll(() => receiptOf(hash)).toMatchObject({ success: true });
    await call('debug_bundler_setBundlingMode', 'auto');
  });

  it('sends an operation again that a reorganisation removed', async () => {
    const { wire } = await signedPayment();
    const snapshot = await chain.test.snapshot();
    const { result: hash } = await send(wire);
    await expect.poll(() => receiptOf(hash)).toMatchObject({ success: true });
    await chain.test.revert({ id: snapshot });
    expect(await receiptOf(hash)).toBeNull();
    await expect.poll(() => receiptOf(hash)).toMatchObject({ success: true });
  });
});
