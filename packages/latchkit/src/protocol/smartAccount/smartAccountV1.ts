import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { checksumAddress } from '../checksumAddress.js';

type Hex = `0x${string}`;

/**
 * The contracts of smart accounts, version 1: Safe 1.4.1 with the 4337 module 0.3.0 on EntryPoint 0.7. The addresses are part of every
 * account's address and never change. Each was reached by CREATE2, so it is the same on every chain that has the contract.
 */
export const SMART_ACCOUNT_V1 = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  /** Module and fallback handler of each account. */
  module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  setup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
  multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
} as const;

export type SmartAccountContract = keyof typeof SMART_ACCOUNT_V1;

/** Keccak-256 of the code at each address. */
export const SMART_ACCOUNT_V1_CODE: Readonly<Record<SmartAccountContract, Hex>> = {
  entryPoint: '0x8db5ff695839d655407cc8490bb7a5d82337a86a6b39c3f0258aa6c3b582fc58',
  factory: '0x50c3cdc4074750a7a974204a716c999edd37482f907608d960b2b025ee0b3317',
  singleton: '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4',
  module: '0x2aea997c4e3cf0e2f333025372e219abcfde81c21fc2f8fb066414a5685dd3e0',
  setup: '0xaf2d170bb766d2773c3fa88717f5b3599827478074d3767d1dee55e5c2f3fbcb',
  multiSend: '0x0e4f7fc66550a322d1e7688e181b75e217e662a4f3f4d6a29b22bc61217c4b77',
  multiSendCallOnly: '0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939',
};

/** Keccak-256 of the proxy's creation code, followed by the singleton's address as its argument. */
const PROXY_HASH = '76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb';

/** Function selectors: the first four bytes of the hash of each signature. */
const SELECTORS = {
  /** `setup(address[],uint256,address,bytes,address,address,uint256,address)` */
  setup: 'b63e800d',
  /** `multiSend(bytes)` */
  multiSend: '8d80ff0a',
  /** `enableModules(address[])` */
  enableModules: '8d0dc49f',
  /** `createProxyWithNonce(address,bytes,uint256)` */
  createProxyWithNonce: '1688f0b9',
} as const;

const SALT_NONCE = 0;
const DELEGATE_CALL = '01';

/**
 * The address of the smart account of an owner key, whether it is deployed or not.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1014
 */
export function smartAccountAddress(owner: string): Hex {
  const salt = keccak(keccak(initializerOf(owner)) + word(SALT_NONCE));
  const hash = keccak(`ff${bare(SMART_ACCOUNT_V1.factory)}${salt}${PROXY_HASH}`);
  return checksumAddress(`0x${hash.slice(-40)}`);
}

/** The call of the factory that deploys the smart account of an owner key. */
export function smartAccountFactoryData(owner: string): Hex {
  const { createProxyWithNonce } = SELECTORS;
  const head = [word(bare(SMART_ACCOUNT_V1.singleton)), word(3 * 32), word(SALT_NONCE)];
  return `0x${createProxyWithNonce}${head.join('')}${bytes(initializerOf(owner))}`;
}

/** Sets the owner, and, in a delegate call of MultiSend, enables the module. */
function initializerOf(owner: string): string {
  const { multiSend, module, setup } = SMART_ACCOUNT_V1;
  const enable = `${SELECTORS.enableModules}${word(32)}${word(1)}${word(bare(module))}`;
  const inner = `${DELEGATE_CALL}${bare(setup)}${word(0)}${word(enable.length / 2)}${enable}`;
  const outer = `${SELECTORS.multiSend}${word(32)}${bytes(inner)}`;
  const owners = `${word(1)}${word(bare(owner))}`;
  const ownersAt = 8 * 32;
  const head = [
    word(ownersAt),
    word(1), // threshold
    word(bare(multiSend)),
    word(ownersAt + owners.length / 2),
    word(bare(module)), // fallback handler
    word(0), // no payment for the deployment
    word(0),
    word(0),
  ];
  return `${SELECTORS.setup}${head.join('')}${owners}${bytes(outer)}`;
}

/** The length and the bytes, filled up to whole words, as `bytes` are encoded. */
function bytes(text: string): string {
  return word(text.length / 2) + text.padEnd(Math.ceil(text.length / 64) * 64, '0');
}

function word(value: number | string): string {
  return (typeof value === 'number' ? value.toString(16) : value).padStart(64, '0');
}

const bare = (address: string) => address.slice(2).toLowerCase();

const keccak = (text: string) => bytesToHex(keccak_256(hexToBytes(text)));
