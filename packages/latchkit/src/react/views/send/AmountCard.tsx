import { useId, useState } from 'react';
import {
  type CaipNetwork,
  formatBalance,
  formatUnits,
  type PreparedTransfer,
  shownQuantity,
  type TokenBalance,
} from '../../../core/index.js';
import {
  factorOf,
  formatFiat,
  fromFiat,
  navigate,
  parseAmount,
  setSendAmount,
  shownUnits,
  toFiat,
  tokenImageUrl,
} from '../../../internal/index.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { liveRegion } from '../../primitives/liveRegion.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { ExactAmount } from '../ExactAmount.js';
import { lengthClass, shortAmount } from '../formatAmount.js';
import type { SendProblem } from './sendCheck.js';

export interface AmountCardProps {
  token: TokenBalance;
  network: CaipNetwork;
  prepared: PreparedTransfer | undefined;
  problem: SendProblem | undefined;
}

/** The amount and token to send. With a live price, the amount can also be entered in US dollars. */
export function AmountCard({ token, network, prepared, problem }: AmountCardProps) {
  const { kit, text } = useModal();
  const typed = useKitState(state => state.send.sendTokenAmount) ?? '';
  const [money, setMoney] = useState<string>();
  const id = useId();
  const { price, symbol, quantity } = token;
  const factor = useKitState(state => factorOf(state.send));
  const shown = (units: bigint) => formatUnits(shownUnits(units, factor), quantity.decimals);
  const inMoney = money !== undefined && price !== undefined;
  const setTokens = (amount: string) => setSendAmount(kit, amount);
  const onType = (value: string) => {
    if (!inMoney) return setTokens(value);
    setMoney(value);
    const amount = parseAmount(value);
    setTokens(amount === undefined ? '' : (fromFiat(amount, price, quantity.decimals) ?? ''));
  };
  const toggle = () => {
    if (inMoney) setMoney(undefined);
    else if (price !== undefined) setMoney(toFiat(parseAmount(typed) ?? '0', price) ?? '');
  };
  const max = () => {
    setMoney(undefined);
    if (prepared) setTokens(shown(prepared.max));
  };
  const available = prepared ? shown(prepared.available) : shownQuantity(token);
  const isWrong = problem?.kind === 'tooMuch' || problem?.kind === 'tooManyDecimals';
  return (
    <div className="lk-card">
      <div className="lk-amount" data-tone={isWrong ? 'danger' : undefined}>
        <div className="lk-amount-top">
          <label htmlFor={id}>{text.t('send.amount')}</label>
          <span className="lk-amount-bal">
            <ExactAmount exact={`${available} ${symbol}`} side="below">
              {text.t('send.available', { amount: formatBalance(available, text.locale) })}
            </ExactAmount>
            <button
              className="lk-link"
              type="button"
              aria-label={text.t('send.maxLabel')}
              disabled={!prepared}
              onClick={max}
            >
              {text.t('send.max')}
            </button>
          </span>
        </div>
        <div className="lk-amount-main">
          {inMoney && <span aria-hidden="true">$</span>}
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder="0"
            dir="ltr"
            data-length={lengthClass(inMoney ? money : typed)}
            value={inMoney ? money : typed}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-note`}
            onChange={event => onType(event.currentTarget.value)}
          />
          <button
            className="lk-token-pick"
            type="button"
            data-return="token"
            aria-label={text.t('send.token', { token: symbol })}
            onClick={() => navigate(kit, { name: 'SendSelectToken' })}
          >
            <Coin
              id={token.address ?? token.chainId}
              name={symbol}
              url={tokenImageUrl(kit, token)}
              size={24}
            />
            <span>{symbol}</span>
            <Icon name="down" size="sm" />
          </button>
        </div>
        <div className="lk-amount-sub" id={`${id}-note`}>
          <AmountNote problem={problem} token={token} network={network} typed={typed} />
          {!isWrong && price !== undefined && (
            <Worth token={token} price={price} typed={typed} inMoney={inMoney} onToggle={toggle} />
          )}
        </div>
      </div>
    </div>
  );
}

interface WorthProps {
  token: TokenBalance;
  price: number;
  typed: string;
  inMoney: boolean;
  onToggle: () => void;
}

/** The amount in the other unit; a click switches the input to that unit. */
function Worth({ token, price, typed, inMoney, onToggle }: WorthProps) {
  const { text } = useModal();
  const { symbol } = token;
  const amount = parseAmount(typed) ?? '0';
  const worth = formatFiat(Number(toFiat(amount, price) ?? 0), { locale: text.locale }) ?? '';
  const tokens = `${amount} ${symbol}`;
  const label = inMoney
    ? text.t('send.switchToToken', { amount: tokens, token: symbol })
    : text.t('send.switchToMoney', { amount: worth });
  return (
    <button className="lk-worth" type="button" aria-label={label} onClick={onToggle}>
      <bdi>{inMoney ? tokens : worth}</bdi>
      <Icon name="swap" size="sm" />
    </button>
  );
}

export interface AmountNoteProps {
  problem: SendProblem | undefined;
  token: TokenBalance;
  network: CaipNetwork;
  typed: string;
}

/** What is wrong with the amount, as a sentence; empty if it is valid. */
function AmountNote({ problem, token, network, typed }: AmountNoteProps) {
  const sentence = useSentence({ problem, token, network, typed });
  return (
    <span className="lk-amount-note" {...liveRegion(Boolean(sentence))}>
      {sentence && (
        <>
          <Icon name="alert" size="sm" />
          <span>{sentence}</span>
        </>
      )}
    </span>
  );
}

function useSentence({ problem, token, network, typed }: AmountNoteProps): string | undefined {
  const { text } = useModal();
  const { symbol, quantity } = token;
  if (problem?.kind === 'tooMuch') {
    const amount = `${shortAmount(problem.most, text.locale)} ${symbol}`;
    return text.t(problem.fee ? 'send.youHaveAfterFee' : 'send.youHave', { amount });
  }
  if (problem?.kind === 'tooManyDecimals') {
    return text.t('send.tooManyDecimals', { token: symbol, decimals: String(quantity.decimals) });
  }
  if (problem?.kind === 'fee') {
    return text.t('send.notEnoughForFee', { token: network.nativeCurrency.symbol });
  }
  return typed === '' || parseAmount(typed) !== undefined ? undefined : text.t('send.needNumber');
}
