import { useEffect, useMemo, useRef } from 'react';
import {
  type CaipNetwork,
  type CaipNetworkId,
  close,
  currentView,
  getAccount,
  getNetwork,
  goBack,
  type Latchkit,
  navigate,
  replaceView,
} from '../../../core/index.js';
import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { useRemembered } from '../../modal/useRemembered.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Group } from '../../primitives/Group.js';
import { Search } from '../../primitives/Search.js';
import { useWalletName } from '../useWalletName.js';
import { NetworkRow } from './NetworkRow.js';
import { matchNetworks, networkChoices } from './networkChoices.js';
import { useSwitch } from './useSwitch.js';

/** Networks to switch to; it shows the chosen one until the wallet's answer [VIEW-20]. */
export function SwitchNetworkView({ view, depth }: ViewProps) {
  const { kit, text } = useModal();
  const asked = view.name === 'SwitchNetwork' ? view.networkId : undefined;
  const connected = useKitState(state => getAccount(state).isConnected);
  const current = useKitState(state => getNetwork(state)?.caipNetworkId);
  const chains = useKitState(state => state.chains);
  const connectors = useKitState(state => state.connectors);
  const activeNamespace = useKitState(state => state.activeNamespace);
  const wallet = useWalletName();
  const [query, setQuery] = useRemembered(depth, 'networks');
  const { pending, run } = useSwitch();

  const choices = useMemo(
    () => networkChoices({ chains, connectors, activeNamespace }),
    [chains, connectors, activeNamespace],
  );
  const usable = matchNetworks(choices.usable, query);
  const unusable = matchNetworks(choices.unusable, query);

  const pick = async (id: CaipNetworkId) => {
    if (id === current) return leave(kit, depth);
    replaceView(kit, { name: 'SwitchNetwork', networkId: id });
    const outcome = await run(id);
    if (outcome === 'stale' || !isShown(kit, id)) return;
    // A failure that is still shown had no view to go back to [OPEN-10].
    if (outcome === 'switched') leave(kit, depth);
    else replaceView(kit, { name: 'SwitchNetwork' });
  };
  const pickNow = useRef(pick);
  pickNow.current = pick;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the view was opened with
  useEffect(() => {
    // Opened by the host on a network: that one is asked for at once.
    if (asked && asked !== kit.store.getState().chains[activeNamespace]?.network.caipNetworkId)
      void pickNow.current(asked);
  }, []);

  const row = (network: CaipNetwork, disabled: boolean) => (
    <NetworkRow
      key={network.caipNetworkId}
      network={network}
      current={network.caipNetworkId === current}
      busy={connected && network.caipNetworkId === pending}
      disabled={disabled}
      onPick={picked => void pick(picked.caipNetworkId)}
    />
  );
  const count = usable.length + unusable.length;
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
      {usable.length > 0 && (
        <Group label={text.t('network.list')}>{usable.map(network => row(network, false))}</Group>
      )}
      {unusable.length > 0 && wallet && (
        <>
          <div className="lk-section">
            <h3 className="lk-section-title">{text.t('network.unavailable', { wallet })}</h3>
          </div>
          <Group label={text.t('network.unavailableList')}>
            {unusable.map(network => row(network, true))}
          </Group>
        </>
      )}
      {count === 0 && (
        <EmptyState
          icon="search"
          title={text.t('network.none', { query })}
          text={text.t('network.noneText')}
        />
      )}
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

function isShown(kit: Latchkit, id: CaipNetworkId): boolean {
  const { modal } = kit.store.getState();
  const view = currentView(modal);
  return modal.open && view.name === 'SwitchNetwork' && view.networkId === id;
}

function leave(kit: Latchkit, depth: number): void {
  if (depth > 0) goBack(kit);
  else close(kit);
}
