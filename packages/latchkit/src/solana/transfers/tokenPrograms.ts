import type { Address } from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';

export type { Address } from '@solana/kit';

/** The Token-2022 program. Its plain transfers are those of the Token program. */
const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** Whether a program keeps tokens: Token or Token-2022. */
export function isTokenProgram(program: string): program is Address {
  return program === TOKEN_PROGRAM_ADDRESS || program === TOKEN_2022_PROGRAM_ADDRESS;
}

/** The address at which an owner's account for a token is by convention. */
export async function findTokenAccount(options: {
  readonly owner: Address;
  readonly mint: Address;
  readonly program: Address;
}): Promise<Address> {
  const { owner, mint, program } = options;
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: program });
  return account;
}
