import { formatUnits, parseUnits } from 'viem';
import type { AskedLimits, Limits, Review } from '../review/model/Review.js';
import type { Localized } from '../texts/createTexts.js';

import { element } from './element.js';

/** Where the user lowers the limits of one permission. */
export interface LimitForms {
  readonly amount?: HTMLElement | undefined;
  readonly end: HTMLElement;
}

/** Seconds. */
const DAY = 86_400;

/** Creates the forms that lower the limits of a request, for each of its permissions. */
export function limitForms(
  page: Document,
  texts: Localized,
  { limits = [] }: Review,
  onLimits: (limits: AskedLimits) => void,
): readonly LimitForms[] {
  return limits.map(({ amount, end }, at) => ({
    amount: amount && amountForm(page, texts, amount, value => onLimits({ at, amount: value, end })),
    end: endForm(page, texts, end, value => onLimits({ at, end: value })),
  }));
}

/** The amount is entered as it is shown, in whole units. */
function amountForm(
  page: Document,
  texts: Localized,
  { value, decimals }: NonNullable<Limits['amount']>,
  onAmount: (value: string) => void,
): HTMLElement {
  const input = element(page, 'input', {
    ...{ type: 'text', inputmode: 'decimal', dir: 'ltr', autocomplete: 'off' },
    value: formatUnits(BigInt(value), decimals),
  });
  return form(page, texts, 'limits.amount', input, () => {
    const typed = input.value.trim().replace(',', '.');
    if (!/^\d{1,40}(?:\.\d{1,40})?$/.test(typed)) return false;
    const lower = parseUnits(typed, decimals);
    if (lower <= 0n || lower >= BigInt(value)) return false;
    onAmount(String(lower));
    return true;
  });
}

/** The last day is entered, in UTC as it is shown. */
function endForm(page: Document, texts: Localized, end: number, onEnd: (end: number) => void): HTMLElement {
  const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
  const input = element(page, 'input', {
    ...{ type: 'date', min: dayOf(Date.now() / 1_000), max: dayOf(end), value: dayOf(end) },
  });
  return form(page, texts, 'limits.end', input, () => {
    const lower = Date.parse(`${input.value}T00:00:00Z`) / 1_000 + DAY;
    if (!(lower > Date.now() / 1_000 && lower < end)) return false;
    onEnd(lower);
    return true;
  });
}

/** A form behind a press. @param apply - Returns whether what was entered is lower. */
function form(
  page: Document,
  { text }: Localized,
  label: 'limits.amount' | 'limits.end',
  input: HTMLInputElement,
  apply: () => boolean,
): HTMLElement {
  const made = element(
    page,
    'form',
    {},
    element(page, 'label', {}, element(page, 'span', {}, text(label)), input),
    element(page, 'button', { type: 'submit', 'data-variant': 'secondary' }, text('limits.apply')),
  );
  input.addEventListener('input', () => input.setCustomValidity(''));
  made.noValidate = true;
  made.addEventListener('submit', event => {
    event.preventDefault();
    if (apply()) return;
    input.setCustomValidity(text('limits.notLower'));
    input.reportValidity();
  });
  return element(
    page,
    'details',
    { class: 'lower' },
    element(page, 'summary', { 'aria-label': text(`${label}Change`) }, text('limits.change')),
    made,
  );
}
