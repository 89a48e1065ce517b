import { toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { findRegistered, isFunctionSignature, movesTokens, selectorOf } from './registeredFunctions.js';

const CONTRACT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

describe('isFunctionSignature', () => {
  it('accepts the types that selectors are made of, and one spelling of each', () => {
    for (const signature of [
      'claim()',
      'claim(uint256)',
      '_play$1(address,bytes32,bool[],uint8[3][])',
      'fill((address,(uint256,bytes)[])[2],string)',
    ]) {
      expect(isFunctionSignature(signature), signature).toBe(true);
      expect(selectorOf(signature)).toBe(toFunctionSelector(signature));
    }
    for (const signature of [
      '',
      'claim',
      'claim(',
      'claim(uint)',
      'claim(uint7)',
      'claim(bytes33)',
      'claim(uint256 amount)',
      'claim(uint256, bool)',
      'claim(uint256,)',
      'claim((uint256)',
      'claim(uint256))',
      'claim(tuple)',
      '1claim()',
      ' claim()',
      'claim() returns (bool)',
      `claim(${'('.repeat(20)}${')'.repeat(20)})`,
      `claim(${'bool,'.repeat(80)}bool)`,
    ])
      expect(isFunctionSignature(signature), signature).toBe(false);
  });
});

describe('findRegistered', () => {
  const claim = { chainId: 'eip155:1', contract: CONTRACT, function: 'claim(uint256)', name: 'Rewards' };
  const asked = { target: CONTRACT.toLowerCase(), selector: selectorOf(claim.function) };

  it('finds a function of this chain, contract and selector, and none that moves tokens [SEC-113]', () => {
    const find = (one = claim, change: object = {}, chainId = 'eip155:1') =>
      findRegistered({ chainId, functions: [one] }, { ...asked, ...change });
    expect(find()).toEqual(claim);
    expect(find(claim, {}, 'eip155:10')).toBeUndefined();
    expect(find(claim, { target: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).toBeUndefined();
    expect(find(claim, { selector: '0x12345678' })).toBeUndefined();
    for (const signature of [
      'approve(address,uint256)',
      'increaseApproval(address,uint256)',
      'multicall(bytes[])',
      // Its selector is that of transfer(address,uint256).
      'many_msg_babbage(bytes1)',
    ]) {
      const one = { ...claim, function: signature };
      expect(movesTokens(one), signature).toBe(true);
      expect(find(one, { selector: selectorOf(signature) })).toBeUndefined();
    }
    expect(selectorOf('many_msg_babbage(bytes1)')).toBe('0xa9059cbb');
  });
});
