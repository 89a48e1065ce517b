import { readFileSync } from 'node:fs';
import {
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  erc4626Abi,
  parseAbi,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { isTokenFunction, isTokenSelector } from './tokenFunctions.js';

/** What changes something in the standards, from their texts at eips.ethereum.org on 28 November 2026, and in Permit2 1.0.0. */
const STANDARDS = {
  'ERC-20': erc20Abi,
  'ERC-721': erc721Abi,
  'ERC-1155': erc1155Abi,
  'ERC-4626': erc4626Abi,
  'ERC-20 before it was one': parseAbi([
    'function increaseApproval(address spender, uint256 added) returns (bool)',
    'function decreaseApproval(address spender, uint256 removed) returns (bool)',
    'function increaseAllowance(address spender, uint256 added) returns (bool)',
    'function decreaseAllowance(address spender, uint256 removed) returns (bool)',
    'function approve(address spender, uint256 expected, uint256 amount) returns (bool)',
    'function burn(uint256 amount)',
    'function burnFrom(address from, uint256 amount)',
    'function push(address to, uint256 amount)',
    'function pull(address from, uint256 amount)',
    'function move(address from, address to, uint256 amount)',
  ]),
  'ERC-223': parseAbi([
    'function transfer(address to, uint256 value) returns (bool)',
    'function transfer(address to, uint256 value, bytes data) returns (bool)',
  ]),
  'ERC-677': parseAbi(['function transferAndCall(address to, uint256 value, bytes data) returns (bool)']),
  'ERC-721 with burn': parseAbi(['function burn(uint256 id)']),
  'ERC-777': parseAbi([
    'function authorizeOperator(address operator)',
    'function revokeOperator(address operator)',
    'function send(address to, uint256 amount, bytes data)',
    'function operatorSend(address from, address to, uint256 amount, bytes data, bytes operatorData)',
    'function burn(uint256 amount, bytes data)',
    'function operatorBurn(address from, uint256 amount, bytes data, bytes operatorData)',
  ]),
  'ERC-1155 with burn': parseAbi([
    'function burn(address from, uint256 id, uint256 value)',
    'function burnBatch(address from, uint256[] ids, uint256[] values)',
  ]),
  'ERC-1363': parseAbi([
    'function transferAndCall(address to, uint256 value) returns (bool)',
    'function transferAndCall(address to, uint256 value, bytes data) returns (bool)',
    'function transferFromAndCall(address from, address to, uint256 value) returns (bool)',
    'function transferFromAndCall(address from, address to, uint256 value, bytes data) returns (bool)',
    'function approveAndCall(address spender, uint256 value) returns (bool)',
    'function approveAndCall(address spender, uint256 value, bytes data) returns (bool)',
  ]),
  'ERC-2612, DAI, ERC-3009 and ERC-4494': parseAbi([
    'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    'function permit(address spender, uint256 id, uint256 deadline, bytes signature)',
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
    'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  ]),
  'ERC-3525': parseAbi([
    'function approve(uint256 id, address operator, uint256 value) payable',
    'function transferFrom(uint256 from, uint256 to, uint256 value) payable',
    'function transferFrom(uint256 from, address to, uint256 value) payable returns (uint256)',
  ]),
  'ERC-6909': parseAbi([
    'function transfer(address receiver, uint256 id, uint256 amount) returns (bool)',
    'function transferFrom(address sender, address receiver, uint256 id, uint256 amount) returns (bool)',
    'function approve(address spender, uint256 id, uint256 amount) returns (bool)',
    'function setOperator(address spender, bool approved) returns (bool)',
  ]),
  'ERC-7540': parseAbi([
    'function requestDeposit(uint256 assets, address controller, address owner) returns (uint256)',
    'function requestRedeem(uint256 shares, address controller, address owner) returns (uint256)',
    'function deposit(uint256 assets, address receiver, address controller) returns (uint256)',
    'function mint(uint256 shares, address receiver, address controller) returns (uint256)',
    'function setOperator(address operator, bool approved) returns (bool)',
  ]),
  'ERC-7674 and ERC-7802': parseAbi([
    'function temporaryApprove(address spender, uint256 value) returns (bool)',
    'function crosschainMint(address to, uint256 amount)',
    'function crosschainBurn(address from, uint256 amount)',
  ]),
  Permit2: parseAbi([
    'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
    'struct Single { Details details; address spender; uint256 sigDeadline; }',
    'struct Batch { Details[] details; address spender; uint256 sigDeadline; }',
    'struct Transfer { address from; address to; uint160 amount; address token; }',
    'struct Permitted { address token; uint256 amount; }',
    'struct Permit { Permitted permitted; uint256 nonce; uint256 deadline; }',
    'struct PermitBatch { Permitted[] permitted; uint256 nonce; uint256 deadline; }',
    'struct Requested { address to; uint256 amount; }',
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    'function permit(address owner, Single single, bytes signature)',
    'function permit(address owner, Batch batch, bytes signature)',
    'function transferFrom(address from, address to, uint160 amount, address token)',
    'function transferFrom(Transfer[] transfers)',
    'function permitTransferFrom(Permit permit, Requested requested, address owner, bytes signature)',
    'function permitTransferFrom(PermitBatch permit, Requested[] requested, address owner, bytes signature)',
    'function permitWitnessTransferFrom(Permit permit, Requested requested, address owner, bytes32 witness, string typeString, bytes signature)',
    'function permitWitnessTransferFrom(PermitBatch permit, Requested[] requested, address owner, bytes32 witness, string typeString, bytes signature)',
  ]),
  'calls within calls': parseAbi([
    'struct Call { address target; bytes callData; }',
    'struct Call3 { address target; bool allowFailure; bytes callData; }',
    'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
    'function multicall(bytes[] data) returns (bytes[])',
    'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
    'function aggregate(Call[] calls) payable returns (uint256, bytes[])',
    'function tryAggregate(bool requireSuccess, Call[] calls) payable',
    'function aggregate3(Call3[] calls) payable',
    'function aggregate3Value(Call3Value[] calls) payable',
    'function multiSend(bytes transactions) payable',
    'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
    'function execute(bytes32 mode, bytes executionCalldata) payable',
    'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  ]),
} as const;

const changing = Object.entries(STANDARDS).flatMap(([standard, abi]) =>
  abi
    .filter(one => one.type === 'function')
    .filter(({ stateMutability }) => !['view', 'pure'].includes(stateMutability))
    .map(one => [standard, toFunctionSignature(one), toFunctionSelector(one)] as const),
);

describe('isTokenSelector', () => {
  it('knows every function of the standards that changes something [SEC-113]', () => {
    expect(changing.length).toBeGreaterThan(70);
    for (const [standard, signature, selector] of changing)
      expect(isTokenSelector(selector.toUpperCase().replace('X', 'x')), `${standard}: ${signature}`).toBe(
        true,
      );
    expect(isTokenSelector(toFunctionSelector('claim(uint256)'))).toBe(false);
  });

  it('has the selector of the function that each comment names', () => {
    const source = readFileSync(new URL('./tokenFunctions.ts', import.meta.url), 'utf8');
    const lines = [...source.matchAll(/'(0x[0-9a-f]{8})', \/\/ (\S+)/g)];
    expect(lines.length).toBeGreaterThan(140);
    for (const [, selector, signature = ''] of lines) expect(toFunctionSelector(signature)).toBe(selector);
  });
});

describe('isTokenFunction', () => {
  it('knows overloads that no standard names, by their name [SEC-113]', () => {
    for (const signature of [
      'transfer(address,uint256,bytes32)',
      'safeTransferFrom((address,uint256)[])',
      'approve(address,uint128)',
      'forceApprove(address,uint256)',
      'permitForAll(address,bytes)',
      'setOperators((address,bool)[])',
      'burnTo(address,uint256)',
      'multicall3(bytes[])',
      'multiCall((address,bytes)[])',
      'executeBatch((address,uint256,bytes)[],bool)',
      'exec(bytes)',
      'transferOwnership(address)',
    ])
      expect(isTokenFunction(signature), signature).toBe(true);
    for (const signature of [
      'claim(uint256)',
      'play(uint8,(address,bool)[])',
      'executeOrder(uint256)',
      'vote(bytes)',
    ])
      expect(isTokenFunction(signature), signature).toBe(false);
  });
});
