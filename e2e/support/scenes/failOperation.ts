import type { DemoPage } from '../DemoPage.js';

/** Has the wallet answer the next requests to send as the embedded wallet does when a smart account's operation fails. */
export async function failOperation(
  demo: DemoPage,
  data: { readonly code: 'OPERATION_FAILED' | 'OPERATION_REFUSED'; readonly reason: string },
): Promise<void> {
  await demo.page.evaluate(told => {
    const provider = window.demo.wallets[0]?.provider;
    if (!provider) throw new Error('There is no wallet');
    const request = provider.request.bind(provider);
    provider.request = asked =>
      asked.method === 'eth_sendTransaction' || asked.method === 'wallet_sendCalls'
        ? Promise.reject(Object.assign(new Error('The operation failed'), { code: -32603, data: told }))
        : request(asked);
  }, data);
}
