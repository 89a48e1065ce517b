import type { CaipNetwork, TokenBalance } from '../../../core/index.js';
import { parseAmount } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortAmount } from '../formatAmount.js';
import type { SendProblem } from './sendCheck.js';

export interface AmountNoteProps {
  problem: SendProblem | undefined;
  token: TokenBalance;
  network: CaipNetwork;
  typed: string;
}

/** What is wrong with the amount, as a sentence; empty if it is valid. */
export function AmountNote({ problem, token, network, typed }: AmountNoteProps) {
  const sentence = useSentence({ problem, token, network, typed });
  if (!sentence) return null;
  return (
    <>
      <Icon name="alert" size="sm" />
      <span>{sentence}</span>
    </>
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
