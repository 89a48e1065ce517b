import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';

const SYSTEM_PROGRAM = address('11111111111111111111111111111111');

/** Creates an unsigned transfer of SOL as base64. `amount` is in lamports. */
export async function solanaTransfer(
  rpcUrl: string,
  from: string,
  to: string,
  amount: bigint,
): Promise<string> {
  const { value: lifetime } = await createSolanaRpc(rpcUrl).getLatestBlockhash().send();
  // Instruction 2 of the system program: its number in 4 bytes, and the amount in 8.
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, amount, true);
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    one => setTransactionMessageFeePayer(address(from), one),
    one => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    one =>
      appendTransactionMessageInstruction(
        {
          programAddress: SYSTEM_PROGRAM,
          accounts: [
            { address: address(from), role: AccountRole.WRITABLE_SIGNER },
            { address: address(to), role: AccountRole.WRITABLE },
          ],
          data,
        },
        one,
      ),
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}
