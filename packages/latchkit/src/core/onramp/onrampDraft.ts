import * as z from 'zod/mini';
import { parseAmount } from '../../protocol/amounts.js';
import { isError } from '../../protocol/BaseError.js';
import { quoteOnrampCall, type quoteOnrampRequest } from '../../protocol/calls/project/onramp.js';
import { gatewayErrorAnswer } from '../../protocol/gateway/gatewayErrorAnswer.js';
import { callGateway } from '../kernel/callGateway.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { OnrampProvider, OnrampQuote, OnrampState } from './OnrampState.js';
import { DEFAULT_LIMITS, EMPTY_ONRAMP } from './onrampDefaults.js';

/** Delay after the last change before quotes are read, in ms. */
const TYPING_MS = 500;

/** The pending and the latest reading of quotes. */
interface QuoteMemory {
  typing: ReturnType<typeof setTimeout> | undefined;
  round: number;
  /** How often the form was closed. */
  closings: number;
}

const slot = /* @__PURE__ */ instanceSlot<QuoteMemory>('onrampQuotes');

export function getQuoteMemory(kit: Latchkit): QuoteMemory {
  const known = slot.get(kit);
  if (known) return known;
  const memory: QuoteMemory = { typing: undefined, round: 0, closings: 0 };
  slot.set(kit, memory);
  return memory;
}

/** The form of a purchase. */
export function selectOnramp(state: { readonly onramp?: OnrampState | undefined }): OnrampState {
  return state.onramp ?? EMPTY_ONRAMP;
}

export function updateOnramp(kit: Latchkit, change: Partial<OnrampState>): void {
  kit.kernel.set(state => ({ onramp: { ...selectOnramp(state), ...change } }));
}

/** What the visitor chooses in the form. */
export type OnrampChoice = Partial<
  Pick<OnrampState, 'purchaseCurrency' | 'network' | 'paymentCurrency' | 'paymentMethod' | 'paymentAmount'>
>;

/**
 * Changes the form of a purchase. Quotes are read 500 ms after the last change.
 *
 * @example
 * setOnrampChoice(kit, { paymentAmount: '200' });
 */
export function setOnrampChoice(kit: Latchkit, choice: OnrampChoice): void {
  const memory = getQuoteMemory(kit);
  clearTimeout(memory.typing);
  memory.round += 1;
  const waits = { purchaseAmount: undefined, quotes: [], error: undefined };
  updateOnramp(kit, { ...choice, ...waits });
  updateOnramp(kit, { quotesLoading: canQuote(kit) });
  if (canQuote(kit)) memory.typing = setTimeout(() => void readQuotes(kit), TYPING_MS);
}

/** Chooses the provider. Its id is one of `state.onramp.providers`. */
export function setOnrampProvider(kit: Latchkit, provider: string): void {
  updateOnramp(kit, { provider });
}

/** Ends the pending reading of quotes. */
export function stopQuotes(kit: Latchkit): void {
  const memory = getQuoteMemory(kit);
  clearTimeout(memory.typing);
  memory.round += 1;
}

/** What is wrong with the amount. */
export type OnrampProblem =
  | { readonly kind: 'none' }
  | { readonly kind: 'number' }
  /** In whole units of the payment currency. */
  | { readonly kind: 'min' | 'max'; readonly limit: number };

/** Why the payment can't be made; undefined if it can. */
export function onrampProblem(state: OnrampState): OnrampProblem | undefined {
  const { paymentAmount, paymentCurrency, paymentMethod } = state;
  if (paymentAmount.trim() === '') return { kind: 'none' };
  const amount = parseAmount(paymentAmount);
  if (amount === undefined) return { kind: 'number' };
  const { min, max } = limitOf(paymentCurrency.payment_method_limits, paymentMethod);
  if (Number(amount) < min) return { kind: 'min', limit: min };
  return Number(amount) > max ? { kind: 'max', limit: max } : undefined;
}

function limitOf(limits: OnrampState['paymentCurrency']['payment_method_limits'], method: string) {
  const [first] = DEFAULT_LIMITS;
  const of = (list: typeof limits) => list.find(({ id }) => id === method);
  return of(limits) ?? of(DEFAULT_LIMITS) ?? first ?? { min: 0, max: 0 };
}

function canQuote(kit: Latchkit): boolean {
  const onramp = selectOnramp(kit.store.getState());
  const isChosen = onramp.purchaseCurrency !== undefined && onramp.network !== undefined;
  return isChosen && onramp.providers.length > 0 && onrampProblem(onramp) === undefined;
}

/** Reads what the providers give for the payment. Never rejects: a failure is in `state.onramp.error`. */
export async function readQuotes(kit: Latchkit): Promise<void> {
  const onramp = selectOnramp(kit.store.getState());
  const { purchaseCurrency, network, paymentCurrency, paymentMethod, country, subdivision } = onramp;
  const { paymentAmount } = onramp;
  const amount = parseAmount(paymentAmount);
  if (!canQuote(kit) || !purchaseCurrency || !network || amount === undefined) return;
  const memory = getQuoteMemory(kit);
  memory.round += 1;
  const { round } = memory;
  // Ignore the answer to an earlier form.
  const set = (change: Partial<OnrampState>) => {
    if (memory.round === round) updateOnramp(kit, { quotesLoading: false, ...change });
  };
  updateOnramp(kit, { quotesLoading: true });
  try {
    const answer = await callGateway<typeof quoteOnrampRequest>(kit, quoteOnrampCall, {
      query: { country, subdivision, paymentMethod },
      body: {
        purchaseCurrency: purchaseCurrency.id,
        paymentCurrency: paymentCurrency.id,
        amount,
        network: network.name,
      },
      readRefusal: readGatewayMessage,
    });
    set({ purchaseAmount: answer.purchaseAmount.amount, quotes: answer.quotes ?? [], error: undefined });
  } catch (cause) {
    set({ purchaseAmount: undefined, quotes: [], error: messageOf(cause) });
  }
}

/** The message of the gateway's error. */
export function readGatewayMessage(answer: unknown): Error | undefined {
  const read = z.safeParse(gatewayErrorAnswer, answer);
  return read.success ? new Error(read.data.error.message) : undefined;
}

/** The message of an error, for the state. */
export function messageOf(error: unknown): string {
  const { message = '' } = isError(error) && error.cause instanceof Error ? error.cause : (error as Error);
  return message;
}

/** A provider with its quote. */
export interface OnrampOffer {
  readonly provider: OnrampProvider;
  readonly quote: OnrampQuote | undefined;
}

/** The providers, those with the best quotes first. */
export function onrampOffers({ providers, quotes }: OnrampState): readonly OnrampOffer[] {
  const offers = providers.map(provider => ({
    provider,
    quote: quotes.find(one => one.provider === provider.id),
  }));
  const rank = ({ quote }: OnrampOffer) => Number(quote?.purchaseAmount.amount ?? -1);
  return [...offers].sort((one, other) => rank(other) - rank(one));
}

/** The chosen offer, else the best. Undefined: no provider sells this for the payment. */
export function chosenOffer(state: OnrampState): OnrampOffer | undefined {
  const offers = onrampOffers(state);
  const hasQuotes = state.quotes.length > 0;
  const possible = offers.filter(({ quote }) => !hasQuotes || quote !== undefined);
  return possible.find(({ provider }) => provider.id === state.provider) ?? possible[0];
}
