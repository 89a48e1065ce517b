import {
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  parseAbi,
  size,
  zeroAddress,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { SMART_ACCOUNT_V1, smartAccountAddress, smartAccountFactoryData } from './smartAccountV1.js';

/** Owner, account, and the hash of the call that deploys it. These never change: people have money at these addresses. */
const VECTORS = [
  [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x124Ef647181eda69861b61596802129E3B018765',
    '0xb26dbab40b8f7a3aed96afdecabb5d6cc83656f0cf001cba42bc1c9bef94cb32',
  ],
  [
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0xA389Fcc3069920C054a524DA0a11d500Dcf46BE3',
    '0xfd431aaf6b9247877f49d85b64859530ef323d100b0a2e582045ce62895718c8',
  ],
  [
    '0x0000000000000000000000000000000000000001',
    '0xb77DbffdeD60A79d715e96924952eB29b81B5966',
    '0x7630abb69360bbb09e978439028f833804dc453c7177adbfbfc0ffc7a0ce8869',
  ],
] as const;

const abi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function multiSend(bytes transactions)',
  'function enableModules(address[] modules)',
]);

describe('smartAccountAddress', () => {
  it('returns the addresses of version 1, which never change [SEC-72]', () => {
    for (const [owner, account, deployment] of VECTORS) {
      expect(smartAccountAddress(owner)).toBe(account);
      expect(smartAccountAddress(owner.toLowerCase())).toBe(account);
      expect(keccak256(smartAccountFactoryData(owner))).toBe(deployment);
    }
  });
});

describe('smartAccountFactoryData', () => {
  it('is the call that another encoder makes of the same setup', () => {
    const { singleton, multiSend, module, setup } = SMART_ACCOUNT_V1;
    const owner = VECTORS[0][0];
    const enable = encodeFunctionData({ abi, functionName: 'enableModules', args: [[module]] });
    const transactions = encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [1, setup, 0n, BigInt(size(enable)), enable],
    );
    const inner = encodeFunctionData({ abi, functionName: 'multiSend', args: [transactions] });
    const initializer: Hex = encodeFunctionData({
      abi,
      functionName: 'setup',
      args: [[owner], 1n, multiSend, inner, module, zeroAddress, 0n, zeroAddress],
    });
    const data = smartAccountFactoryData(owner);
    expect(decodeFunctionData({ abi, data }).args).toEqual([singleton, initializer, 0n]);
    expect(
      encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args: [singleton, initializer, 0n] }),
    ).toBe(data);
  });
});
