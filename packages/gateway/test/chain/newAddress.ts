import { p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { generateKeyPairSigner } from '@solana/kit';

/** Addresses to which nothing was sent. */
export const newAddress = {
  solana: async (): Promise<string> => String((await generateKeyPairSigner()).address),
  /** Of the development chain. */
  bitcoin: (): string =>
    p2wpkh(pubECDSA(randomPrivateKeyBytes()), { ...TEST_NETWORK, bech32: 'bcrt' }).address ?? '',
};
