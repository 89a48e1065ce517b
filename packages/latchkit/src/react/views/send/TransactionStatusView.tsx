import { useEffect, useRef } from 'react';
import {
  closeModal,
  type Latchkit,
  type LatchkitState,
  shortenAddress,
  type TrackedTransaction,
} from '../../../core/index.js';
import {
  checkPending,
  currentView,
  goBack,
  OUT_OF_GAS,
  replaceView,
  tokenImageUrl,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Coin } from '../../primitives/Coin.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring, type RingState } from '../../primitives/Ring.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { transactionLink } from '../explorerLink.js';
import { shortAmount } from '../formatAmount.js';
import { canSendAgain, sendAgain } from './sendAgain.js';

/** How long 'Sent' is shown before the account, in ms. */
const DONE_STAYS = 1_400;

/** The status of a transaction that was sent. */
export function TransactionStatusView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const hash = view.name === 'TransactionStatus' ? view.hash : '';
  const transaction = useKitState(state => findTransaction(state, hash));
  const chains = useKitState(state => state.namespaces);
  const body = useRef<HTMLDivElement>(null);
  useStyles(sendCss);
  const said = transaction && transactionTexts(text, transaction);
  const done = said?.state === 'done';
  useGlide(body, `${said?.state} ${transaction?.slow}`);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => leaveTransaction(kit), DONE_STAYS);
    return () => clearTimeout(timer);
  }, [kit, done]);
  const title = text.t('transaction.title');
  if (!transaction || !said)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        <EmptyState
          icon="clock"
          title={text.t('transaction.unknown')}
          text={text.t('transaction.unknownText')}
        >
          <Button variant="secondary" size="md" onClick={() => replaceView(kit, { name: 'Account' })}>
            {text.t('transaction.done')}
          </Button>
        </EmptyState>
      </ViewFrame>
    );
  const network = Object.values(chains)
    .flatMap(({ networks }) => networks)
    .find(({ caipNetworkId }) => caipNetworkId === transaction.chainId);
  const link = transactionLink(network, replacementOf(transaction) ?? hash);
  return (
    <ViewFrame title={title} kind={done ? 'task' : 'child'} depth={depth} bodyRef={body}>
      <Hero
        live
        alone={done}
        title={said.title}
        text={said.detail}
        mark={
          <Ring state={said.state} round>
            <Coin
              id={transaction.token ?? transaction.chainId}
              name={transaction.symbol}
              url={tokenImageUrl(kit, { symbol: transaction.symbol })}
              size={72}
            />
          </Ring>
        }
      />
      {!done && (
        <div className="lk-actions">
          {link && (
            <Button variant="secondary" icon="external" href={link.href}>
              {link.name
                ? text.t('account.explorer', { explorer: link.name })
                : text.t('account.explorerPlain')}
            </Button>
          )}
          {transaction.slow && !transaction.outcome && (
            <Button variant="secondary" icon="again" onClick={() => checkPending(kit)}>
              {text.t('transaction.check')}
            </Button>
          )}
          {canSendAgain(transaction) && (
            <Button onClick={() => sendAgain(kit, transaction)}>{text.t('transaction.again')}</Button>
          )}
          {transaction.outcome ? (
            <Button
              variant={canSendAgain(transaction) ? 'secondary' : 'primary'}
              onClick={() => leaveTransaction(kit)}
            >
              {text.t('transaction.done')}
            </Button>
          ) : (
            <Button onClick={() => closeModal(kit)}>{text.t('transaction.background')}</Button>
          )}
        </div>
      )}
    </ViewFrame>
  );
}

function findTransaction(
  { pendingTransactions, settledTransactions }: LatchkitState,
  hash: string,
): TrackedTransaction | undefined {
  const isIt = (one: TrackedTransaction) => one.hash === hash;
  return pendingTransactions.find(isIt) ?? settledTransactions.find(isIt);
}

function replacementOf({ outcome }: TrackedTransaction): string | undefined {
  return outcome && 'replacement' in outcome ? outcome.replacement : undefined;
}

/** Returns from a transaction to where it was opened; after a send, that is the account. */
function leaveTransaction(kit: Latchkit): void {
  const { modal } = kit.store.getState();
  if (currentView(modal).name !== 'TransactionStatus') return;
  if (modal.views.length > 1) goBack(kit);
  else replaceView(kit, { name: 'Account' });
}

/** The texts for a transaction's status, and the state of its ring. */
function transactionTexts(
  text: Text,
  { amount, symbol, to, toName, outcome, slow }: TrackedTransaction,
): { readonly state: RingState; readonly title: string; readonly detail: string } {
  const receiver = toName ?? shortenAddress(to);
  const slots = { receiver, amount: `${shortAmount(amount, text.locale)} ${symbol}` };
  if (!outcome) {
    return slow
      ? { state: 'wait', title: text.t('transaction.slow'), detail: text.t('transaction.slowText', slots) }
      : {
          state: 'wait',
          title: text.t('transaction.sending', slots),
          detail: text.t('transaction.sendingText', slots),
        };
  }
  switch (outcome.status) {
    case 'confirmed':
      return {
        state: 'done',
        title: text.t('transaction.sent'),
        detail: text.t('transaction.sentText', slots),
      };
    case 'replaced':
      return outcome.samePayment
        ? { state: 'done', title: text.t('transaction.sent'), detail: text.t('transaction.sentText', slots) }
        : {
            state: 'warn',
            title: text.t('transaction.replaced'),
            detail: text.t('transaction.replacedText', slots),
          };
    case 'reverted':
      return {
        state: 'error',
        title: text.t('transaction.reverted'),
        detail:
          outcome.reason === OUT_OF_GAS
            ? text.t('transaction.gasText', slots)
            : text.t('transaction.revertedText', { reason: outcome.reason, token: symbol }),
      };
    case 'cancelled':
      return {
        state: 'warn',
        title: text.t('transaction.cancelled'),
        detail: text.t('transaction.cancelledText', slots),
      };
    case 'dropped':
      return {
        state: 'warn',
        title: text.t('transaction.dropped'),
        detail: text.t('transaction.droppedText', slots),
      };
  }
}
