import { type CaipNetwork, formatUnits, type SendState } from '../../../core/index.js';
import { formatFiat, parseAmount, toFiat } from '../../../internal/index.js';
import { Facts } from '../../primitives/Facts.js';
import { useModal } from '../../runtime/ModalContext.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { feeFacts } from './feeFacts.js';
import type { PreparedSend } from './usePreparedSend.js';

export interface ReviewFactsProps {
  send: SendState;
  network: CaipNetwork;
  preparedSend: PreparedSend;
}

/** The network, the fee and, if there are live prices for everything, the total. */
export function ReviewFacts({ send, network, preparedSend }: ReviewFactsProps) {
  const { text } = useModal();
  const [native] = send.tokenBalances;
  const total = totalWorth(send, network, preparedSend);
  const shown = formatFiat(total, { locale: text.locale });
  return (
    <Facts
      facts={[
        {
          label: text.t('send.network'),
          value: (
            <>
              <NetworkCoin network={network} size={16} />
              <bdi>{network.name}</bdi>
            </>
          ),
        },
        ...feeFacts(text, preparedSend, network, native),
        ...(shown ? [{ label: text.t('send.total'), value: <strong>{shown}</strong> }] : []),
      ]}
    />
  );
}

/** The total in US dollars including the fee; undefined if a price is missing. */
function totalWorth(
  { token, tokenBalances, sendTokenAmount = '' }: SendState,
  network: CaipNetwork,
  { prepared }: PreparedSend,
): number | undefined {
  const [native] = tokenBalances;
  const amount = parseAmount(sendTokenAmount) ?? '0';
  if (token?.price === undefined || native?.price === undefined || !prepared) return undefined;
  const fee = formatUnits(prepared.fee + prepared.rent, network.nativeCurrency.decimals);
  return Number(toFiat(amount, token.price) ?? 0) + Number(toFiat(fee, native.price) ?? 0);
}
