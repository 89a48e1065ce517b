import { describe, expect, it } from 'vitest';
import { bitcoin, mainnet, solana } from '../../networks/networks.js';
import { paymentRequest } from './paymentRequest.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OWNER = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN';
const usdc = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  quantity: { decimals: 6, numeric: '1' },
} as const;

describe('paymentRequest', () => {
  it('writes EIP-681 links, with and without an amount, for the currency and for a token', () => {
    const request = { address: ADDRESS, network: mainnet };
    expect(paymentRequest(request)).toBe(`ethereum:${ADDRESS}@1`);
    expect(paymentRequest({ ...request, amount: '1,5' })).toBe(
      `ethereum:${ADDRESS}@1?value=1500000000000000000`,
    );
    expect(paymentRequest({ ...request, token: usdc, amount: '2.5' })).toBe(
      `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${ADDRESS}&uint256=2500000`,
    );
  });

  it('names what moves of a scaled token, where the amount is typed as it is shown (RV-26)', () => {
    const token = { ...usdc, shown: { amount: '1.25', factor: '1.25' } };
    expect(paymentRequest({ address: ADDRESS, network: mainnet, token, amount: '10' })).toContain(
      '&uint256=8000000',
    );
  });

  it('writes BIP-21 links, with the amount in BTC', () => {
    const request = { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', network: bitcoin };
    expect(paymentRequest(request)).toBe('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    expect(paymentRequest({ ...request, amount: '0,015' })).toBe(
      'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.015',
    );
    expect(paymentRequest({ ...request, amount: '0.000000001' })).toBeUndefined();
  });

  it('writes Solana Pay links', () => {
    const request = { address: OWNER, network: solana };
    expect(paymentRequest(request)).toBe(`solana:${OWNER}`);
    expect(paymentRequest({ ...request, amount: '0,25' })).toBe(`solana:${OWNER}?amount=0.25`);
    const token = {
      ...usdc,
      address: `${solana.caipNetworkId}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v`,
    } as const;
    expect(paymentRequest({ ...request, token, amount: '1' })).toBe(
      `solana:${OWNER}?amount=1&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v`,
    );
    expect(paymentRequest({ ...request, amount: '1', reference: OWNER })).toBe(
      `solana:${OWNER}?amount=1&reference=${OWNER}`,
    );
  });

  it('returns undefined for an invalid amount, and in namespaces without such links', () => {
    expect(paymentRequest({ address: ADDRESS, network: mainnet, amount: 'abc' })).toBeUndefined();
    expect(
      paymentRequest({ address: ADDRESS, network: mainnet, token: usdc, amount: '0.0000001' }),
    ).toBeUndefined();
    const relay = { ...mainnet, chainNamespace: 'polkadot' } as const;
    expect(paymentRequest({ address: '15oF', network: relay })).toBeUndefined();
  });
});
