import type { Address } from '@solana/kit';
import { fromBase58 } from './base58.js';
import type { CompiledInstruction } from './LedgerTransaction.js';
import { TOKEN_PROGRAMS, tokenAmount } from './tokenAccounts.js';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const SYSTEM_TRANSFER = 2;
const TOKEN_TRANSFER = 3;
const TOKEN_TRANSFER_CHECKED = 12;

/**
 * Parses an instruction as `jsonParsed` returns it. Supports transfers of SOL and tokens and the creation of token accounts;
 * other instructions stay bytes, like those of programs that a node does not know.
 */
export function parseInstruction(accountKeys: readonly string[], instruction: CompiledInstruction): unknown {
  const { stackHeight } = instruction;
  const programId = accountKeys[instruction.programIdIndex] ?? '';
  const accounts = instruction.accounts.map(index => accountKeys[index]);
  const data = fromBase58(instruction.data);
  const known = describe(programId, accounts, data);
  return known
    ? { program: known.program, programId, parsed: { type: known.type, info: known.info }, stackHeight }
    : { programId, accounts, data: instruction.data, stackHeight };
}

function describe(programId: string, accounts: readonly (string | undefined)[], data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (programId === SYSTEM_PROGRAM && data.length === 12 && view.getUint32(0, true) === SYSTEM_TRANSFER) {
    const [source, destination] = accounts;
    const info = { source, destination, lamports: view.getBigUint64(4, true) };
    return { program: 'system', type: 'transfer', info };
  }
  if (programId === ASSOCIATED_TOKEN_PROGRAM && data.length <= 1) {
    const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
    const info = { source, account, wallet, mint, systemProgram, tokenProgram };
    return {
      program: 'spl-associated-token-account',
      type: data[0] === 1 ? 'createIdempotent' : 'create',
      info,
    };
  }
  const index = TOKEN_PROGRAMS.indexOf(programId as Address);
  if (index < 0) return undefined;
  const program = index === 0 ? 'spl-token' : 'spl-token-2022';
  if (data[0] === TOKEN_TRANSFER && data.length === 9) {
    const [source, destination, authority] = accounts;
    const info = { source, destination, authority, amount: view.getBigUint64(1, true).toString() };
    return { program, type: 'transfer', info };
  }
  if (data[0] === TOKEN_TRANSFER_CHECKED && data.length === 10) {
    const [source, mint, destination, authority] = accounts;
    const tokens = tokenAmount(view.getBigUint64(1, true), data[9] ?? 0);
    return {
      program,
      type: 'transferChecked',
      info: { source, mint, destination, authority, tokenAmount: tokens },
    };
  }
  return undefined;
}
