import { type ChainNamespace, replaceView, type WalletItem } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';
import { Group } from '../../primitives/Group.js';
import { Hero } from '../../primitives/Hero.js';
import { ListItem } from '../../primitives/ListItem.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { NetworkCoin } from '../NetworkCoin.js';

/** Asks on which kind of chain a wallet of several is to be connected. */
export function ChooseChain({ wallet, choice }: { wallet: WalletItem; choice: readonly ChainNamespace[] }) {
  const { kit, text, attempt } = useModal();
  const chains = useKitState(state => state.chains);
  const slots = { wallet: wallet.name };
  const pick = (namespace: ChainNamespace) => {
    // Asked within the click, so that the wallet may open its window.
    attempt.start(wallet.id, namespace);
    replaceView(kit, { name: 'ConnectingExternal', walletId: wallet.id, namespace });
  };
  return (
    <>
      <Hero
        title={text.t('chain.choose', slots)}
        text={text.t('chain.chooseText', slots)}
        mark={<WalletImage name={wallet.name} url={wallet.imageUrl} size="lg" />}
      />
      <Group label={text.t('chain.chooseList')}>
        {choice.map(namespace => {
          const network = chains[namespace]?.network;
          return (
            <ListItem
              key={namespace}
              leading={network && <NetworkCoin network={network} />}
              title={text.t(`chain.${namespace}`)}
              sub={network && !network.unsupported ? network.name : undefined}
              end="forward"
              onClick={() => pick(namespace)}
            />
          );
        })}
      </Group>
    </>
  );
}
