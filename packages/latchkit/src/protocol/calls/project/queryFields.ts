import * as z from 'zod/mini';
import { fromBase58 } from '../../fromBase58.js';
import { isEvmAddress } from '../../isEvmAddress.js';

/** Format of a project id. */
export const projectId = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/, 'is not a project id'));

/** Query of a call without other parameters. */
export const projectQuery = () => z.object({ projectId });

/** A CAIP-2 id. */
export const chainIdText = () =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'is not a CAIP-2 id'));

/** The currency of prices, such as `usd`, in any case. */
export const currency = () =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[A-Za-z]{3}$/, 'is not a currency such as usd')),
      z.transform((text: string) => text.toLowerCase()),
    ),
    'usd',
  );

/** Bytes of a Solana public key. */
const KEY_LENGTH = 32;

/** Whether the text is a Solana address: base58 of 32 bytes. */
export function isSolanaAddress(text: string): boolean {
  return fromBase58(text)?.length === KEY_LENGTH;
}

/** Parses an account in a path: an EVM or Solana address, or a CAIP-10 id. Returns the address, on EVM with 0x. */
export const accountAddress = () =>
  z.pipe(
    z
      .pipe(
        z.string().check(z.maxLength(200)),
        z.transform((text: string) => text.replace(/^eip155:\d{1,32}:|^solana:[-_a-zA-Z0-9]{1,32}:/, '')),
      )
      .check(
        z.refine(text => isEvmAddress(text) || isSolanaAddress(text), 'is not an address of EVM or Solana'),
      ),
    z.transform((text: string) => (isEvmAddress(text) && !text.startsWith('0x') ? `0x${text}` : text)),
  );

/** Addresses of Bitcoin by their form, and of Polkadot (SS58). Their checksums are verified with the signature. */
const BITCOIN_ADDRESS = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/;
const SS58 = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/;

/** CAIP-2 references of Bitcoin and Polkadot: the first 32 characters of a genesis hash. */
const GENESIS = /^[0-9a-f]{32}$/;

/** Whether the text has the form of a CAIP-10 id of an account. */
export function isAccountId(text: string): boolean {
  const [namespace, reference = '', address = '', ...rest] = text.split(':');
  if (rest.length > 0) return false;
  if (namespace === 'eip155') return /^[1-9]\d{0,31}$/.test(reference) && /^0x[0-9a-fA-F]{40}$/.test(address);
  if (namespace === 'bip122') return GENESIS.test(reference) && BITCOIN_ADDRESS.test(address);
  if (namespace === 'polkadot') return GENESIS.test(reference) && SS58.test(address);
  return namespace === 'solana' && /^[-_a-zA-Z0-9]{1,32}$/.test(reference) && isSolanaAddress(address);
}

/** The CAIP-10 id of an account, in a path. */
export const accountParams = () =>
  z.object({
    id: z.string().check(z.maxLength(200), z.refine(isAccountId, 'is not the CAIP-10 id of an account')),
  });
