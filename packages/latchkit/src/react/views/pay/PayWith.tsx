import type { ReactNode } from 'react';
import {
  formatBalance,
  formatUnits,
  type PayOption,
  type PayState,
  shownQuantity,
} from '../../../core/index.js';
import {
  amountDue,
  choosePayOption,
  goBack,
  isFeatureOffered,
  navigate,
  onrampProblem,
  selectOnramp,
  setOnrampChoice,
  shownText,
  swapAsset,
  toFiat,
  tokenImageUrl,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Coin } from '../../primitives/Coin.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { ExactAmount } from '../ExactAmount.js';
import { exactText, feeText, rounded, symbolText } from '../swap/swapAmounts.js';
import { payAmount } from './Bill.js';

/** What the visitor can pay with: the requested asset, then what a swap turns into it, then buying, then what does not suffice. */
export function PayWith({ pay, depth }: { pay: PayState; depth: number }) {
  const { text } = useModal();
  const [direct, ...swaps] = pay.options ?? [];
  const ready = direct && !direct.problem ? [direct] : [];
  const swapped = swaps.filter(({ problem }) => !problem);
  const unable = (pay.options ?? []).filter(({ problem }) => problem);
  return (
    <ViewFrame title={text.t('pay.with')} kind="child" depth={depth}>
      {ready.length > 0 && <Options pay={pay} title={text.t('pay.ready')} options={ready} />}
      {pay.swaps !== 'none' && (
        <Options pay={pay} title={text.t('pay.swapTitle')} options={swapped}>
          {pay.swaps === 'loading' && <SkeletonRows label={text.t('pay.looking')} shape="coin" />}
          {pay.swaps === 'ready' && swapped.length === 0 && (
            <p className="lk-legal">{text.t('pay.noSwaps')}</p>
          )}
        </Options>
      )}
      <BuyRow pay={pay} />
      {unable.length > 0 && <Options pay={pay} title={text.t('pay.unable')} options={unable} />}
    </ViewFrame>
  );
}

interface OptionsProps {
  pay: PayState;
  title: string;
  options: readonly PayOption[];
  children?: ReactNode;
}

function Options({ pay, title, options, children }: OptionsProps) {
  return (
    <>
      <h3 className="lk-section lk-section-title">{title}</h3>
      {options.length > 0 && (
        <Group label={title} className="lk-pay-options">
          {options.map(option => (
            <OptionRow key={swapAsset(option.token)} pay={pay} option={option} />
          ))}
        </Group>
      )}
      {children}
    </>
  );
}

function OptionRow({ pay, option }: { pay: PayState; option: PayOption }) {
  const { kit, text } = useModal();
  const { token, amountIn, fee, rent = 0n, quote, problem } = option;
  const { nativeCurrency } = pay.network;
  const isCurrent = pay.chosen !== undefined && swapAsset(pay.chosen.token) === swapAsset(token);
  // Only its word may go to a line of its own, where both have no room: an amount is never cut, and never broken.
  const cost =
    fee === undefined ? undefined : feeText(text, fee + rent, nativeCurrency).replaceAll(' ', '\u00a0');
  const sub =
    problem === 'balance'
      ? text.t('pay.notEnough')
      : problem === 'fee'
        ? text.t('pay.noFee', { symbol: nativeCurrency.symbol })
        : problem === 'account'
          ? text.t('pay.unseen')
          : cost && text.t(quote ? 'pay.swapFee' : 'pay.feeOf', { amount: cost });
  const choose = () => {
    choosePayOption(kit, option);
    goBack(kit);
  };
  return (
    <ListItem
      leading={<Coin id={swapAsset(token)} name={token.symbol} url={tokenImageUrl(kit, token)} />}
      title={symbolText(token.symbol)}
      sub={sub}
      trailing={
        !problem && (
          <span className="lk-row-value">
            <ExactAmount exact={exactText(amountIn, token)}>
              {rounded(shownText(amountIn, token), text.locale)}
            </ExactAmount>
            <span className="lk-row-sub">
              {text.t('pay.of', { amount: formatBalance(shownQuantity(token), text.locale) })}
            </span>
          </span>
        )
      }
      current={isCurrent}
      currentLabel={text.t('pay.ready')}
      disabled={problem !== undefined}
      {...(problem ? {} : { onClick: choose })}
    />
  );
}

/** Leads to buying what is to be paid, if buying is offered, and no more than one purchase may be. */
export function BuyRow({ pay }: { pay: PayState }) {
  const { kit, text } = useModal();
  const { token, network } = pay;
  const isOffered = useKitState(state => isFeatureOffered(state, 'onramp', network.chainNamespace));
  const onramp = useKitState(selectOnramp);
  if (!isOffered || !token) return null;
  const due = amountDue(pay);
  const { symbol, name, price, quantity } = token;
  // A token whose price is not known is taken for a dollar only if its name says so.
  const rate = price ?? (/USD/i.test(symbol) ? 1 : undefined);
  const worth = rate === undefined ? undefined : toFiat(formatUnits(due, quantity.decimals), rate);
  if (worth === undefined) return null;
  const amount = String(Math.ceil(Number(worth) * 1.05));
  if (onrampProblem({ ...onramp, paymentAmount: amount })?.kind === 'max') return null;
  const buy = () => {
    setOnrampChoice(kit, {
      purchaseCurrency: { id: symbol, name, symbol, networks: [] },
      paymentAmount: amount,
    });
    navigate(kit, { name: 'Onramp' });
  };
  return (
    <Group label={text.t('pay.buy', { amount: payAmount(text, pay, due) })}>
      <ListItem
        leading={
          <span className="lk-glyph">
            <Icon name="card" />
          </span>
        }
        title={text.t('pay.buy', { amount: payAmount(text, pay, due) })}
        sub={text.t('pay.buyText')}
        end="forward"
        returnKey="pay-buy"
        onClick={buy}
      />
    </Group>
  );
}
