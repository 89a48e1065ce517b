import { addressesOf, signRequest, type WalletKeys, walletKeys } from '@latchkit/keyring';
import { base58, base64 } from '@scure/base';
import { type FramePayload, frameError } from 'latchkit/protocol';
import { keccak256, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Anvil, startAnvil } from '../../../../packages/latchkit/src/testing/startAnvil.test-support.js';
import type { ChainReader } from '../chains/createChainReader.js';
import { operationsWithoutBundler } from '../smartAccount/operationsWithoutBundler.test-support.js';
import type { Prepared } from './Prepared.js';
import { prepareRequest } from './prepareRequest.js';

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

let chain: Anvil;
let keys: WalletKeys;
let signer: { readonly evm: string; readonly solana: string };
beforeAll(async () => {
  chain = await startAnvil(31_337);
  keys = await walletKeys(new Uint8Array(32).fill(9), secret => secret);
  signer = addressesOf(keys);
  await chain.request('anvil_setBalance', [signer.evm, `0x${(10n ** 19n).toString(16)}`]);
});
afterAll(() => chain.stop());

/** Calls anvil, and records what was sent to an unknown chain. */
const sent: unknown[] = [];
const reader: { request: ChainReader['request'] } = {
  async request(chainId, method, params) {
    if (method === 'sendTransaction') return void sent.push(params);
    if (chainId !== 'eip155:31337') throw frameError('INTERNAL');
    return chain.request(method, params as readonly unknown[]);
  },
};

function prepare(method: string, params: unknown, chainId = 'eip155:31337'): Promise<Prepared> {
  const chainNamespace = chainId.startsWith('solana') ? 'solana' : 'eip155';
  const payload = { method, params, chainId, chainNamespace } as FramePayload<'RPC_REQUEST'>;
  const id = '6a1f6b8e-4f4c-4c39-9f0c-0f2f7f0a6a11';
  const { signal } = new AbortController();
  const operations = operationsWithoutBundler(reader);
  return prepareRequest({ id, payload, signer, reader, operations, signal, ended: signal });
}

const code = (of: Promise<unknown>) =>
  of.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );

describe('prepareRequest', () => {
  it('treats hex as bytes and anything else as text, with the account on either side', async () => {
    const payloadOf = async (params: unknown) => (await prepare('personal_sign', params)).signings[0].payload;
    expect(await payloadOf(['0x68656C6C6F', signer.evm])).toBe('0x68656c6c6f');
    expect(await payloadOf(['hello', signer.evm])).toBe('0x68656c6c6f');
    expect(await payloadOf([signer.evm, '0x68656c6c6f'])).toBe('0x68656c6c6f');
    expect(await payloadOf(['0x123', signer.evm])).toBe('0x3078313233');
    const { signings, answer } = await prepare('personal_sign', ['hello', signer.evm.toLowerCase()]);
    expect(signings).toMatchObject([{ kind: 'message', account: signer.evm, chainId: 'eip155:31337' }]);
    expect(await answer(['0xsigned'])).toBe('0xsigned');
  });

  it('refuses methods that need a smart account and transactions that would only be signed', async () => {
    for (const method of [
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'eth_sendUserOperation',
      'eth_signTransaction',
      'eth_sign',
      'toString',
    ]) {
      expect(await code(prepare(method, [])), method).toBe('UNSUPPORTED_METHOD');
    }
  });

  it('limits a call at half more gas than it needs in the next block (V-02)', async () => {
    const contract = '0x00000000000000000000000000000000000000c1';
    // Writes the time of the block, as pools do: nothing changes for the second call of one second.
    await chain.request('anvil_setCode', [contract, '0x425f5500']);
    const call = { from: signer.evm, to: contract, data: '0x01' };
    const { timestamp } = (await chain.request('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string;
    };
    const slot = [contract, `0x${'0'.repeat(64)}`, `0x${BigInt(timestamp).toString(16).padStart(64, '0')}`];
    await chain.request('anvil_setStorageAt', slot);
    const at = async (time: bigint) =>
      BigInt(
        (await chain.request('eth_estimateGas', [
          call,
          'latest',
          {},
          { time: `0x${time.toString(16)}` },
        ])) as string,
      );
    const [now, needed] = [await at(BigInt(timestamp)), await at(BigInt(timestamp) + 1n)];
    expect(now).toBeLessThan(needed);
    const { request } = reader;
    onTestFinished(() => {
      reader.request = request;
    });
    // The node estimates in the second of the latest block.
    reader.request = async (chainId, method, params, signal) =>
      method === 'eth_estimateGas' && params.length === 1
        ? `0x${now.toString(16)}`
        : request(chainId, method, params, signal);
    const { signings } = await prepare('eth_sendTransaction', [call]);
    const { gas } = parseTransaction(signings[0].payload as TransactionSerialized);
    expect(gas).toBe((needed * 3n) / 2n);
  });

  it('fills in a transaction from the chain and returns its hash once it is sent', async () => {
    const prepared = await prepare('eth_sendTransaction', [{ from: signer.evm, to: OTHER, value: '0x1' }]);
    const [request] = prepared.signings;
    const unsigned = parseTransaction(request.payload as TransactionSerialized);
    expect(unsigned).toMatchObject({ type: 'eip1559', chainId: 31_337, gas: 21_000n, value: 1n });
    expect(unsigned.maxFeePerGas).toBeGreaterThan(0n);
    const signed = signRequest(request, keys) as TransactionSerialized;
    expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(signer.evm);
    const hash = await prepared.answer([signed]);
    expect(hash).toBe(keccak256(signed));
    await vi.waitFor(async () =>
      expect(await chain.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' }),
    );
    const next = await prepare('eth_sendTransaction', [{ from: signer.evm, to: OTHER }]);
    expect(parseTransaction(next.signings[0].payload as TransactionSerialized).nonce).toBe(1);
  });

  it("uses the page's own values within limits and in the requested form", async () => {
    const read = async (asked: object) => {
      const { signings } = await prepare('eth_sendTransaction', [{ from: signer.evm, to: OTHER, ...asked }]);
      return parseTransaction(signings[0].payload as TransactionSerialized);
    };
    expect(await read({ gasPrice: '0x77359400', nonce: '0x7', gas: '0xea60' })).toMatchObject({
      type: 'legacy',
      gasPrice: 2_000_000_000n,
      nonce: 7,
      gas: 60_000n,
    });
    const list = [{ address: OTHER, storageKeys: [] }];
    expect(await read({ type: '0x1', accessList: list })).toMatchObject({ type: 'eip2930' });
    const greedy = await read({ maxFeePerGas: `0x${(10n ** 15n).toString(16)}` });
    expect(greedy.maxFeePerGas).toBeLessThan(10n ** 12n);
  });

  it('refuses a transaction that is for another chain, ambiguous or larger than a block', async () => {
    const wrong: readonly object[] = [
      { chainId: '0x1' },
      { data: '0x01', input: '0x02' },
      { data: '0x1' },
      { gas: '0x5f5e100' },
      { gasPrice: '0x1', maxFeePerGas: '0x1' },
      { to: null },
      { value: '0x' },
    ];
    for (const asked of wrong) {
      const params = [{ from: signer.evm, to: OTHER, ...asked }];
      expect(await code(prepare('eth_sendTransaction', params)), JSON.stringify(asked)).toBe('BAD_MESSAGE');
    }
    const elsewhere = prepare('eth_sendTransaction', [{ from: signer.evm, to: OTHER }], 'eip155:5');
    expect(await code(elsewhere)).toBe('INTERNAL');
  });

  it('warns about a transaction that the chain would reject', async () => {
    // Reverts on every call.
    const contract = '0x00000000000000000000000000000000000000aa';
    await chain.request('anvil_setCode', [contract, '0x60006000fd']);
    const asked = { from: signer.evm, to: contract, data: '0x01' };
    const { warnings } = await prepare('eth_sendTransaction', [asked]);
    expect(warnings).toEqual([{ text: 'warning.fails' }]);
  });

  it('refuses invalid typed data', async () => {
    expect(await code(prepare('eth_signTypedData_v4', [signer.evm, '{}']))).toBe('BAD_MESSAGE');
  });
});

/** An unsigned transaction that pays no one: one signer and one program. */
function wire(signerAddress: string): string {
  const key = base58.decode(signerAddress);
  const program = new Uint8Array(32).fill(3);
  const message = [1, 0, 1, 2, ...key, ...program, ...new Uint8Array(32), 1, 1, 0, 0];
  return base64.encode(Uint8Array.from([1, ...new Uint8Array(64), ...message]));
}

describe("prepareRequest of Solana's methods", () => {
  const sign = (prepared: Prepared) => prepared.signings.map(request => signRequest(request, keys));

  it('returns what the adapter reads: a signature, a transaction, or all of them', async () => {
    const message = base58.encode(new TextEncoder().encode('Hello'));
    const hello = await prepare('solana_signMessage', { message, pubkey: signer.solana }, SOLANA);
    expect(await hello.answer(sign(hello))).toEqual({
      signature: expect.stringMatching(/^[1-9A-Za-z]{64,90}$/),
    });
    const transaction = wire(signer.solana);
    const one = await prepare('solana_signTransaction', { transaction, pubkey: signer.solana }, SOLANA);
    const [signed = ''] = sign(one);
    const { signature } = (await one.answer([signed])) as { signature: string };
    expect(await one.answer([signed])).toEqual({ transaction: signed, signature });
    expect(base58.decode(signature)).toEqual(base64.decode(signed).subarray(1, 65));
    const all = { transactions: [transaction, transaction], pubkey: signer.solana };
    const both = await prepare('solana_signAllTransactions', all, SOLANA);
    expect(new Set(both.signings.map(({ id }) => id)).size).toBe(2);
    expect(await both.answer(sign(both))).toEqual({ transactions: [signed, signed] });
  });

  it("sends with the page's options that the chain supports and returns the signature", async () => {
    const params = {
      transaction: wire(signer.solana),
      pubkey: signer.solana,
      options: { skipPreflight: true, encoding: 'evil' },
    };
    const prepared = await prepare('solana_signAndSendTransaction', params, SOLANA);
    const [signed = ''] = sign(prepared);
    const signature = base58.encode(base64.decode(signed).subarray(1, 65));
    expect(await prepared.answer([signed])).toEqual({ signature });
    expect(sent).toEqual([[signed, { skipPreflight: true, encoding: 'base64' }]]);
  });

  it('refuses bytes that are not a transaction, and a transaction of another signer', async () => {
    const other = base58.encode(new Uint8Array(32).fill(5));
    for (const transaction of ['AQ==', 'not base64!', wire(other)]) {
      const params = { transaction, pubkey: signer.solana };
      expect(await code(prepare('solana_signTransaction', params, SOLANA))).toBe('BAD_MESSAGE');
    }
  });
});
