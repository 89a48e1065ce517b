import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type KeyPairSigner,
  pipe,
  type Signature,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { findAssociatedTokenPda } from '@solana-program/token';
import { solanaAccounts } from 'latchkit/testing/solana';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_TOKENS } from './developmentTokens.js';
import { type SolanaDevnet, startSolanaDevnet } from './startSolanaDevnet.js';

const SOL = 1_000_000_000n;

let devnet: SolanaDevnet;
let rpc: ReturnType<typeof createSolanaRpc>;
let payer: KeyPairSigner;
beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 20, blockhashSlots: 20 });
  rpc = createSolanaRpc(devnet.url);
  payer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(solanaAccounts[0], 'hex'));
});
afterAll(() => devnet?.close());

async function payment(to: Address, amount: bigint) {
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    one => setTransactionMessageFeePayerSigner(payer, one),
    one => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    one =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: payer, destination: to, amount }),
        one,
      ),
  );
  return { transaction: await signTransactionMessageWithSigners(message), lifetime };
}

const statusOf = async (signature: Signature) =>
  (await rpc.getSignatureStatuses([signature]).send()).value[0];

/** Sends a raw request, without kit's own checks. */
async function ask(body: unknown, url = devnet.url): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}
const call = (method: string, ...params: unknown[]) => ask({ jsonrpc: '2.0', id: 1, method, params });

describe('startSolanaDevnet', () => {
  it('identifies itself by its genesis hash and differs from another cluster', async () => {
    expect(await rpc.getGenesisHash().send()).toBe(devnet.genesisHash);
    expect(devnet.caipNetworkId).toBe('solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4');
    const other = await startSolanaDevnet({ genesis: 'another' });
    expect(other.caipNetworkId).not.toBe(devnet.caipNetworkId);
    expect(other.port).not.toBe(devnet.port);
    await other.close();
    await expect(ask({ jsonrpc: '2.0', id: 1, method: 'getHealth' }, other.url)).rejects.toThrow();
  });

  it('funds its accounts with SOL and two tokens', async () => {
    expect(devnet.accounts[0]).toBe(payer.address);
    for (const account of devnet.accounts) {
      expect((await rpc.getBalance(account).send()).value).toBeGreaterThan(900n * SOL);
    }
    for (const { mint, program, decimals } of DEVELOPMENT_TOKENS) {
      const { value } = await rpc
        .getTokenAccountsByOwner(payer.address, { programId: program }, { encoding: 'jsonParsed' })
        .send();
      const [held] = value.map(one => one.account.data.parsed.info);
      expect(held).toMatchObject({
        mint,
        owner: payer.address,
        tokenAmount: { decimals, uiAmountString: '1000000' },
      });
      expect((await rpc.getTokenSupply(mint).send()).value.uiAmountString).toBe('2000000');
      const [account] = await findAssociatedTokenPda({ mint, owner: payer.address, tokenProgram: program });
      expect((await rpc.getTokenAccountBalance(account).send()).value.amount).toBe(
        `${10n ** BigInt(decimals + 6)}`,
      );
    }
  });

  it("accepts what kit's own client sends and confirms it over the WebSocket", async () => {
    const to = (await generateKeyPairSigner()).address;
    const { transaction } = await payment(to, 2n * SOL);
    const rpcSubscriptions = createSolanaRpcSubscriptions(devnet.wsUrl);
    const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as never);
    await sendAndConfirm(transaction as never, { commitment: 'confirmed' });
    expect((await rpc.getBalance(to).send()).value).toBe(2n * SOL);
    const signature = getSignatureFromTransaction(transaction);
    const landed = await rpc
      .getTransaction(signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 })
      .send();
    expect(landed).toMatchObject({
      meta: {
        err: null,
        fee: 5_000n,
        logMessages: expect.arrayContaining(['Program 11111111111111111111111111111111 success']),
      },
      transaction: {
        message: {
          accountKeys: [{ pubkey: payer.address, signer: true, writable: true }, { pubkey: to }, {}],
          instructions: [
            {
              program: 'system',
              parsed: { type: 'transfer', info: { destination: to, lamports: 2n * SOL } },
            },
          ],
        },
      },
    });
    const [before, after] = [landed?.meta?.preBalances[0] ?? 0n, landed?.meta?.postBalances[0] ?? 0n];
    expect(before - after).toBe(2n * SOL + 5_000n);
    const [entry] = await rpc.getSignaturesForAddress(to, { limit: 1 }).send();
    expect(entry).toMatchObject({ signature, err: null });
    await expect.poll(() => statusOf(signature)).toMatchObject({ confirmationStatus: 'finalized' });
  });

  it('notifies about account changes and slots', async () => {
    const stop = new AbortController();
    const to = (await generateKeyPairSigner()).address;
    const changes = await createSolanaRpcSubscriptions(devnet.wsUrl)
      .accountNotifications(to, { encoding: 'base64' })
      .subscribe({ abortSignal: stop.signal });
    await call('requestAirdrop', to, Number(SOL));
    for await (const { value } of changes) {
      expect(value.lamports).toBe(SOL);
      break;
    }
    stop.abort();
  });

  it('rejects a failing transaction in preflight with its logs and lands it without preflight', async () => {
    const { transaction } = await payment(payer.address, 1n);
    const { transaction: tooMuch } = await payment((await generateKeyPairSigner()).address, 1_000_000n * SOL);
    const wire = getBase64EncodedWireTransaction(tooMuch);
    expect(await call('sendTransaction', wire, { encoding: 'base64' })).toMatchObject({
      error: {
        code: -32002,
        message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
        data: {
          err: { InstructionError: [0, { Custom: 1 }] },
          logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]),
        },
      },
    });
    await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send();
    expect(await statusOf(getSignatureFromTransaction(tooMuch))).toMatchObject({
      err: { InstructionError: [0n, { Custom: 1n }] },
    });
    const broken = Buffer.from(getBase64EncodedWireTransaction(transaction), 'base64');
    broken[10] = (broken[10] ?? 0) ^ 1;
    expect(await call('sendTransaction', broken.toString('base64'), { encoding: 'base64' })).toMatchObject({
      error: { code: -32003 },
    });
  });

  it('lands a transaction once and never after its blockhash has expired', async () => {
    const { transaction, lifetime } = await payment((await generateKeyPairSigner()).address, SOL);
    const { transaction: late } = await payment((await generateKeyPairSigner()).address, SOL);
    const wire = getBase64EncodedWireTransaction(transaction);
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
    expect(await call('sendTransaction', wire, { encoding: 'base64' })).toMatchObject({
      error: { message: 'Transaction simulation failed: This transaction has already been processed' },
    });
    devnet.advance(25);
    expect((await rpc.isBlockhashValid(lifetime.blockhash).send()).value).toBe(false);
    expect(await rpc.getBlockHeight().send()).toBeGreaterThan(lifetime.lastValidBlockHeight);
    const lateWire = getBase64EncodedWireTransaction(late);
    expect(await call('sendTransaction', lateWire, { encoding: 'base64' })).toMatchObject({
      error: { code: -32002, message: 'Transaction simulation failed: Blockhash not found' },
    });
    await rpc.sendTransaction(lateWire, { encoding: 'base64', skipPreflight: true }).send();
    expect(await statusOf(getSignatureFromTransaction(late))).toBeNull();
  });

  it('refuses a transaction of a newer version than the caller reads, in the words of a node (RV-01)', async () => {
    const { transaction } = await payment((await generateKeyPairSigner()).address, SOL);
    const wire = getBase64EncodedWireTransaction(transaction);
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
    await expect.poll(() => statusOf(signature)).toMatchObject({ confirmationStatus: 'finalized' });
    const read = (most?: number | null) =>
      call('getTransaction', signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: most });
    const refused = (version: number) => ({
      code: -32015,
      message: `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    });
    for (const version of [0, 1, 2]) {
      devnet.mark(signature, version);
      for (const most of [undefined, null, 0, 1, 2, 255]) {
        const { result, error } = await read(most);
        if (version > (most ?? -1)) expect(error).toEqual(refused(version));
        else expect(result).toMatchObject({ version, meta: { err: null } });
      }
    }
    for (const most of [-1, 256, 0.5]) expect(await read(most)).toMatchObject({ error: { code: -32602 } });
    expect(() => devnet.mark('nothing', 1)).toThrow(RangeError);
  });

  it('simulates with or without signatures and returns the resulting accounts', async () => {
    const to = (await generateKeyPairSigner()).address;
    const { transaction } = await payment(to, SOL);
    const wire = Buffer.from(getBase64EncodedWireTransaction(transaction), 'base64');
    const unsigned = Buffer.concat([wire.subarray(0, 1), Buffer.alloc(64), wire.subarray(65)]).toString(
      'base64',
    );
    const options = { encoding: 'base64', accounts: { addresses: [to], encoding: 'base64' } };
    expect(await call('simulateTransaction', unsigned, options)).toMatchObject({
      result: { value: { err: null, accounts: [{ lamports: Number(SOL) }] } },
    });
    expect(await call('simulateTransaction', unsigned, { ...options, sigVerify: true })).toMatchObject({
      error: { code: -32003 },
    });
    expect((await rpc.getBalance(to).send()).value).toBe(0n);
  });

  it('quotes the fee of a message that is actually charged', async () => {
    const { transaction } = await payment((await generateKeyPairSigner()).address, SOL);
    const message = Buffer.from(transaction.messageBytes).toString('base64');
    expect((await rpc.getFeeForMessage(message as never).send()).value).toBe(5_000n);
  });

  it('returns errors like a node', async () => {
    expect(await call('getNothing')).toMatchObject({ error: { code: -32601 } });
    expect(await call('getBalance', 'no address')).toMatchObject({ error: { code: -32602 } });
    expect(await call('getBalance')).toMatchObject({ error: { code: -32602 } });
    expect(await call('getBalance', payer.address, { commitment: 'some day' })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await call('getBalance', payer.address, { minContextSlot: 1e9 })).toMatchObject({
      error: { code: -32016 },
    });
    expect(await call('sendTransaction', '!!', { encoding: 'base64' })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await call('toString')).toMatchObject({ error: { code: -32601 } });
    expect(await ask('{')).toMatchObject({ error: { code: -32700 } });
    expect(await ask({ id: 1 })).toMatchObject({ error: { code: -32600 } });
    const batch = [1, 2].map(id => ({ jsonrpc: '2.0', id, method: 'getHealth' }));
    expect(await ask(batch)).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, result: 'ok' },
    ]);
    expect(
      (
        await rpc
          .getAccountInfo(address('BPFLoaderUpgradeab1e11111111111111111111111'), { encoding: 'base64' })
          .send()
      ).value,
    ).toMatchObject({ executable: true });
  });
});
