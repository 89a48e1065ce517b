import { useId } from 'react';
import type { OnrampState } from '../../../core/index.js';
import { formatFiat, type OnrampProblem, parseAmount, setOnrampChoice } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { liveRegion } from '../../primitives/liveRegion.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortAmount } from '../formatAmount.js';

const QUICK = ['50', '100', '200', '500'];

interface BuyCardProps {
  onramp: OnrampState;
  problem: OnrampProblem | undefined;
}

/** The amount to pay and the amount to receive. */
export function BuyCard({ onramp, problem }: BuyCardProps) {
  const { kit, text } = useModal();
  const id = useId();
  const { paymentAmount, paymentCurrency } = onramp;
  const sign = signOf(paymentCurrency.id, text.locale);
  const isWrong = problem !== undefined && problem.kind !== 'none';
  const hasNote =
    isWrong || onramp.quotesLoading || Boolean(onramp.purchaseAmount && onramp.purchaseCurrency);
  const set = (amount: string) => setOnrampChoice(kit, { paymentAmount: amount });
  return (
    <div className="lk-card lk-buy" data-tone={isWrong ? 'danger' : undefined}>
      <label className="lk-sr" htmlFor={id}>
        {text.t('onramp.amount')}
      </label>
      <div className="lk-buy-amount" dir="ltr">
        {!sign.isAfter && <span aria-hidden="true">{sign.text}</span>}
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          size={Math.min(Math.max(paymentAmount.length, 1), 12)}
          value={paymentAmount}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-note`}
          onChange={event => set(event.currentTarget.value)}
        />
        {sign.isAfter && <span aria-hidden="true">{sign.text}</span>}
      </div>
      <p className="lk-buy-get" id={`${id}-note`} {...liveRegion(hasNote)}>
        {isWrong ? <Problem problem={problem} currency={paymentCurrency.id} /> : <Gets onramp={onramp} />}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: choices are not a fieldset of a form */}
      <div className="lk-buy-quick" role="group" aria-label={text.t('onramp.quick')}>
        {QUICK.map(amount => (
          <button
            key={amount}
            type="button"
            aria-pressed={parseAmount(paymentAmount) === amount}
            onClick={() => set(amount)}
          >
            {formatFiat(Number(amount), { locale: text.locale, currency: paymentCurrency.id, digits: 0 })}
          </button>
        ))}
      </div>
    </div>
  );
}

function Gets({ onramp }: { onramp: OnrampState }) {
  const { text } = useModal();
  const { purchaseAmount, purchaseCurrency, quotesLoading } = onramp;
  if (purchaseAmount && purchaseCurrency) {
    const amount = `${shortAmount(purchaseAmount, text.locale)} ${purchaseCurrency.symbol}`;
    return text.rich('onramp.getAbout', { amount: <strong>{amount}</strong> });
  }
  return quotesLoading ? text.t('onramp.waitQuote') : null;
}

function Problem({ problem, currency }: { problem: OnrampProblem; currency: string }) {
  const { text } = useModal();
  return (
    <>
      <Icon name="alert" size="sm" /> {sentenceOf(text, problem, currency)}
    </>
  );
}

function sentenceOf(text: Text, problem: OnrampProblem, currency: string): string {
  if (problem.kind === 'number') return text.t('onramp.needNumber');
  if (problem.kind === 'none') return '';
  const amount = formatFiat(problem.limit, { locale: text.locale, currency }) ?? '';
  return problem.kind === 'min' ? text.t('onramp.min', { amount }) : text.t('onramp.max', { amount });
}

/** The sign of a currency in a language, such as `$`, and whether it follows the amount, as in `50 $`. */
function signOf(currency: string, locale: string): { readonly text: string; readonly isAfter: boolean } {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  const at = (type: string) => parts.findIndex(part => part.type === type);
  const sign = parts[at('currency')]?.value ?? currency;
  const isAfter = at('currency') > at('integer');
  return { text: isAfter ? `\u00a0${sign}` : sign, isAfter };
}
