import { useEffect, useMemo, useRef } from 'react';
import {
  type CaipNetwork,
  type ChainId,
  type ChainNamespace,
  closeModal,
  type Latchkit,
} from '../../../core/index.js';
import {
  currentView,
  goBack,
  navigate,
  replaceView,
  selectAccount,
  selectNetwork,
} from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Group } from '../../primitives/Group.js';
import { Search } from '../../primitives/Search.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useWalletName } from '../useWalletName.js';
import { RequestDelivery } from '../walletConnect/RequestDelivery.js';
import { NetworkRow } from './NetworkRow.js';
import { matchNetworks, type NetworkChoices, networkChoices } from './networkChoices.js';
import { useSwitch } from './useSwitch.js';

/** The networks to switch to; the chosen one is marked as pending until the wallet responds. */
export function SwitchNetworkView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const asked = view.name === 'SwitchNetwork' ? view.chainId : undefined;
  const only = view.name === 'SwitchNetwork' ? view.namespace : undefined;
  const connected = useKitState(state => selectAccount(state, only).isConnected);
  const current = useKitState(state => selectNetwork(state, only)?.caipNetworkId);
  const namespaces = useKitState(state => state.namespaces);
  const connectors = useKitState(state => state.connectors);
  const activeNamespace = useKitState(state => state.activeNamespace);
  const [query, setQuery] = useRemembered(depth, 'networks');
  const { pending, run } = useSwitch();

  const choices = useMemo(
    () => networkChoices({ namespaces, connectors, activeNamespace }, only),
    [namespaces, connectors, activeNamespace, only],
  );
  const found = choices.map(({ namespace, usable, unusable }) => ({
    namespace,
    usable: matchNetworks(usable, query),
    unusable: matchNetworks(unusable, query),
  }));

  const pick = async (id: ChainId, namespace: ChainNamespace) => {
    if (id === current && namespace === activeNamespace) return leave(kit, depth);
    const isHere = namespaces[namespace]?.account.isConnected;
    // Nothing is connected on that namespace yet: ask the visitor to connect. Back returns to this list.
    if (!isHere && selectAccount(kit.store.getState()).isConnected) return void run(id);
    const shown = { name: 'SwitchNetwork', ...(only && { namespace: only }) } as const;
    replaceView(kit, { ...shown, chainId: id });
    const outcome = await run(id);
    if (outcome === 'stale' || !isShown(kit, id)) return;
    // If the view is still shown after a failure, there was no previous view to return to.
    if (outcome === 'switched') leave(kit, depth);
    else replaceView(kit, shown);
  };
  const pickNow = useRef(pick);
  pickNow.current = pick;
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies only to what the view was opened with
  useEffect(() => {
    // If the host opened the view for one network, request that one immediately.
    const network = choices.flatMap(({ usable }) => usable).find(one => one.caipNetworkId === asked);
    if (asked && asked !== current) void pickNow.current(asked, network?.chainNamespace ?? activeNamespace);
  }, []);

  const count = found.reduce((sum, { usable, unusable }) => sum + usable.length + unusable.length, 0);
  return (
    <ViewFrame title={text.t(connected ? 'network.title' : 'network.chooseTitle')} kind="child" depth={depth}>
      <div className="lk-sticky">
        <Search
          label={text.t('network.search')}
          clearLabel={text.t('action.clearSearch')}
          value={query}
          onChange={setQuery}
          status={query ? text.plural('network.results', count, {}) : ''}
        />
      </div>
      {found.map(group => (
        <NetworkList
          key={group.namespace}
          choices={group}
          isNamed={choices.length > 1}
          current={current}
          pending={pending}
          onPick={({ caipNetworkId, chainNamespace }) => void pick(caipNetworkId, chainNamespace)}
        />
      ))}
      {count === 0 && (
        <EmptyState
          icon="search"
          title={text.t('network.none', { query })}
          text={text.t('network.noneText')}
        />
      )}
      {pending && connected && <RequestDelivery />}
      <div className="lk-actions">
        <Button
          variant="quiet"
          size="md"
          icon="help"
          returnKey="what-is-a-network"
          onClick={() => navigate(kit, { name: 'WhatIsANetwork' })}
        >
          {text.t('network.help')}
        </Button>
      </div>
    </ViewFrame>
  );
}

function isShown(kit: Latchkit, id: ChainId): boolean {
  const { modal } = kit.store.getState();
  const view = currentView(modal);
  return modal.open && view.name === 'SwitchNetwork' && view.chainId === id;
}

function leave(kit: Latchkit, depth: number): void {
  if (depth > 0) goBack(kit);
  else closeModal(kit);
}

export interface NetworkListProps {
  choices: NetworkChoices;
  /** Networks of other namespaces are listed too, so this list needs a heading. */
  isNamed: boolean;
  current: ChainId | undefined;
  /** The network that the wallet is being asked to switch to. */
  pending: ChainId | undefined;
  onPick: (network: CaipNetwork) => void;
}

/** The networks of one namespace: those to switch to, and those that the connected wallet can't use. */
function NetworkList({ choices, isNamed, current, pending, onPick }: NetworkListProps) {
  const { text } = useModal();
  const { namespace, usable, unusable } = choices;
  const connected = useKitState(state => state.namespaces[namespace]?.account.isConnected === true);
  const wallet = useWalletName(namespace);
  const name = isNamed
    ? text.t('chain.networks', { chain: text.t(`chain.${namespace}`) })
    : text.t('network.list');
  const row = (network: CaipNetwork, disabled: boolean) => (
    <NetworkRow
      key={network.caipNetworkId}
      network={network}
      current={network.caipNetworkId === current}
      busy={connected && network.caipNetworkId === pending}
      disabled={disabled}
      onPick={onPick}
    />
  );
  return (
    <>
      {isNamed && usable.length > 0 && <SectionTitle title={name} />}
      {usable.length > 0 && <Group label={name}>{usable.map(network => row(network, false))}</Group>}
      {unusable.length > 0 && wallet && (
        <>
          <SectionTitle title={text.t('network.unavailable', { wallet })} />
          <Group label={text.t('network.unavailableList')}>
            {unusable.map(network => row(network, true))}
          </Group>
        </>
      )}
    </>
  );
}

function SectionTitle({ title }: { title: string }) {
  return (
    <div className="lk-section">
      <h3 className="lk-section-title">{title}</h3>
    </div>
  );
}
