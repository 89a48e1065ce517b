import { useEffect, useRef, useState } from 'react';
import {
  formatBalance,
  type Latchkit,
  type LatchkitState,
  type PayOption,
  type PayState,
  shortenAddress,
  switchNetwork,
} from '../../../core/index.js';
import {
  amountDue,
  connectToPay,
  loadPayOptions,
  navigate,
  selectPay,
  sendPayment,
  setClosable,
  swapAsset,
  toBaseUnits,
  tokenImageUrl,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Facts } from '../../primitives/Facts.js';
import { Group } from '../../primitives/Group.js';
import { ListItem } from '../../primitives/ListItem.js';
import { Notice } from '../../primitives/Notice.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { Tipped } from '../../primitives/Tipped.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { payCss } from '../../theme/pay.css.gen.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { ExactAmount } from '../ExactAmount.js';
import { FeeAmount } from '../FeeAmount.js';
import { shortAmount } from '../formatAmount.js';
import { amountText, exactText } from '../swap/swapAmounts.js';
import { useNativePrice } from '../useNativePrice.js';
import { useSending } from '../useSending.js';
import { Bill, payAmount, useShop } from './Bill.js';
import { PayEnd } from './PayEnd.js';
import { PayProgress } from './PayProgress.js';
import { PayScan } from './PayScan.js';
import { BuyRow, PayWith } from './PayWith.js';

/** Milliseconds between two quotes of the swap that is paid with. */
const QUOTE_LIFE = 12_000;

/** The payment that the host asks for: what it costs and how it is paid, its progress, and how it ended. */
export function PayView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const pay = useKitState(selectPay);
  const account = useKitState(accountOf);
  const sending = useSending(sendPayment);
  const body = useRef<HTMLDivElement>(null);
  useStyles(sendCss);
  useStyles(payCss);
  useGlide(body, `${pay?.step} ${sending.status} ${pay?.swaps}`);
  const step = pay?.step;
  const part = view.name === 'Pay' ? view.part : undefined;
  const terms = pay?.terms;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account, payment or list has other options
  useEffect(() => {
    if (step === 'choosing') void loadPayOptions(kit, { swaps: part === 'options' });
  }, [kit, terms, account, part, step]);
  const isQuoted = step === 'choosing' && pay?.chosen?.quote !== undefined;
  useEffect(() => {
    if (!isQuoted) return;
    const timer = setInterval(() => void loadPayOptions(kit), QUOTE_LIFE);
    return () => clearInterval(timer);
  }, [kit, isQuoted]);
  useEffect(() => {
    // A sent payment continues without the modal.
    if (step !== 'asking' && step !== 'swapping') setClosable(kit, true);
  }, [kit, step]);
  const title = text.t('pay.title');
  if (!pay)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        <EmptyState icon="card" title={text.t('pay.none')} text={text.t('pay.noneText')} />
      </ViewFrame>
    );
  if (step === 'choosing' && part === 'options') return <PayWith pay={pay} depth={depth} />;
  if (step === 'choosing' && part === 'scan') return <PayScan pay={pay} depth={depth} />;
  const isOver = step === 'paid' || step === 'failed' || step === 'expired';
  const isUnderWay = step !== 'choosing' && !isOver;
  return (
    <ViewFrame title={title} kind="task" depth={depth} bodyRef={body}>
      {step === 'choosing' && <PayChoice pay={pay} onPay={sending.start} />}
      {isUnderWay && <PayProgress pay={pay} sending={sending} />}
      {isOver && <PayEnd pay={pay} />}
    </ViewFrame>
  );
}

/** The account in the namespace of the payment. */
const accountOf = ({ namespaces, pay }: LatchkitState) =>
  pay && namespaces[pay.network.chainNamespace]?.account.caipAddress;

/** The bill, what it is paid with, and the ways on. */
function PayChoice({ pay, onPay }: { pay: PayState; onPay: () => void }) {
  const { kit, text } = useModal();
  const shop = useShop();
  const isConnected = useKitState(state => accountOf(state) !== undefined);
  const { chosen, options, paymentId, terms, received, network } = pay;
  const isShort = options !== undefined && chosen === undefined && pay.swaps !== 'loading';
  const { nativeCurrency } = network;
  const price = useNativePrice(network);
  const facts = [
    {
      label: text.t('pay.to'),
      value: <Tipped tip={terms.recipient}>{shortenAddress(terms.recipient)}</Tipped>,
    },
    ...(chosen?.quote
      ? [
          {
            label: text.t('pay.most'),
            value: (
              <ExactAmount exact={exactText(chosen.amountIn, chosen.token)}>
                {amountText(text, chosen.amountIn, chosen.token)}
              </ExactAmount>
            ),
          },
          {
            label: text.t('pay.exactly', { shop: shop.name }),
            value: <bdi>{payAmount(text, pay, amountDue(pay))}</bdi>,
          },
        ]
      : []),
    ...(chosen?.fee === undefined
      ? []
      : [
          {
            label: text.t('pay.fee'),
            value: <FeeAmount units={chosen.fee} currency={nativeCurrency} price={price} />,
          },
        ]),
    ...(chosen?.rent === undefined
      ? []
      : [
          {
            label: text.t('pay.rent'),
            value: <FeeAmount units={chosen.rent} currency={nativeCurrency} price={price} />,
          },
        ]),
  ];
  return (
    <>
      <Bill pay={pay} />
      {received > 0n && <Under pay={pay} />}
      {isConnected && options === undefined && <SkeletonRows label={text.t('pay.loading')} shape="coin" />}
      {isConnected && chosen && <ChosenRow kit={kit} pay={pay} option={chosen} />}
      {isConnected && isShort && <Short pay={pay} />}
      <Facts facts={facts} />
      {chosen?.quote && <p className="lk-legal">{text.t('pay.rest')}</p>}
      {!isConnected && <Button onClick={() => void connectToPay(kit)}>{text.t('pay.connect')}</Button>}
      {isConnected && chosen && (
        <Button onClick={onPay}>
          {text.t('pay.pay', { amount: amountText(text, chosen.amountIn, chosen.token) })}
        </Button>
      )}
      {paymentId !== undefined && (
        <Button
          variant="quiet"
          size="md"
          returnKey="pay-scan"
          onClick={() => navigate(kit, { name: 'Pay', part: 'scan' })}
        >
          {text.t('pay.scan')}
        </Button>
      )}
    </>
  );
}

function ChosenRow({ kit, pay, option }: { kit: Latchkit; pay: PayState; option: PayOption }) {
  const { text } = useModal();
  const { token } = option;
  return (
    <Group label={text.t('pay.with')}>
      <ListItem
        leading={<Coin id={swapAsset(token)} name={token.symbol} url={tokenImageUrl(kit, token)} />}
        title={text.t('pay.on', { token: token.symbol, network: pay.network.name })}
        sub={text.t('pay.have', { amount: formatBalance(token.quantity.numeric, text.locale) })}
        trailing={<span className="lk-pay-action">{text.t('pay.change')}</span>}
        returnKey="pay-with"
        onClick={() => navigate(kit, { name: 'Pay', part: 'options' })}
      />
    </Group>
  );
}

/** How much is missing, and where to get it. */
function Short({ pay }: { pay: PayState }) {
  const { kit, text } = useModal();
  const current = useKitState(state => state.namespaces[pay.network.chainNamespace]?.network.caipNetworkId);
  const [failed, setFailed] = useState(false);
  const onSwitch = () => {
    switchNetwork(kit, { network: pay.network }).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  };
  const [direct] = pay.options ?? [];
  const shop = useShop();
  if (!direct) return null;
  const { token, problem } = direct;
  if (problem === 'account')
    return (
      <Notice tone="warning" title={text.t('pay.unseen')}>
        {text.t('pay.unseenText', { shop: shop.name, network: pay.network.name })}
      </Notice>
    );
  const held = toBaseUnits(token.quantity.numeric, token.quantity.decimals) ?? 0n;
  const due = amountDue(pay);
  // The native currency may suffice for the price, but not for the fee too.
  const missing = held < due ? due - held : (direct.fee ?? 0n) + (direct.rent ?? 0n);
  const network = pay.network.name;
  const isElsewhere = current !== pay.network.caipNetworkId;
  const short = text.t('pay.short', { amount: payAmount(text, pay, missing) });
  const noFee = text.t('pay.noFee', { symbol: pay.network.nativeCurrency.symbol });
  return (
    <>
      <Notice tone="warning" title={problem === 'fee' ? noFee : short}>
        {problem === 'fee'
          ? text.t('pay.notEnough')
          : text.t('pay.shortText', {
              amount: `${shortAmount(token.quantity.numeric, text.locale)} ${token.symbol}`,
              network,
            })}
      </Notice>
      {isElsewhere && failed && <Notice tone="danger">{text.t('pay.switchFailed')}</Notice>}
      {isElsewhere && (
        <Button variant="secondary" onClick={onSwitch}>
          {text.t('pay.switch', { network })}
        </Button>
      )}
      <BuyRow pay={pay} />
    </>
  );
}

function Under({ pay }: { pay: PayState }) {
  const { text } = useModal();
  const { received, terms } = pay;
  return (
    <Notice tone="warning" title={text.t('pay.under', { amount: payAmount(text, pay, amountDue(pay)) })}>
      {text.t('pay.underText', {
        received: payAmount(text, pay, received),
        amount: payAmount(text, pay, terms.amount),
      })}
    </Notice>
  );
}
