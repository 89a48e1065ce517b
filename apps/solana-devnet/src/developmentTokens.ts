import { type Address, lamports } from '@solana/kit';
import {
  AccountState,
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import type { Ledger } from './Ledger.js';
import { TOKEN_2022_PROGRAM_ADDRESS } from './tokenAccounts.js';

/** A token of the development runtime. */
export interface DevelopmentToken {
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly program: Address;
}

/** One token of each token program. The mints have no authority, so the supply is fixed. */
export const DEVELOPMENT_TOKENS: readonly [DevelopmentToken, DevelopmentToken] = [
  {
    mint: '8miiRen8nQcC8oX85Zvejjs5qYE2YqcrZpPzUQU17Ksz' as Address,
    name: 'Development dollar',
    symbol: 'USDC',
    decimals: 6,
    program: TOKEN_PROGRAM_ADDRESS,
  },
  {
    mint: 'DkK6Fr2iZeDoDwsCNJGcHo4MTcwTeFRuzDm26JWV6NFu' as Address,
    name: 'Bonus point',
    symbol: 'BONUS',
    decimals: 9,
    program: TOKEN_2022_PROGRAM_ADDRESS,
  },
];

/** Creates a token's mint on the chain and credits an amount in base units to each owner's account. */
export async function issueToken(
  { svm }: Ledger,
  { mint, decimals, program }: DevelopmentToken,
  owners: readonly Address[],
  amount: bigint,
): Promise<void> {
  const put = (address: Address, data: Uint8Array) =>
    svm.setAccount({
      address,
      data,
      executable: false,
      lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
      programAddress: program,
      space: BigInt(data.length),
    });
  const supply = amount * BigInt(owners.length);
  const fields = { decimals, supply, isInitialized: true, mintAuthority: null, freezeAuthority: null };
  put(mint, Uint8Array.from(getMintEncoder().encode(fields)));
  for (const owner of owners) {
    const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: program });
    const token = {
      mint,
      owner,
      amount,
      state: AccountState.Initialized,
      delegate: null,
      delegatedAmount: 0n,
      isNative: null,
      closeAuthority: null,
    };
    put(account, Uint8Array.from(getTokenEncoder().encode(token)));
  }
}
