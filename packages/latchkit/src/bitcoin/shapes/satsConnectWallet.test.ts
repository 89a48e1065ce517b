import { describe, expect, it } from 'vitest';
import { walletError } from '../../core/adapter/wallets/walletError.js';
import { BITCOIN } from '../account/bitcoinChains.js';
import { satsConnectWallet } from './satsConnectWallet.js';

/** How a connection ends if the wallet answers the request for it in this way. */
async function endOf(answer: () => unknown): Promise<string> {
  const wallet = satsConnectWallet({ request: async () => answer() });
  return wallet.accounts({ silent: false, chainId: BITCOIN.mainnet }).then(
    accounts => `${accounts.length} accounts`,
    (error: unknown) => walletError(error, 'CONNECTION_REJECTED', 'FAILED_TO_CONNECT').code,
  );
}

const throwing = (error: unknown) => () => {
  throw error;
};

describe('satsConnectWallet', () => {
  it.each<[string, () => unknown]>([
    ['an answer with its code', () => ({ status: 'error', error: { code: -32000, message: 'x' } })],
    ['an answer of JSON-RPC', () => ({ jsonrpc: '2.0', id: 1, error: { code: -32000 } })],
    ['an answer with words', () => ({ error: { message: 'User rejected the request' } })],
    ['an answer with a text', () => ({ status: 'error', error: 'User rejected the request' })],
    ['an error in another', throwing({ jsonrpc: '2.0', error: { code: -32000, message: 'x' } })],
    ['its code as a text', throwing({ code: '-32000', message: 'x' })],
    ['its code as a text in an answer', () => ({ error: { code: '4001' } })],
    ['a text', throwing('User rejected the request')],
  ])('takes %s as a refusal (OWN-18)', async (_, answer) => {
    expect(await endOf(answer)).toBe('CONNECTION_REJECTED');
  });

  it.each<[string, () => unknown, string]>([
    ['nothing', () => undefined, '0 accounts'],
    [
      'another error',
      () => ({ status: 'error', error: { code: -32601, message: 'x' } }),
      'FAILED_TO_CONNECT',
    ],
    ['an error without a form', () => ({ status: 'error' }), 'FAILED_TO_CONNECT'],
  ])('ends without a refusal at %s', async (_, answer, end) => {
    expect(await endOf(answer)).toBe(end);
  });
});
