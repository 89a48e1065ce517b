import { useId, useMemo } from 'react';
import type { OnrampState } from '../../../core/index.js';
import {
  assetImageUrl,
  formatFiat,
  type OnrampOffer,
  onrampOffers,
  setOnrampProvider,
} from '../../../internal/index.js';
import { Coin } from '../../primitives/Coin.js';
import { Tag } from '../../primitives/Tag.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortAmount } from '../formatAmount.js';

interface ProviderChoiceProps {
  onramp: OnrampState;
  /** Id of the chosen provider. */
  chosen: string | undefined;
}

/** The providers with their quotes, best first. */
export function ProviderChoice({ onramp, chosen }: ProviderChoiceProps) {
  const { kit, text } = useModal();
  const name = useId();
  const offers = useMemo(() => onrampOffers(onramp), [onramp]);
  return (
    <div className="lk-quotes" role="radiogroup" aria-label={text.t('onramp.providers')}>
      {offers.map((offer, index) => (
        <label key={offer.provider.id} className="lk-quote">
          <input
            className="lk-sr"
            type="radio"
            name={name}
            checked={offer.provider.id === chosen}
            onChange={() => setOnrampProvider(kit, offer.provider.id)}
          />
          <Coin
            id={offer.provider.id}
            name={offer.provider.name}
            url={assetImageUrl(kit, `onramp:${offer.provider.id}`)}
          />
          <Offer offer={offer} onramp={onramp} isBest={index === 0 && onramp.quotes.length > 1} />
        </label>
      ))}
    </div>
  );
}

interface OfferProps {
  offer: OnrampOffer;
  onramp: OnrampState;
  isBest: boolean;
}

function Offer({ offer: { provider, quote }, onramp, isBest }: OfferProps) {
  const { text } = useModal();
  const [from, to] = provider.feeRange;
  const { paymentCurrency, purchaseCurrency, quotes } = onramp;
  const fee =
    quote?.fee === undefined
      ? undefined
      : formatFiat(Number(quote.fee), { locale: text.locale, currency: paymentCurrency.id });
  const percent = (value: number) => new Intl.NumberFormat(text.locale).format(value);
  return (
    <>
      <span className="lk-row-text">
        <span className="lk-row-title">
          {provider.name} {isBest && <Tag tone="accent">{text.t('onramp.best')}</Tag>}
        </span>
        <span className="lk-row-sub">
          {text.t('onramp.feeRange', { from: percent(from), to: percent(to) })}
        </span>
      </span>
      {quote ? (
        <span className="lk-row-value">
          <bdi>{`${shortAmount(quote.purchaseAmount.amount, text.locale)} ${purchaseCurrency?.symbol}`}</bdi>
          {fee && <span className="lk-row-sub">{text.t('onramp.fees', { amount: fee })}</span>}
        </span>
      ) : (
        quotes.length > 0 && <span className="lk-row-sub">{text.t('onramp.noQuote')}</span>
      )}
    </>
  );
}
