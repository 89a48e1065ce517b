import { readFile } from 'node:fs/promises';
import { BaseError, type ChainId, isSolanaAddress } from 'latchkit/protocol';
import { getAddress, isAddress } from 'viem';
import * as z from 'zod';
import type { Token } from './Token.js';

const MAX_TOKENS = 5_000;

/** Format of token lists (tokenlists.org). */
const list = z.object({
  tokens: z
    .array(
      z.object({
        /** Number of an EVM chain; CAIP-2 id of a Solana network. */
        chainId: z.union([z.int().positive(), z.string().regex(/^solana:[1-9A-HJ-NP-Za-km-z]{1,32}$/)]),
        address: z.string().refine(text => isAddress(text, { strict: false }) || isSolanaAddress(text)),
        name: z.string().min(1).max(100),
        symbol: z.string().min(1).max(40),
        decimals: z.int().min(0).max(255),
        logoURI: z
          .url({ protocol: /^https$/ })
          .optional()
          .catch(undefined),
      }),
    )
    .max(MAX_TOKENS),
});

/**
 * Reads an operator's list of tokens.
 *
 * @throws BaseError `INVALID_TOKEN_LIST`.
 */
export async function readTokenList(path: string): Promise<readonly Token[]> {
  try {
    const { tokens } = list.parse(JSON.parse(await readFile(path, 'utf8')));
    return tokens.map(({ chainId, address, name, symbol, decimals, logoURI }) => {
      const isEvm = typeof chainId === 'number';
      const token = {
        chainId: (isEvm ? `eip155:${chainId}` : chainId) as ChainId,
        address: isEvm ? getAddress(address) : address,
        name,
        symbol,
        decimals,
      };
      return logoURI === undefined ? token : { ...token, logo: logoURI };
    });
  } catch (cause) {
    const details =
      'Expected the form of tokenlists.org: { tokens: [{ chainId, address, name, symbol, decimals }] }.';
    throw new BaseError('INVALID_TOKEN_LIST', `The token list ${path} cannot be read`, { details, cause });
  }
}
