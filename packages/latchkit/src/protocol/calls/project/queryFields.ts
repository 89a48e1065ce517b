import * as z from 'zod/mini';
import { fromBase58 } from '../../fromBase58.js';
import { isBitcoinAddress } from '../../isBitcoinAddress.js';
import { isEvmAddress } from '../../isEvmAddress.js';
import { decodeSs58 } from '../../ss58.js';

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

/** The start of a CAIP-10 id. */
const CHAIN = /^(?:eip155:\d{1,32}|(?:solana|bip122|polkadot):[-_a-zA-Z0-9]{1,32}):/;

/** Bech32 in upper case, as in QR codes. */
const UPPER_BECH32 = /^(?:BC|TB|BCRT)1/;

const isAddress = (text: string) =>
  isEvmAddress(text) || isSolanaAddress(text) || isBitcoinAddress(text) || decodeSs58(text) !== undefined;

function inOneForm(address: string): string {
  if (UPPER_BECH32.test(address)) return address.toLowerCase();
  return isEvmAddress(address) && !address.startsWith('0x') ? `0x${address}` : address;
}

/** Parses an account in a path: an address, or a CAIP-10 id. Returns the address, on EVM with 0x, bech32 in lower case. */
export const accountAddress = () =>
  z.pipe(
    z
      .pipe(
        z.string().check(z.maxLength(200)),
        z.transform((text: string) => text.replace(CHAIN, '')),
      )
      .check(z.refine(isAddress, 'is not an address of EVM, Solana, Bitcoin or Polkadot')),
    z.transform(inOneForm),
  );

/** Addresses of Polkadot (SS58). Their checksums are verified with the signature. */
const SS58 = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/;

/** CAIP-2 references of Bitcoin and Polkadot: the first 32 characters of a genesis hash. */
const GENESIS = /^[0-9a-f]{32}$/;

/** Whether the text has the form of a CAIP-10 id of an account. */
export function isAccountId(text: string): boolean {
  const [namespace, reference = '', address = '', ...rest] = text.split(':');
  if (rest.length > 0) return false;
  if (namespace === 'eip155') return /^[1-9]\d{0,31}$/.test(reference) && /^0x[0-9a-fA-F]{40}$/.test(address);
  if (namespace === 'bip122')
    return GENESIS.test(reference) && isBitcoinAddress(address) && !UPPER_BECH32.test(address);
  if (namespace === 'polkadot') return GENESIS.test(reference) && SS58.test(address);
  return namespace === 'solana' && /^[-_a-zA-Z0-9]{1,32}$/.test(reference) && isSolanaAddress(address);
}

/** The CAIP-10 id of an account, in a path. */
export const accountParams = () =>
  z.object({
    id: z.string().check(z.maxLength(200), z.refine(isAccountId, 'is not the CAIP-10 id of an account')),
  });
