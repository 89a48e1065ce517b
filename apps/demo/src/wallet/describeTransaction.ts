import {
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from '@solana/kit';
import {
  identifySystemInstruction,
  parseTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
  SystemInstruction,
} from '@solana-program/system';
import { formatUnits } from 'viem';

const PROGRAMS: Readonly<Record<string, string>> = {
  [SYSTEM_PROGRAM_ADDRESS]: 'System program',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Token program',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated token program',
  ComputeBudget111111111111111111111111111111: 'Compute budget',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
};

/** A description of a Solana transaction: its fee payer and each instruction. */
export interface DescribedTransaction {
  readonly feePayer: string;
  readonly instructions: readonly string[];
}

/** Describes a transaction in wire format. Undefined if it is invalid or can't be read without the chain (lookup tables). */
export function describeTransaction(wire: Uint8Array): DescribedTransaction | undefined {
  try {
    const { messageBytes } = getTransactionDecoder().decode(wire);
    const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes));
    const instructions: readonly Instruction[] = message.instructions;
    return { feePayer: message.feePayer.address, instructions: instructions.map(describeInstruction) };
  } catch {
    return undefined;
  }
}

function describeInstruction(instruction: Instruction): string {
  const { programAddress, accounts = [] } = instruction;
  const data = Uint8Array.from(instruction.data ?? []);
  if (programAddress === SYSTEM_PROGRAM_ADDRESS && isTransfer(data)) {
    const { accounts: named, data: sum } = parseTransferSolInstruction({
      ...{ programAddress: SYSTEM_PROGRAM_ADDRESS, data },
      accounts,
    });
    return `Send ${formatUnits(sum.amount, 9)} SOL to ${named.destination.address}`;
  }
  const program = PROGRAMS[programAddress] ?? programAddress;
  return `${program}: ${accounts.length} accounts, ${data.length} bytes`;
}

const isTransfer = (data: Uint8Array) => {
  try {
    return identifySystemInstruction({ data }) === SystemInstruction.TransferSol;
  } catch {
    return false;
  }
};
