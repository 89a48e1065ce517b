import { useEffect, useId, useRef } from 'react';
import type { NamespaceState, TokenBalance } from '../../../core/index.js';
import { tokenImageUrl } from '../../../internal/index.js';
import { Coin } from '../../primitives/Coin.js';
import { liveRegion } from '../../primitives/liveRegion.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useStyles } from '../../runtime/useStyles.js';
import { chipsCss } from '../../theme/chips.css.gen.js';

export interface RequestCardProps {
  chain: NamespaceState;
  amount: string;
  token: TokenBalance | undefined;
  onAmount: (amount: string) => void;
  onToken: (token: TokenBalance | undefined) => void;
  invalid: boolean;
}

/** The amount and token of a payment request. */
export function RequestCard({ chain, amount, token, onAmount, onToken, invalid }: RequestCardProps) {
  const { kit, text } = useModal();
  useStyles(chipsCss);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { nativeCurrency, caipNetworkId } = chain.network;
  const held = (chain.tokenBalance ?? []).filter(one => one.address && one.chainId === caipNetworkId);
  return (
    <div className="lk-card lk-request">
      <label className="lk-row-sub" htmlFor={id}>
        {text.t('receive.requestAmount')}
      </label>
      <div className="lk-request-main">
        <input
          ref={input}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          dir="ltr"
          value={amount}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-note`}
          onChange={event => onAmount(event.currentTarget.value)}
        />
        <span>{token?.symbol ?? nativeCurrency.symbol}</span>
      </div>
      <p className="lk-row-sub lk-request-note" id={`${id}-note`} {...liveRegion(invalid)}>
        {invalid ? text.t('receive.needNumber') : ''}
      </p>
      {held.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: choices are not a fieldset of a form
        <div className="lk-chips" role="group" aria-label={text.t('account.tokens')}>
          {[undefined, ...held].map(one => (
            <button
              key={one?.address ?? 'native'}
              className="lk-chip"
              type="button"
              aria-pressed={one?.address === token?.address}
              onClick={() => onToken(one)}
            >
              <Coin
                id={one?.address ?? caipNetworkId}
                name={one?.symbol ?? nativeCurrency.symbol}
                url={tokenImageUrl(kit, one ?? { symbol: nativeCurrency.symbol })}
                size={16}
              />
              <span>{one?.symbol ?? nativeCurrency.symbol}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
