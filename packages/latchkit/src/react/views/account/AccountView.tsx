import { type CaipNetwork, type NamespaceState, shortenAddress, type View } from '../../../core/index.js';
import { navigate, type WalletFeature, walletFeatures } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { IconButton } from '../../primitives/IconButton.js';
import { ListItem } from '../../primitives/ListItem.js';
import { Said } from '../../primitives/Said.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import type { IconName } from '../../runtime/icons.js';
import { useModal } from '../../runtime/ModalContext.js';
import { socialOf } from '../../runtime/socialOf.js';
import { useCopy } from '../../runtime/useCopy.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useRemembered } from '../../runtime/useRemembered.js';
import { useStyles } from '../../runtime/useStyles.js';
import { accountCss } from '../../theme/account.css.gen.js';
import { ChangeEmailRow } from '../email/ChangeEmailRow.js';
import { useEmailUser } from '../email/useEmailUser.js';
import { addressLink } from '../explorerLink.js';
import { shortenEmail } from '../loginName.js';
import { NetworkCoin } from '../NetworkCoin.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { useLiveBalances } from '../useLiveBalances.js';
import { AccountBalance } from './AccountBalance.js';
import { AccountTabs } from './AccountTabs.js';
import { ChooseNameRow } from './ChooseNameRow.js';
import { DisconnectButton } from './DisconnectButton.js';
import { EmailName } from './EmailName.js';
import { ManageWalletButton } from './ManageWalletButton.js';
import { readsBalance } from './readsBalance.js';
import { AccountChoiceRow, SmartAccountOffer, useAccountChoice } from './SmartAccountChoice.js';
import { SocialLoginRow } from './SocialLoginRow.js';
import { useSwapOffered } from './useSwapOffered.js';

/** The connected account. */
export function AccountView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  useStyles(accountCss);
  useLiveBalances(chain?.account.caipAddress);
  const choosing = useAccountChoice();
  const address = chain?.account.address;
  if (!chain || !address)
    return (
      <ViewFrame title={text.t('account.title')} kind="task" depth={depth}>
        {null}
      </ViewFrame>
    );
  return (
    <ViewFrame
      title={text.t('account.title')}
      kind="account"
      depth={depth}
      start={<NetworkChip network={chain.network} />}
      centre={<Profile chain={chain} address={address} />}
      footer={<AccountFooter />}
    >
      {readsBalance(kit, chain) && <AccountBalance chain={chain} />}
      {isNamed(chain) && <AddressLine address={address} />}
      <WalletFeatures />
      <SmartAccountOffer choosing={choosing} />
      <AccountTabs chain={chain} />
      <AccountRows chain={chain} address={address} choosing={choosing} depth={depth} />
    </ViewFrame>
  );
}

interface AccountRowsProps {
  chain: NamespaceState;
  address: string;
  choosing: ReturnType<typeof useAccountChoice>;
  depth: number;
}

function AccountRows({ chain, address, choosing, depth }: AccountRowsProps) {
  const { text } = useModal();
  const explorer = addressLink(chain.network, address);
  const user = useEmailUser();
  if (!user && !explorer) return null;
  return (
    <Group label={text.t('account.title')}>
      {user && <WalletSettings user={user} choosing={choosing} depth={depth} />}
      {explorer && (
        <ListItem
          leading={<Glyph name="globe" />}
          title={
            explorer.name
              ? text.t('account.explorer', { explorer: explorer.name })
              : text.t('account.explorerPlain')
          }
          end="external"
          href={explorer.href}
        />
      )}
    </Group>
  );
}

interface WalletSettingsProps {
  user: NonNullable<ReturnType<typeof useEmailUser>>;
  choosing: ReturnType<typeof useAccountChoice>;
  depth: number;
}

/** What few visitors change: the login, the name and the address. Shown and hidden by one row. */
function WalletSettings({ user, choosing, depth }: WalletSettingsProps) {
  const { text } = useModal();
  const [shown, setShown] = useRemembered(depth, 'settings');
  const isShown = shown !== '';
  const { email } = user;
  const social = socialOf(user.authProvider);
  return (
    <>
      <ListItem
        leading={<Glyph name="settings" />}
        title={text.t('account.settings')}
        end="down"
        expanded={isShown}
        returnKey="settings"
        onClick={() => setShown(isShown ? '' : 'shown')}
      />
      {isShown && (
        <>
          {(email || social) && <ChangeEmailRow email={email} />}
          {social && <SocialLoginRow social={social} name={user.userName} />}
          <ChooseNameRow />
          <AccountChoiceRow choosing={choosing} />
        </>
      )}
    </>
  );
}

/** Logging out is always in sight, and so is the way to the embedded wallet's own page. */
function AccountFooter() {
  const user = useEmailUser();
  return (
    <div className="lk-footer" data-acts="" data-two={user ? '' : undefined}>
      {user && <ManageWalletButton />}
      <DisconnectButton />
    </div>
  );
}

/** Whether the header shows a name instead of the address. */
function isNamed({ account }: NamespaceState): boolean {
  const user = account.embeddedWalletInfo?.user;
  return (user?.email ?? user?.userName) !== undefined;
}

/** The address of an account that the header names, with the way to copy it. */
function AddressLine({ address }: { address: string }) {
  return (
    <p className="lk-own">
      <bdi className="lk-addr">{shortenAddress(address)}</bdi>
      <CopyAddress address={address} />
    </p>
  );
}

function CopyAddress({ address }: { address: string }) {
  const { text } = useModal();
  const { copied, copy } = useCopy(address);
  return (
    <>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        size="sm"
        label={text.t('action.copyAddress')}
        onClick={copy}
      />
      <Said>{copied && text.t('action.addressCopied')}</Said>
    </>
  );
}

function Glyph({ name }: { name: IconName }) {
  return (
    <span className="lk-glyph">
      <Icon name={name} />
    </span>
  );
}

/** The network in the account header, which opens the list of networks. */
function NetworkChip({ network }: { network: CaipNetwork }) {
  const { kit, text } = useModal();
  const unsupported = network.unsupported === true;
  const key = unsupported ? 'account.networkUnsupported' : 'account.network';
  return (
    <button
      className="lk-net"
      type="button"
      data-unsupported={unsupported ? '' : undefined}
      data-return="network"
      aria-label={text.t(key, { network: network.name })}
      onClick={() => navigate(kit, { name: 'SwitchNetwork' })}
    >
      {unsupported ? <Icon name="warning" /> : <NetworkCoin network={network} size={20} />}
      <Icon name="down" size="sm" />
    </button>
  );
}

/** The account header: who is connected, and the way to copy the address that it shows. */
function Profile({ chain, address }: { chain: NamespaceState; address: string }) {
  return (
    <div className="lk-who-is">
      <ProfilePill chain={chain} address={address} />
      {!isNamed(chain) && <CopyAddress address={address} />}
    </div>
  );
}

/** The account's name, which links to the visitor's other wallets. */
function ProfilePill({ chain, address }: { chain: NamespaceState; address: string }) {
  const { kit, text, views } = useModal();
  const user = chain.profileName ? undefined : chain.account.embeddedWalletInfo?.user;
  const name = user?.email ?? user?.userName;
  const account = chain.profileName ?? (name ? shortenEmail(name) : shortenAddress(address));
  const load = () => void views.load('ProfileWallets');
  return (
    <button
      className="lk-profile"
      type="button"
      data-email={name ? '' : undefined}
      data-return="profile"
      aria-label={text.t('profile.pill', { account })}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => navigate(kit, { name: 'ProfileWallets' })}
    >
      <Avatar address={address} url={chain.profileImage} />
      <bdi className="lk-addr">
        <EmailName name={account} />
      </bdi>
      <Icon name="down" size="sm" />
    </button>
  );
}

interface Act {
  readonly icon: IconName;
  readonly view: View;
  readonly label: (text: Text) => string;
}

const ACTS: Record<WalletFeature, Act> = {
  onramp: { icon: 'card', view: { name: 'Onramp' }, label: text => text.t('onramp.titlePlain') },
  swaps: { icon: 'swap', view: { name: 'Swap' }, label: text => text.t('swap.title') },
  receive: { icon: 'receive', view: { name: 'Receive' }, label: text => text.t('account.receive') },
  send: { icon: 'send', view: { name: 'Send' }, label: text => text.t('account.send') },
};

/** The wallet's actions in the order onramp, swaps, receive, send. */
function WalletFeatures() {
  const { kit, text } = useModal();
  const joined = useKitState(state => walletFeatures(state).join());
  const features = joined === '' ? [] : (joined.split(',') as WalletFeature[]);
  const swaps = useSwapOffered(features.includes('swaps'));
  const acts = features.flatMap(feature => {
    // Only the gateway knows who sells.
    if (feature === 'onramp' && !kit.options.gateway) return [];
    return feature !== 'swaps' || swaps ? [{ feature, ...ACTS[feature] }] : [];
  });
  if (acts.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: actions are not a fieldset of a form
    <div className="lk-acts" role="group" aria-label={text.t('account.actions')}>
      {acts.map(({ feature, icon, view, label }) => (
        <button
          key={feature}
          className="lk-act"
          type="button"
          data-return={feature}
          onClick={() => navigate(kit, view)}
        >
          <Icon name={icon} />
          <span>{label(text)}</span>
        </button>
      ))}
    </div>
  );
}
