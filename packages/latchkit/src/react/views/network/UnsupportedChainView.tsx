import { selectNetwork } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Group } from '../../primitives/Group.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { Tag } from '../../primitives/Tag.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { DisconnectButton } from '../account/DisconnectButton.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { RequestDelivery } from '../walletConnect/RequestDelivery.js';
import { NetworkRow } from './NetworkRow.js';
import { useSwitch } from './useSwitch.js';

/** Shown if the wallet is on a network that the host doesn't list: the listed ones to switch to. */
export function UnsupportedChainView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useKitState(state => state.namespaces[state.activeNamespace]);
  const network = useKitState(selectNetwork);
  const { pending, run } = useSwitch();
  const dapp = kit.options.metadata?.name;
  const named = network && !network.unsupported ? network.name : text.t('unsupported.unknown');
  const suggested = kit.options.defaultNetwork ?? chain?.networks[0]?.caipNetworkId;
  return (
    <ViewFrame
      title={text.t('unsupported.title')}
      kind="task"
      depth={depth}
      footer={
        <div className="lk-footer" data-acts="">
          <DisconnectButton />
        </div>
      }
    >
      <Hero
        title={
          dapp
            ? text.t('unsupported.heading', { dapp, network: named })
            : text.t('unsupported.headingPlain', { network: named })
        }
        text={text.t('unsupported.text')}
        mark={
          <div className="lk-hero-mark">
            <span className="lk-net-warn">
              {network && <NetworkCoin network={network} size={72} />}
              <span className="lk-ring-badge" data-tone="warning">
                <Icon name="warning" size="sm" />
              </span>
            </span>
          </div>
        }
      />
      <Group label={text.t('unsupported.list')}>
        {chain?.networks.map(candidate => {
          const id = candidate.caipNetworkId;
          const tag = id === suggested && id !== pending;
          return (
            <NetworkRow
              key={id}
              network={candidate}
              busy={id === pending}
              trailing={tag && <Tag tone="accent">{text.t('network.suggested')}</Tag>}
              onPick={() => void run(id)}
            />
          );
        })}
      </Group>
      {pending && <RequestDelivery />}
    </ViewFrame>
  );
}
