import type { DemoPage } from './DemoPage.js';
import type { Stack } from './startStack.js';

/** Secret of the development project. */
const SECRET = `lks_${'0'.repeat(43)}`;

/** A payment at the gateway. */
export interface GatewayPayment {
  readonly id: string;
  readonly status: string;
  readonly recipient: string;
  readonly amount: string;
  readonly solanaReference?: string;
  readonly transfers: readonly { readonly hash: string; readonly from: string }[];
}

/** Creates a payment, as the server of a shop does. */
export async function createPayment({ gateway }: Stack, terms: object): Promise<GatewayPayment> {
  const response = await fetch(`${gateway}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ reference: 'order 1042', ...terms }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return response.json() as Promise<GatewayPayment>;
}

/** Reads a payment, as the pages of a shop do. */
export async function readPayment({ gateway }: Stack, id: string): Promise<GatewayPayment> {
  const response = await fetch(`${gateway}/v1/payments/${id}?projectId=${'0'.repeat(32)}`);
  return response.json() as Promise<GatewayPayment>;
}

/** What `pay` has answered. */
export interface PayAnswer {
  readonly receipt?: { readonly hash: string; readonly from: string; readonly amount: string };
  readonly code?: string;
}

/** What the page asks for. */
export type AskedPayment =
  | { readonly paymentId: string }
  | {
      readonly recipient: string;
      readonly asset: string;
      readonly amount: string;
      readonly finality?: 'finalized';
      readonly reference?: string;
    };

/** Asks for a payment in the page. @returns reads what it was answered. */
export async function askForPayment(
  demo: DemoPage,
  payment: AskedPayment,
): Promise<() => Promise<PayAnswer | undefined>> {
  await demo.page.evaluate(asked => {
    const options =
      'paymentId' in asked
        ? asked
        : { ...asked, asset: asked.asset as `${string}:${string}`, amount: BigInt(asked.amount) };
    const answers = window as unknown as { payAnswer: PayAnswer | undefined };
    answers.payAnswer = undefined;
    window.demo.pay(options).then(
      ({ hash, from, amount }) => {
        answers.payAnswer = { receipt: { hash, from, amount: String(amount) } };
      },
      (error: { code?: string }) => {
        answers.payAnswer = { code: error.code ?? String(error) };
      },
    );
  }, payment);
  return () =>
    demo.page.evaluate(() => (window as unknown as { payAnswer: PayAnswer | undefined }).payAnswer);
}
