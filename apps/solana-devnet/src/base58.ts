import { getBase58Decoder, getBase58Encoder } from '@solana/kit';

/** Bytes as base58 text, the form of addresses, hashes and signatures. */
export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

/** The bytes of base58 text. @throws when it is none. */
export const fromBase58 = (text: string): Uint8Array => Uint8Array.from(getBase58Encoder().encode(text));

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
