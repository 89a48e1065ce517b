import type { Address } from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';

export type { Address } from '@solana/kit';

/** The Token-2022 program. Its plain transfers equal those of the Token program. */
const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** Whether a program manages tokens: Token or Token-2022. */
export function isTokenProgram(program: string): program is Address {
  return program === TOKEN_PROGRAM_ADDRESS || program === TOKEN_2022_PROGRAM_ADDRESS;
}

/** Returns the associated address of an owner's account for a token. */
export async function findTokenAccount(options: {
  readonly owner: Address;
  readonly mint: Address;
  readonly program: Address;
}): Promise<Address> {
  const { owner, mint, program } = options;
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: program });
  return account;
}
