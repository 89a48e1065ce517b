import { Address, OutScript, TEST_NETWORK } from '@scure/btc-signer';

/** The prefixes of addresses on regtest. */
export const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

const coder = Address(REGTEST);

/** The script of an address, in hex. @throws If the address is not one of regtest. */
export function scriptOf(address: string): string {
  return Buffer.from(OutScript.encode(coder.decode(address))).toString('hex');
}

/** The address of a script; undefined if it has none. */
export function addressOf(script: string): string | undefined {
  try {
    return coder.encode(OutScript.decode(Buffer.from(script, 'hex')));
  } catch {
    return undefined;
  }
}
