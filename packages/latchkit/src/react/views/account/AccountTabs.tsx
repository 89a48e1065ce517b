import { useState } from 'react';
import type { NamespaceState } from '../../../core/index.js';
import { isFeatureOffered } from '../../../internal/index.js';
import { Group } from '../../primitives/Group.js';
import { type Tab, Tabs } from '../../primitives/Tabs.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { activityCss } from '../../theme/activity.css.gen.js';
import { SentRow } from '../activity/SentRow.js';
import { useSentHere } from '../activity/useSentHere.js';
import { NftList } from './NftList.js';
import { RecentActivity } from './RecentActivity.js';
import { TokenList } from './TokenList.js';

type TabName = 'tokens' | 'nfts' | 'activity';

/**
 * The account's tabs Tokens, NFTs, Activity, in this order. Activity shows only if it is enabled and the namespace
 * supports it; there are no tabs if no source knows the tokens.
 */
export function AccountTabs({ chain }: { chain: NamespaceState }) {
  const { kit, text } = useModal();
  const [selected, setSelected] = useState<TabName>('tokens');
  const activity = useKitState(state => isFeatureOffered(state, 'activity'));
  const pending = useKitState(state => state.pendingTransactions.length > 0);
  const { gateway, projectId } = kit.options;
  const asks = Boolean(gateway && projectId);
  const namespace = chain.network.chainNamespace;
  const isServed = namespace === 'eip155' || namespace === 'solana';
  if (!isServed) return null;
  // Without a gateway, the wallet may still report its tokens, and payments sent from here are known.
  if (!asks)
    return (
      <>
        <TokenList chain={chain} />
        {pending && <RecentActivity chain={chain} />}
      </>
    );
  const tabs: readonly Tab<TabName>[] = [
    { name: 'tokens', label: text.t('account.tokens') },
    { name: 'nfts', label: text.t('activity.nfts') },
    ...(activity ? [{ name: 'activity', label: text.t('activity.title') } as const] : []),
  ];
  const shown = tabs.some(({ name }) => name === selected) ? selected : 'tokens';
  const panel = (
    <Tabs label={text.t('account.title')} tabs={tabs} selected={shown} onSelect={setSelected}>
      {shown === 'tokens' && <TokenList chain={chain} bare />}
      {shown === 'nfts' && <NftList chain={chain} />}
      {shown === 'activity' && <RecentActivity chain={chain} />}
    </Tabs>
  );
  // The Activity tab lists the pending payments itself.
  return (
    <>
      {shown !== 'activity' && <PendingPayments chain={chain} />}
      {panel}
    </>
  );
}

/** Payments sent from here that are still pending, newest first. */
function PendingPayments({ chain }: { chain: NamespaceState }) {
  const { text } = useModal();
  const activity = useKitState(state => state.activity);
  const { pending } = useSentHere(chain, activity);
  useStyles(activityCss);
  if (pending.length === 0) return null;
  return (
    <Group label={text.t('activity.sendingNow')}>
      {pending.map(one => (
        <SentRow key={one.hash} transaction={one} />
      ))}
    </Group>
  );
}
