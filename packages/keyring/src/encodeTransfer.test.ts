import { DEVELOPMENT_TOKENS, type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { ed25519 } from '@noble/curves/ed25519';
import { hexToBytes } from '@noble/hashes/utils';
import { base58 } from '@scure/base';
import { type Address, address, type Base64EncodedWireTransaction, createSolanaRpc } from '@solana/kit';
import { solanaAccounts } from 'latchkit/testing/solana';
import { parseTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeTransfer, type SolanaTransfer } from './encodeTransfer.js';
import { signRequest } from './signRequest.js';

let devnet: SolanaDevnet;
beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 50 });
});
afterAll(() => devnet.close());

const seed = hexToBytes(solanaAccounts[0]);
const from = base58.encode(ed25519.getPublicKey(seed));

const rpc = () => createSolanaRpc(devnet.url);

/** Signs a transfer as the keyring does, and sends it. */
async function send(transfer: Omit<SolanaTransfer, 'blockhash'>) {
  const { value } = await rpc().getLatestBlockhash().send();
  const payload = encodeTransfer({ ...transfer, blockhash: value.blockhash });
  const request = { id: '1', kind: 'solanaTransaction', chainId: devnet.caipNetworkId } as const;
  const keys = { solana: seed, evm: seed, owner: seed };
  const signed = signRequest({ ...request, account: from, payload }, keys);
  await rpc()
    .sendTransaction(signed as Base64EncodedWireTransaction, { encoding: 'base64' })
    .send();
}

/** The token accounts of an owner: their addresses and amounts. */
async function held(owner: string, mint: Address) {
  const { value } = await rpc()
    .getTokenAccountsByOwner(address(owner), { mint }, { encoding: 'jsonParsed' })
    .send();
  return value.map(({ pubkey, account }) => ({
    pubkey,
    amount: account.data.parsed.info.tokenAmount.amount,
  }));
}

const stranger = () => base58.encode(ed25519.getPublicKey(ed25519.utils.randomPrivateKey()));

describe('encodeTransfer', () => {
  it('encodes a call with its fees, and a legacy one without a tip', () => {
    const call = {
      ...{ chainId: 1, to: `0x${'11'.repeat(20)}`, data: '0x', value: '5', nonce: 7 },
      ...{ gas: '21000', price: '30' },
    };
    expect(parseTransaction(encodeTransfer({ ...call, tip: '2' }) as `0x${string}`)).toEqual({
      ...{ type: 'eip1559', chainId: 1, to: call.to, value: 5n, nonce: 7, gas: 21_000n },
      ...{ maxFeePerGas: 30n, maxPriorityFeePerGas: 2n },
    });
    expect(parseTransaction(encodeTransfer(call) as `0x${string}`)).toMatchObject({
      ...{ type: 'legacy', chainId: 1, gasPrice: 30n },
    });
    expect(() => encodeTransfer({ ...call, value: 'all' })).toThrow(
      expect.objectContaining({ code: 'KEYRING_REFUSED' }),
    );
  });

  it('pays SOL', async () => {
    const to = stranger();
    await send({ from, to, amount: '1234567' });
    expect((await rpc().getBalance(address(to)).send()).value).toBe(1_234_567n);
  });

  it.each(DEVELOPMENT_TOKENS)(
    'pays $symbol to a new token account, and again to that',
    async ({ mint, program, decimals }) => {
      const to = stranger();
      const [source] = await held(from, mint);
      const token = { mint, program, decimals, source: source?.pubkey ?? '' };
      for (const amount of ['700', '5']) await send({ from, to, amount, token });
      expect((await held(to, mint)).map(({ amount }) => amount)).toEqual(['705']);
    },
  );

  it('refuses invalid addresses', () => {
    const transfer = { from, to: 'me', amount: '1', blockhash: from };
    expect(() => encodeTransfer(transfer)).toThrow(expect.objectContaining({ code: 'KEYRING_REFUSED' }));
  });
});
