/** The visitor refused (EIP-1193). */
export const USER_REJECTED = 4001;
/** The page may not do this (EIP-1193). */
const UNAUTHORISED = 4100;
/** The wallet does not know the method (EIP-1193). */
export const UNSUPPORTED_METHOD = 4200;
/** The wallet does not know the chain [ERR-76]. */
export const UNRECOGNISED_CHAIN = 4902;
/** What an error without a known code is read as [ERR-77]. */
export const DEFAULT_CODE = 5000;
/** The chain id is invalid [ERR-78]; without a sign, as the specification has it. */
export const INVALID_CHAIN_ID = 32603;

const KNOWN: readonly unknown[] = [
  USER_REJECTED,
  UNAUTHORISED,
  UNSUPPORTED_METHOD,
  4900,
  4901,
  UNRECOGNISED_CHAIN,
  INVALID_CHAIN_ID,
  -32002,
];

/**
 * The code of a wallet's error. Looks through the errors that libraries wrap around it, and into
 * `data.originalError`, where wallets on phones put it; 5000 when there is no known one [ERR-77].
 */
export function walletErrorCode(error: unknown): number {
  let current = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth++) {
    const { code, data, message, cause } = current as Partial<Record<string, unknown>>;
    if (KNOWN.includes(code)) return code as number;
    const original = (data as { originalError?: { code?: unknown } } | null | undefined)?.originalError?.code;
    if (KNOWN.includes(original)) return original as number;
    // Some wallets refuse in words only, and ethers-based ones with a code in letters.
    if (code === 'ACTION_REJECTED' || (typeof message === 'string' && REFUSAL.test(message))) {
      return USER_REJECTED;
    }
    current = cause;
  }
  return DEFAULT_CODE;
}

const REFUSAL = /\buser (?:has )?(?:rejected|denied|cancell?ed)/i;
