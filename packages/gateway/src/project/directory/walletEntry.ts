import * as z from 'zod';
import { isSafeAddress } from '../../platform/http/isSafeAddress.js';
import { listedFacts } from '../projects/walletFacts.js';

/** An entry of a list file. Unknown fields are rejected, because a misspelled field would be ignored silently. */
export const walletEntry = z
  .strictObject({
    ...listedFacts,
    /** A file next to the list, or a URL that the gateway downloads. */
    image: z
      .string()
      .min(1)
      .max(500)
      .refine(
        text => !/^[a-z][a-z0-9+.-]+:/i.test(text) || isSafeAddress(text),
        'is not a file or an https address',
      )
      .exactOptional(),
  })
  .refine(
    ({ evm, solana, bitcoin, polkadot }) =>
      evm !== undefined || solana === true || bitcoin === true || polkadot === true,
    'names no network that Latchkit connects to: set evm ("any" or chain ids), solana, bitcoin or polkadot (true)',
  );
