/** The spender of the permits. */
export const SPENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const member = (type: string, name: string) => ({ type, name });

/** EIP-2612: access to a limited amount of a token. */
export const permitFor = (owner: string) => ({
  domain: { name: 'Coin', chainId: 1, verifyingContract: SPENDER },
  types: {
    Permit: [
      member('address', 'owner'),
      member('address', 'spender'),
      member('uint256', 'value'),
      member('uint256', 'nonce'),
      member('uint256', 'deadline'),
    ],
  },
  primaryType: 'Permit',
  message: { owner, spender: SPENDER, value: '25', nonce: '0', deadline: '4000000000' },
});

/** Typed data of an unknown type, without a contract. */
export const invoice = {
  domain: { name: 'Shop', chainId: 1 },
  types: { Invoice: [member('string', 'number'), member('uint256', 'amount')] },
  primaryType: 'Invoice',
  message: { number: 'INV-1', amount: '5' },
};
