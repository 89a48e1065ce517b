import { useMemo } from 'react';
import type { OnrampState } from '../../../core/index.js';
import {
  currencyImageUrl,
  setOnrampChoice,
  setOnrampCountry,
  tokenImageUrl,
} from '../../../internal/index.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { countries } from './countries.js';
import { SelectRow } from './SelectRow.js';
import { usStates } from './usStates.js';

/** The currency to buy, the payment method, and the visitor's country, each as a native select. */
export function OrderRows({ onramp }: { onramp: OnrampState }) {
  const { text } = useModal();
  return (
    // biome-ignore lint/a11y/useSemanticElements: choices are not a fieldset of a form
    <div className="lk-group lk-choices" role="group" aria-label={text.t('onramp.order')}>
      <PurchaseRow onramp={onramp} />
      <PaymentRow onramp={onramp} />
      <CountryRow country={onramp.country} />
      {onramp.country === 'US' && <StateRow subdivision={onramp.subdivision} />}
    </div>
  );
}

function PurchaseRow({ onramp }: { onramp: OnrampState }) {
  const { kit, text } = useModal();
  const { purchaseCurrency, network, purchaseCurrencies } = onramp;
  const choices = purchaseCurrencies.flatMap(currency =>
    currency.networks.map(on => ({ value: `${currency.id} ${on.name}`, currency, network: on })),
  );
  const symbol = purchaseCurrency?.symbol ?? '';
  return (
    <SelectRow
      label={text.t('onramp.buying')}
      leading={<Coin id={symbol} name={symbol} url={tokenImageUrl(kit, { symbol })} />}
      value={`${purchaseCurrency?.id} ${network?.name}`}
      options={choices.map(({ value, currency, network: on }) => ({
        value,
        text: text.t('onramp.on', { currency: currency.symbol, network: on.display_name }),
      }))}
      onChoose={value => {
        const chosen = choices.find(choice => choice.value === value);
        if (chosen) setOnrampChoice(kit, { purchaseCurrency: chosen.currency, network: chosen.network });
      }}
    />
  );
}

function PaymentRow({ onramp }: { onramp: OnrampState }) {
  const { kit, text } = useModal();
  const { paymentCurrency, paymentMethod, paymentCurrencies } = onramp;
  const names = useMemo(() => new Intl.DisplayNames(text.locale, { type: 'currency' }), [text.locale]);
  const choices = paymentCurrencies.flatMap(currency =>
    (['card', 'bank'] as const)
      .filter(method => currency.payment_method_limits.some(({ id }) => id === method))
      .map(method => ({ value: `${currency.id} ${method}`, currency, method })),
  );
  return (
    <SelectRow
      label={text.t('onramp.paying')}
      leading={
        <Coin
          id={paymentCurrency.id}
          name={paymentCurrency.id}
          url={currencyImageUrl(kit, paymentCurrency.id)}
        />
      }
      value={`${paymentCurrency.id} ${paymentMethod}`}
      options={choices.map(({ value, currency, method }) => ({
        value,
        text: text.t('onramp.payWith', {
          currency: nameOf(names, currency.id),
          method: text.t(method === 'card' ? 'onramp.card' : 'onramp.bank'),
        }),
      }))}
      onChoose={value => {
        const chosen = choices.find(choice => choice.value === value);
        if (chosen) setOnrampChoice(kit, { paymentCurrency: chosen.currency, paymentMethod: chosen.method });
      }}
    />
  );
}

function CountryRow({ country }: { country: string }) {
  const { kit, text } = useModal();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(text.locale, { type: 'region' });
    const all = countries().map(code => ({ value: code, text: nameOf(names, code) }));
    return all.sort((one, other) => one.text.localeCompare(other.text, text.locale));
  }, [text.locale]);
  return (
    <SelectRow
      label={text.t('onramp.country')}
      leading={
        <span className="lk-glyph">
          <Icon name="globe" />
        </span>
      }
      value={country}
      options={options}
      onChoose={chosen => setOnrampCountry(kit, chosen)}
    />
  );
}

/** The visitor's state in the US, where providers serve each state differently. */
function StateRow({ subdivision = '' }: { subdivision: string | undefined }) {
  const { kit, text } = useModal();
  const states = usStates().map(({ code, name }) => ({ value: code, text: name }));
  return (
    <SelectRow
      label={text.t('onramp.state')}
      leading={
        <span className="lk-glyph">
          <Icon name="globe" />
        </span>
      }
      value={subdivision}
      options={[{ value: '', text: text.t('onramp.noState') }, ...states]}
      onChoose={chosen => setOnrampCountry(kit, 'US', chosen || undefined)}
    />
  );
}

/** The name of a code; the code itself if it is not well-formed. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
