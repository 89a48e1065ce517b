import {
  type ChainNamespace,
  type LatchkitState,
  shortenAddress,
  switchNetwork,
  type View,
  type WalletItem,
} from '../../../core/index.js';
import { navigate, replaceView, selectAccount, showToast, walletList } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { NetworkCoin } from '../NetworkCoin.js';

/** Switches to another namespace: to the account that is connected there, or by connecting one. */
export function SwitchActiveChainView({ view, depth }: ViewProps) {
  return view.name === 'SwitchActiveChain' ? <SwitchChain request={view} depth={depth} /> : null;
}

interface SwitchChainProps {
  request: Extract<View, { name: 'SwitchActiveChain' }>;
  depth: number;
}

function SwitchChain({ request, depth }: SwitchChainProps) {
  const { kit, text, attempt } = useModal();
  const { switchToChain: namespace } = request;
  const state = useKitState(current => current.namespaces[namespace]);
  const account = useKitState(current => selectAccount(current, namespace));
  const wallet = useSharedWallet(namespace);
  const network =
    state?.networks.find(({ caipNetworkId }) => caipNetworkId === request.network) ?? state?.network;
  const chain = text.t(`chain.${namespace}`);
  const short = account.address && shortenAddress(account.address);

  const go = (next: View) => (request.navigateWithReplace ? replaceView : navigate)(kit, next);
  const follow = async (): Promise<boolean> => {
    try {
      if (network) await switchNetwork(kit, { network, prepareOnly: true });
      return true;
    } catch {
      showToast(kit, { tone: 'danger', text: 'network.failed', slots: { wallet: wallet?.name ?? '' } });
      return false;
    }
  };
  const onGo = async () => {
    const standard: View = account.isConnected ? { name: 'Account' } : { name: 'Connect', namespace };
    if (await follow()) go(request.navigateTo ?? standard);
  };
  const onContinue = (walletId: string) => {
    // Request it within the click, so that the wallet may open its window.
    void follow();
    attempt.start(walletId, namespace);
    go({ name: 'ConnectingExternal', walletId, namespace });
  };
  return (
    <ViewFrame title={text.t('switchChain.title', { chain })} kind="child" depth={depth}>
      <Hero
        title={text.t(short ? 'switchChain.readyTitle' : 'switchChain.connectTitle', { chain })}
        text={
          short
            ? text.rich('switchChain.readyText', { account: <strong className="lk-addr">{short}</strong> })
            : request.network && network
              ? text.t('switchChain.connectText', { network: network.name, chain })
              : text.t('switchChain.connectTextPlain', { chain })
        }
        mark={<div className="lk-hero-mark">{network && <NetworkCoin network={network} size={72} />}</div>}
      />
      <div className="lk-actions">
        {wallet && !short && (
          <Button onClick={() => onContinue(wallet.id)}>
            {text.t('switchChain.continue', { wallet: wallet.name })}
          </Button>
        )}
        <Button variant={wallet && !short ? 'secondary' : 'primary'} onClick={() => void onGo()}>
          {short
            ? text.t('switchChain.title', { chain })
            : text.t(wallet ? 'switchChain.chooseOther' : 'switchChain.choose')}
        </Button>
      </div>
    </ViewFrame>
  );
}

/** The active wallet, if it also supports another namespace. */
function useSharedWallet(namespace: ChainNamespace): WalletItem | undefined {
  const { kit } = useModal();
  return useKitState((state: LatchkitState) => {
    const lead = state.namespaces[state.activeNamespace]?.connection;
    if (lead?.status !== 'connected') return undefined;
    return walletList(kit, state).find(({ connector }) => {
      const inside = connector?.connectors ?? [];
      return (
        inside.some(({ id, chain }) => id === lead.connectorId && chain === state.activeNamespace) &&
        inside.some(({ chain }) => chain === namespace)
      );
    });
  });
}
