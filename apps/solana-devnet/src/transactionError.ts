import type { FailedTransactionMetadata } from 'litesvm';

/** A transaction's error in the JSON form of Solana's RPC: `'AccountNotFound'` or `{ InstructionError: [0, { Custom: 1 }] }`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/**
 * Parses the error from LiteSVM's description, which uses the names of the validator's source. RPC nodes return the same names
 * as JSON.
 */
export function transactionError(failed: FailedTransactionMetadata): TransactionError {
  const described = /\berr: (.*?), meta: /.exec(failed.toString())?.[1] ?? 'InstructionError';
  const instruction = /^InstructionError\((\d+), (.*)\)$/.exec(described);
  if (instruction)
    return { InstructionError: [Number(instruction[1]), instructionError(instruction[2] ?? '')] };
  const numbered = /^(\w+)\((\d+)\)$/.exec(described);
  if (numbered?.[1]) return { [numbered[1]]: Number(numbered[2]) };
  const account = /^(\w+) \{ account_index: (\d+) \}$/.exec(described);
  if (account?.[1]) return { [account[1]]: { account_index: Number(account[2]) } };
  return described;
}

function instructionError(described: string): unknown {
  const custom = /^Custom\((\d+)\)$/.exec(described);
  return custom ? { Custom: Number(custom[1]) } : described.replace(/\(.*$/, '');
}

const SENTENCES: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
};

/** Describes the error in a sentence, as an RPC node does in its message. */
export function describeError(error: TransactionError): string {
  if (typeof error === 'string') return SENTENCES[error] ?? error;
  const { InstructionError: found } = error;
  if (!Array.isArray(found)) return Object.keys(error)[0] ?? 'unknown error';
  const [index, reason] = found as [number, string | { Custom: number }];
  const text = typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`;
  return `Error processing Instruction ${index}: ${text}`;
}
