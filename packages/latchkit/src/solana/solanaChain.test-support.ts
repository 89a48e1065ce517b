import { DEVELOPMENT_TOKENS, type SolanaDevnet } from '@latchkit/solana-devnet';
import {
  type Address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getPublicKeyFromAddress,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  verifySignature,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { ConformanceChain } from '../testing/ConformanceWorld.test-support.js';

const [USDC] = DEVELOPMENT_TOKENS;

/** A payment without signatures, as base64, as a host builds one with the kit. */
export async function unsignedPayment(url: string, from: string, amount: bigint, to = from): Promise<string> {
  const { value: lifetime } = await createSolanaRpc(url).getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    one => setTransactionMessageFeePayer(from as Address, one),
    one => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    one =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source: createNoopSigner(from as Address),
          destination: to as Address,
          amount,
        }),
        one,
      ),
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

/** Whether a base58 signature of a text or of bytes was made with the address's key. */
export async function isSignedBy(
  message: string | Uint8Array,
  signature: string,
  address: string,
): Promise<boolean> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message;
  const key = await getPublicKeyFromAddress(address as Address);
  return verifySignature(key, getBase58Encoder().encode(signature) as SignatureBytes, bytes);
}

/** The development runtime as used by the conformance suite, without the adapter. */
export function conformanceChain(devnet: () => SolanaDevnet): ConformanceChain {
  return {
    stranger: async () => (await generateKeyPairSigner()).address,
    async balanceOf(address, token) {
      const rpc = createSolanaRpc(devnet().url);
      const owner = address as Address;
      if (!token) return (await rpc.getBalance(owner).send()).value;
      const { value } = await rpc
        .getTokenAccountsByOwner(owner, { mint: token as Address }, { encoding: 'jsonParsed' })
        .send();
      return value.reduce(
        (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
        0n,
      );
    },
    token: { address: USDC.mint, decimals: USDC.decimals },
    payment: async from => ({ serialized: await unsignedPayment(devnet().url, from, 1n) }),
    async failing(from) {
      const to = (await generateKeyPairSigner()).address;
      const serialized = await unsignedPayment(devnet().url, from, 10n ** 16n, to);
      return {
        transaction: { serialized, skipPreflight: true },
        reason: /^insufficient lamports \d+, need \d+$/,
      };
    },
    unknownHash: getBase58Decoder().decode(new Uint8Array(64).fill(7)),
    foreign: from => ({ to: from, value: 1n }),
  };
}
