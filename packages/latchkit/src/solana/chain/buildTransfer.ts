import {
  AccountRole,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compileTransactionMessage,
  createNoopSigner,
  createTransactionMessage,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { TransferPlan } from './planTransfer.js';

/** An unsigned payment transaction. */
export interface BuiltTransfer {
  /** In wire format for the wallet, as base64. */
  readonly transaction: string;
  /** Its message as base64, from which the chain calculates the fee. */
  readonly message: string;
}

/** Builds the transaction of a payment, in SOL or in tokens, and opens the receiver's token account if needed. */
export function buildTransfer(
  plan: TransferPlan,
  amount: bigint,
  lifetime: { readonly blockhash: string; readonly lastValidBlockHeight: bigint },
): BuiltTransfer {
  const { lastValidBlockHeight } = lifetime;
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    one => setTransactionMessageFeePayer(plan.from, one),
    one =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: lifetime.blockhash as Blockhash, lastValidBlockHeight },
        one,
      ),
    one => appendTransactionMessageInstructions(instructions(plan, amount), one),
  );
  const bytes = getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message));
  return {
    transaction: getBase64EncodedWireTransaction(compileTransaction(message)),
    message: getBase64Decoder().decode(bytes),
  };
}

function instructions({ from, to, token, reference }: TransferPlan, amount: bigint): readonly Instruction[] {
  const signer = createNoopSigner(from);
  if (!token)
    return [named(getTransferSolInstruction({ source: signer, destination: to, amount }), reference)];
  const { mint, program, decimals, source, destination, createsAccount } = token;
  const transfer = named(
    getTransferCheckedInstruction(
      { source, mint, destination, authority: signer, amount, decimals },
      { programAddress: program },
    ),
    reference,
  );
  if (!createsAccount) return [transfer];
  // Idempotent: if the account is opened meanwhile, the payment still succeeds.
  const open = getCreateAssociatedTokenIdempotentInstruction({
    payer: signer,
    ata: destination,
    owner: to,
    mint,
    tokenProgram: program,
  });
  return [open, transfer];
}

/** Adds the account that names the payment, as Solana Pay does. */
function named(transfer: Instruction, reference: TransferPlan['reference']): Instruction {
  if (reference === undefined) return transfer;
  const account = { address: reference, role: AccountRole.READONLY } as const;
  return { ...transfer, accounts: [...(transfer.accounts ?? []), account] };
}
