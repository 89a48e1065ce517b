import { getBase58Decoder, getBase58Encoder } from '@solana/kit';

/** Encodes bytes as base58, the form of addresses, hashes and signatures. */
export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

/** Decodes base58 text. @throws for invalid text. */
export const fromBase58 = (text: string): Uint8Array => Uint8Array.from(getBase58Encoder().encode(text));

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
