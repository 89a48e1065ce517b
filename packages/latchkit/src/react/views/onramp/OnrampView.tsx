import { useEffect } from 'react';
import { openOnramp, selectOnramp, startPurchase } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Notice } from '../../primitives/Notice.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { onrampCss } from '../../theme/onramp.css.gen.js';
import { sendCss } from '../../theme/send.css.gen.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { BuyCard } from './BuyCard.js';
import { OrderRows } from './OrderRows.js';
import { ProviderChoice } from './ProviderChoice.js';
import { Purchase } from './Purchase.js';
import { useOffer } from './useOffer.js';

/** Buying a currency at a provider, or the purchase in progress. */
export function OnrampView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const { order, purchaseCurrency } = useKitState(selectOnramp);
  useStyles(sendCss);
  useStyles(onrampCss);
  const account = chain?.account.caipAddress;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network buys other currencies
  useEffect(() => openOnramp(kit), [kit, account]);
  const symbol = order?.symbol ?? purchaseCurrency?.symbol;
  const title = symbol ? text.t('onramp.title', { symbol }) : text.t('onramp.titlePlain');
  return (
    <ViewFrame title={title} kind="child" depth={depth} footer={chain && !order && <Continue />}>
      {chain && (order ? <Purchase order={order} /> : <PurchaseForm />)}
    </ViewFrame>
  );
}

function PurchaseForm() {
  const { text } = useModal();
  const onramp = useKitState(selectOnramp);
  const { offer, problem } = useOffer(onramp);
  const { status, error, purchaseCurrency, providers } = onramp;
  if (status === 'loading') return <SkeletonRows label={text.t('onramp.loading')} shape="coin" />;
  if (!purchaseCurrency || providers.length === 0)
    return <EmptyState icon="card" title={text.t('onramp.none')} text={text.t('onramp.noneText')} />;
  const name = offer?.provider.name;
  return (
    <>
      <BuyCard onramp={onramp} problem={problem} />
      {status === 'error' && <Notice tone="warning">{text.t('onramp.defaults')}</Notice>}
      {error && (
        <Notice tone="danger" title={text.t('onramp.refused')}>
          {error}
        </Notice>
      )}
      <OrderRows onramp={onramp} />
      <ProviderChoice onramp={onramp} chosen={offer?.provider.id} />
      {name && <p className="lk-legal">{text.t('onramp.terms', { provider: name })}</p>}
    </>
  );
}

/** The button that opens the provider, which stays in sight while the form scrolls. */
function Continue() {
  const { kit, text } = useModal();
  const onramp = useKitState(selectOnramp);
  const { offer, problem } = useOffer(onramp);
  const { status, purchaseCurrency, providers } = onramp;
  if (status === 'loading' || !purchaseCurrency || providers.length === 0) return null;
  const name = offer?.provider.name;
  return (
    <div className="lk-foot">
      <Button
        trail="external"
        busy={onramp.starting}
        disabled={!offer || problem !== undefined}
        onClick={() => void startPurchase(kit)}
      >
        {name ? text.t('onramp.continue', { provider: name }) : text.t('onramp.continuePlain')}
      </Button>
    </div>
  );
}
