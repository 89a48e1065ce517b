import type { DEVELOPMENT_TOKENS, SolanaDevnet } from '@latchkit/solana-devnet';
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { Payment } from 'latchkit/protocol';

/** A token of the development chain. */
type Token = (typeof DEVELOPMENT_TOKENS)[number];

/**
 * Someone with SOL and tokens, who pays at a development chain.
 *
 * @param seed - Of their key, in hexadecimal.
 */
export async function solanaPayer(devnet: SolanaDevnet, seed: string) {
  const payer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(seed, 'hex'));
  const chain = createSolanaRpc(devnet.url);
  let sent = 0n;

  /** Sends instructions in one transaction. @returns its signature, before a slot confirms it. */
  const send = async (instructions: readonly Instruction[]): Promise<string> => {
    const { value: lifetime } = await chain.getLatestBlockhash().send();
    // Equal payments of one slot would be one transaction.
    sent += 1n;
    const unique = getTransferSolInstruction({ source: payer, destination: payer.address, amount: sent });
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      one => setTransactionMessageFeePayerSigner(payer, one),
      one => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
      one => appendTransactionMessageInstructions([unique, ...instructions], one),
    );
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
    return chain.sendTransaction(wire, { encoding: 'base64' }).send();
  };

  /** Pays as a wallet does that reads a Solana Pay link; so many times in one transaction. */
  const pay = async (
    payment: Pick<Payment, 'recipient' | 'solanaReference'>,
    amount: bigint,
    token?: Token,
    times = 1,
  ): Promise<string> => {
    const to = payment.recipient as Address;
    const { solanaReference } = payment;
    const named = <T extends Instruction>(instruction: T) =>
      solanaReference
        ? {
            ...instruction,
            accounts: [
              ...(instruction.accounts ?? []),
              { address: solanaReference as Address, role: AccountRole.READONLY },
            ],
          }
        : instruction;
    const repeated = (transfer: Instruction) => Array.from({ length: times }, () => named(transfer));
    if (!token) return send(repeated(getTransferSolInstruction({ source: payer, destination: to, amount })));
    const { mint, decimals, program } = token;
    const accountOf = async (owner: Address) =>
      (await findAssociatedTokenPda({ owner, mint, tokenProgram: program }))[0];
    const [source, destination] = [await accountOf(payer.address), await accountOf(to)];
    return send([
      getCreateAssociatedTokenIdempotentInstruction({
        payer,
        ata: destination,
        owner: to,
        mint,
        tokenProgram: program,
      }),
      ...repeated(
        getTransferCheckedInstruction(
          { source, mint, destination, authority: payer, amount, decimals },
          { programAddress: program },
        ),
      ),
    ]);
  };
  return { payer, send, pay };
}
