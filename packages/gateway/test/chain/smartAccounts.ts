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

/** Address where {@link deployFactory} deploys the factory. */
export const FACTORY: Hex = '0x2000000000000000000000000000000000000001';

/**
 * Code of an account with one owner key: `isValidSignature(hash, signature)` (ERC-1271) returns the magic value if the 65
 * bytes are the owner's signature.
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

/** Creation code of a contract with this runtime code. */
function making(code: Hex): Hex {
  return concatHex([`0x60${size(code).toString(16)}8060095f395ff3`, code]);
}

/** Deploys an account with this owner. */
export async function deployAccount(url: string, address: string, owner: string): Promise<void> {
  await chainRequest(url, 'anvil_setCode', [address, ownedBy(owner)]);
}

/** Deploys a factory that creates contracts from its call data (CREATE2, salt 0). */
export async function deployFactory(url: string): Promise<void> {
  // calldatacopy(0, 0, calldatasize) create2(0, 0, calldatasize, 0)
  await chainRequest(url, 'anvil_setCode', [FACTORY, '0x365f5f375f365f5ff500']);
}

/** Address at which the factory will deploy an account of this owner. */
export function futureAccount(owner: string): Hex {
  return getCreate2Address({
    from: FACTORY,
    salt: pad(numberToHex(0), { size: 32 }),
    bytecode: making(ownedBy(owner)),
  });
}

/** The owner's signature for an account that isn't deployed yet (ERC-6492). */
export function futureSignature(owner: string, signature: Hex): Hex {
  return serializeErc6492Signature({ address: FACTORY, data: making(ownedBy(owner)), signature });
}
