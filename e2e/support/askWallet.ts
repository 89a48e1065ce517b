import type { EmbeddedWalletFlow } from 'latchkit';
import type { DemoPage } from './DemoPage.js';

/** The outcome of the host's request: the result, or the error's codes. */
export type Answer =
  | { readonly result: unknown }
  | { readonly code: number; readonly message: string; readonly data: { code: string } };

/** Sends a request from the host page directly to the embedded wallet, and waits for its outcome. */
export function askWallet(
  demo: DemoPage,
  method: string,
  params: readonly unknown[] | Readonly<Record<string, unknown>>,
  /** CAIP-2. Default: the network of the page. */
  chainId?: string,
): Promise<Answer> {
  return demo.page.evaluate(
    async ([name, given, chain]) => {
      const flow = window.demo.kit.kernel.slots.get('embeddedWallet') as EmbeddedWalletFlow | undefined;
      const provider = (await flow?.wallet('eip155').provider()) as {
        request(request: { method: string; params: unknown; chainId?: string | undefined }): Promise<unknown>;
      };
      return provider.request({ method: name, params: given, chainId: chain }).then(
        result => ({ result }),
        ({ code, message, data }: Exclude<Answer, { result: unknown }>) => ({ code, message, data }),
      );
    },
    [method, params, chainId] as const,
  );
}
