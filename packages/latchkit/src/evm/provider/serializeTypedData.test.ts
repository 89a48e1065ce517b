import { describe, expect, it } from 'vitest';
import { serializeTypedData } from './serializeTypedData.js';

const data = {
  domain: { salt: '0x01', verifyingContract: '0x02', chainId: 1n, name: 'Latchkit' },
  types: { Note: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Note',
  message: { amount: 2n ** 255n },
};

describe('serializeTypedData', () => {
  it('adds the domain type with the fields that the domain has, in EIP-712 order', () => {
    expect(JSON.parse(serializeTypedData(data)).types).toEqual({
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
      Note: data.types.Note,
    });
  });

  it('keeps a domain type that the host provides', () => {
    const EIP712Domain = [{ name: 'name', type: 'string' }];
    const given = serializeTypedData({ ...data, types: { ...data.types, EIP712Domain } });
    expect(JSON.parse(given).types.EIP712Domain).toEqual(EIP712Domain);
  });

  it('serializes a bigint as exact decimal text', () => {
    const { domain, message } = JSON.parse(serializeTypedData(data));
    expect(message.amount).toBe((2n ** 255n).toString());
    expect(domain.chainId).toBe('1');
  });
});
