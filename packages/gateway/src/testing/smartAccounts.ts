import {
  concatHex,
  getCreate2Address,
  type Hex,
  numberToHex,
  pad,
  serializeErc6492Signature,
  size,
} from 'viem';
import { chainRequest } from './minimalContracts.js';

/** Where {@link deployFactory} puts the factory. */
export const FACTORY: Hex = '0x2000000000000000000000000000000000000001';

/**
 * The code of an account that a key owns: `isValidSignature(hash, signature)` (ERC-1271) answers its magic value when the
 * 65 bytes are the owner's.
 */
function ownedBy(owner: string): Hex {
  return `0x${[
    '6004355f52', // mstore(0, hash)
    '60a43560f81c602052', // mstore(32, v)
    '606435604052', // mstore(64, r)
    '608435606052', // mstore(96, s)
    '602060806080', // 32 bytes back to 128, of 128 bytes
    '5f60015afa50', // staticcall(gas, ecrecover, 0 …)
    '608051',
    `73${owner.slice(2).toLowerCase()}`,
    '14', // the owner?
    '631626ba7e60e01b02', // times the magic value
    '5f5260205ff3',
  ].join('')}`;
}

/** The code that makes a contract of this code. */
function making(code: Hex): Hex {
  return concatHex([`0x60${size(code).toString(16)}8060095f395ff3`, code]);
}

/** Puts an account that the key owns onto the chain. */
export async function deployAccount(url: string, address: string, owner: string): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [address, ownedBy(owner)]);
}

/** Puts a contract onto the chain that makes what it is called with (CREATE2, salt 0). */
export async function deployFactory(url: string): Promise<void> {
  // calldatacopy(0, 0, calldatasize) create2(0, 0, calldatasize, 0)
  await chainRequest(url, 'anvil_setCode', [FACTORY, '0x365f5f375f365f5ff500']);
}

/** The address that the factory will make an account of this owner at. */
export function futureAccount(owner: string): Hex {
  return getCreate2Address({
    from: FACTORY,
    salt: pad(numberToHex(0), { size: 32 }),
    bytecode: making(ownedBy(owner)),
  });
}

/** A signature of the owner as the account's, which is still to be made (ERC-6492). */
export function futureSignature(owner: string, signature: Hex): Hex {
  return serializeErc6492Signature({ address: FACTORY, data: making(ownedBy(owner)), signature });
}
