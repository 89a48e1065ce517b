import type { CaipNetwork, TokenBalance } from '../../../core/index.js';
import { Skeleton } from '../../primitives/Skeleton.js';
import type { Text } from '../../runtime/createText.js';
import { FeeAmount } from '../FeeAmount.js';
import type { PreparedSend } from './usePreparedSend.js';

/** The network's charges: the fee and, on Solana, the rent of a new account, with their value if there is a price. */
export function feeFacts(
  text: Text,
  { prepared, status }: PreparedSend,
  { nativeCurrency }: CaipNetwork,
  native: TokenBalance | undefined,
) {
  const shown = (units: bigint) => (
    <FeeAmount units={units} currency={nativeCurrency} price={native?.price} />
  );
  const fee = { label: text.t('send.fee') };
  if (!prepared) {
    const waits = status === 'loading';
    return [{ ...fee, value: waits ? <Loading text={text} /> : text.t('send.feeUnknown') }];
  }
  return [
    { ...fee, value: shown(prepared.fee) },
    ...(prepared.rent > 0n ? [{ label: text.t('send.rent'), value: shown(prepared.rent) }] : []),
  ];
}

function Loading({ text }: { text: Text }) {
  return (
    <>
      <span className="lk-sr">{text.t('send.feeLoading')}</span>
      <Skeleton shape="short" />
    </>
  );
}
