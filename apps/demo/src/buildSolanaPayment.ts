import {
  type Address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { SerializedTransaction } from 'latchkit';
import type { Payment } from './payees.js';

/** An unsigned payment of SOL, as a host would build it for the wallet. */
export async function buildSolanaPayment(
  rpcUrl: string,
  from: string,
  { to, value }: Payment,
): Promise<SerializedTransaction> {
  const payer = createNoopSigner(from as Address);
  const { value: lifetime } = await createSolanaRpc(rpcUrl).getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    one => setTransactionMessageFeePayer(payer.address, one),
    one => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    one =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: payer, destination: to as Address, amount: value }),
        one,
      ),
  );
  const serialized = getBase64EncodedWireTransaction(compileTransaction(message));
  return { serialized, preflightCommitment: 'confirmed' };
}
