import type { ChainNamespace } from '../../../core/index.js';
import { replaceView, walletItem } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Group } from '../../primitives/Group.js';
import { Hero } from '../../primitives/Hero.js';
import { ListItem } from '../../primitives/ListItem.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { chainChoice } from './useChooseWallet.js';

/** Asks on which namespace to connect a wallet that supports several. */
export function ChooseChainView({ view, depth }: ViewProps) {
  const { kit, text, attempt, views } = useModal();
  const walletId = view.name === 'ChooseChain' ? view.walletId : '';
  const wallet = useKitState(state => walletItem(kit, state, walletId));
  const state = useKitState(current => current);
  const choice = wallet?.connector ? chainChoice(state, wallet.connector) : [];
  // In the order of the host's chains: which adapter found the wallet first is random.
  const listed = (Object.keys(state.namespaces) as ChainNamespace[]).filter(kind => choice.includes(kind));
  const name = wallet?.name ?? '';
  const pick = (namespace: ChainNamespace) => {
    // Request it within the click, so that the wallet may open its window.
    attempt.start(walletId, namespace);
    replaceView(kit, { name: 'ConnectingExternal', walletId, namespace });
  };
  return (
    <ViewFrame title={name || text.t('connect.titlePlain')} kind="child" depth={depth}>
      <Hero
        title={text.t('chain.choose', { wallet: name })}
        text={text.t('chain.chooseText', { wallet: name })}
        mark={<WalletImage name={name} url={wallet?.imageUrl} size="lg" shared />}
      />
      <Group label={text.t('chain.chooseList')}>
        {listed.map(namespace => {
          const network = state.namespaces[namespace]?.network;
          return (
            <ListItem
              key={namespace}
              leading={network && <NetworkCoin network={network} />}
              title={namespace === 'eip155' ? text.t('chain.ethereum') : text.t(`chain.${namespace}`)}
              sub={network && !network.unsupported ? network.name : undefined}
              end="forward"
              onIntent={() => void views.load('ConnectingExternal')}
              onClick={() => pick(namespace)}
            />
          );
        })}
      </Group>
    </ViewFrame>
  );
}
