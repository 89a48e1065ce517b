import { describe, expect, it } from 'vitest';
import { namespacesToApprove, type WalletNamespace } from './namespacesToApprove.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const supported: Readonly<Record<string, WalletNamespace>> = {
  eip155: {
    accounts: [`eip155:10:${ADDRESS}`, `eip155:1:${ADDRESS}`],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { accounts: ['solana:abc:def'], methods: ['solana_signMessage'], events: [] },
};
const asks = (chains: readonly string[], methods = ['personal_sign'], events = ['chainChanged']) => ({
  eip155: { chains, methods, events },
});

describe('namespacesToApprove', () => {
  it('approves the requested chains that the wallet has, in the order of the wallet', () => {
    const optionalNamespaces = asks(['eip155:1', 'eip155:5', 'eip155:10'], ['eth_sign', 'personal_sign']);
    expect(namespacesToApprove({ requiredNamespaces: {}, optionalNamespaces }, supported)).toEqual({
      eip155: {
        chains: ['eip155:10', 'eip155:1'],
        accounts: [`eip155:10:${ADDRESS}`, `eip155:1:${ADDRESS}`],
        methods: ['personal_sign'],
        events: ['chainChanged'],
      },
    });
  });

  it('merges required and optional namespaces, including one that is a single chain', () => {
    const requiredNamespaces = { 'eip155:1': { methods: ['personal_sign'], events: [] } };
    const optionalNamespaces = asks(['eip155:10'], ['eth_sendTransaction'], []);
    const { eip155 } = namespacesToApprove({ requiredNamespaces, optionalNamespaces }, supported);
    expect(eip155).toMatchObject({
      chains: ['eip155:10', 'eip155:1'],
      methods: ['personal_sign', 'eth_sendTransaction'],
    });
  });

  it.each([
    ['a required chain', asks(['eip155:5'])],
    ['a required method', asks(['eip155:1'], ['eth_sign'])],
    ['a required event', asks(['eip155:1'], ['personal_sign'], ['message'])],
  ])('refuses where %s is not there', (_, requiredNamespaces) => {
    const proposal = { requiredNamespaces, optionalNamespaces: asks(['eip155:1']) };
    expect(() => namespacesToApprove(proposal, supported)).toThrow(
      expect.objectContaining({ code: 'WC_INVALID_NAMESPACES' }),
    );
  });

  it('throws when the wallet has nothing that was requested', () => {
    const proposal = { requiredNamespaces: {}, optionalNamespaces: asks(['eip155:5']) };
    expect(() => namespacesToApprove(proposal, supported)).toThrow(
      expect.objectContaining({ code: 'WC_INVALID_NAMESPACES' }),
    );
  });
});
