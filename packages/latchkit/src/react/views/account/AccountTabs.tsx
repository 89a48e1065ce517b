import { useState } from 'react';
import { type ChainState, isFeatureOffered } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { type Tab, Tabs } from '../../primitives/Tabs.js';
import { NftList } from './NftList.js';
import { PendingPayments } from './PendingPayments.js';
import { RecentActivity } from './RecentActivity.js';
import { TokenList } from './TokenList.js';

type TabName = 'tokens' | 'nfts' | 'activity';

/**
 * What the account has and did: the tabs Tokens, NFTs, Activity, in this order [VIEW-18]. Activity only where it is on and the kind of
 * chain has it [CFG-09] [LIM-16]; no tabs at all where nobody could know of any.
 */
export function AccountTabs({ chain }: { chain: ChainState }) {
  const { kit, text } = useModal();
  const [selected, setSelected] = useState<TabName>('tokens');
  const activity = useKitState(state => isFeatureOffered(state, 'activity'));
  const pending = useKitState(state => state.pendingTransactions.length > 0);
  const { gateway, projectId } = kit.options;
  const asks = Boolean(gateway && projectId);
  const namespace = chain.network.chainNamespace;
  const isServed = namespace === 'eip155' || namespace === 'solana';
  if (!isServed) return null;
  // Without a gateway the wallet itself may know its tokens, and what was sent from here is known.
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
  // Activity lists them itself.
  return (
    <>
      {shown !== 'activity' && <PendingPayments chain={chain} />}
      {panel}
    </>
  );
}
