import { Fragment, useMemo } from 'react';
import { type ChainNamespace, shortenAddress } from '../../../core/index.js';
import { navigate, selectSession } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Button } from '../../primitives/Button.js';
import { Group } from '../../primitives/Group.js';
import { ListItem } from '../../primitives/ListItem.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useLazy } from '../../runtime/useLazy.js';
import { useStyles } from '../../runtime/useStyles.js';
import { profileCss } from '../../theme/profile.css.gen.js';
import { ChangeEmailRow } from '../email/ChangeEmailRow.js';
import { useEmailUser } from '../email/useEmailUser.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { ActiveWallet } from './ActiveWallet.js';
import { ConnectedRow } from './ConnectedRow.js';
import { type ProfileWallets, profileWallets, type RecentWallet } from './profileWallets.js';
import { useWalletActions } from './useWalletActions.js';

/** The visitor's wallets: the active one, the connected ones per namespace, and recent ones. */
export function ProfileWalletsView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const state = useKitState(current => current);
  const multiWallet = state.features.multiWallet;
  const { active, groups, recent } = useMemo(() => profileWallets(kit, state), [kit, state]);
  const actions = useWalletActions();
  const Permissions = useLazy(
    state.features.smartSessions,
    async () => (await import('./PermissionsSection.js')).PermissionsSection,
  );
  useStyles(profileCss);
  const email = useEmailUser()?.email;
  // An email login is one wallet, however many namespaces it has.
  const several =
    new Set(state.connections.map(one => (one.auth ? 'email' : `${one.namespace} ${one.connectorId}`))).size >
    1;
  const leave = several ? 'profile.disconnectAll' : active?.isEmail ? 'action.logOut' : 'action.disconnect';
  return (
    <ViewFrame title={text.t('profile.title')} kind="child" depth={depth}>
      {active && chain && (
        <ActiveWallet wallet={active} chain={chain} onDisconnect={() => void actions.end(active)} />
      )}
      {email && (
        <Group label={text.t('account.title')}>
          <ChangeEmailRow email={email} />
        </Group>
      )}
      {active && multiWallet && active.accounts.length > 0 && (
        <>
          <Section title={text.t('profile.accounts', { wallet: active.name })} />
          <Group label={text.t('profile.accounts', { wallet: active.name })}>
            {active.accounts.map(address => (
              <ListItem
                key={address}
                leading={<Avatar address={address} size={36} />}
                title={text.t('profile.useAccount', { account: shortenAddress(address) })}
                onClick={() => void actions.use(active, address)}
              />
            ))}
          </Group>
        </>
      )}
      {Permissions && chain?.account.caipAddress && (
        <Permissions account={chain.account.caipAddress} isSignedIn={selectSession(state) !== undefined} />
      )}
      <ConnectedGroups groups={groups} actions={actions} />
      {recent.length > 0 && <RecentWallets recent={recent} />}
      <div className={multiWallet ? 'lk-pair' : 'lk-actions'}>
        {multiWallet && (
          <Button
            variant="secondary"
            icon="plus"
            returnKey="add-wallet"
            onClick={() => navigate(kit, { name: 'Connect' })}
          >
            {text.t('profile.add')}
          </Button>
        )}
        <Button variant="secondary" busy={actions.pending === 'all'} onClick={() => void actions.endAll()}>
          {text.t(leave)}
        </Button>
      </div>
    </ViewFrame>
  );
}

function Section({ title }: { title: string }) {
  return (
    <div className="lk-section">
      <h3 className="lk-section-title">{title}</h3>
    </div>
  );
}

interface ConnectedGroupsProps {
  groups: ProfileWallets['groups'];
  actions: ReturnType<typeof useWalletActions>;
}

function ConnectedGroups({ groups, actions }: ConnectedGroupsProps) {
  const { text } = useModal();
  const chains = useKitState(state => state.namespaces);
  const onlyOne = Object.keys(chains).length === 1;
  const title = (namespace: ChainNamespace) =>
    onlyOne
      ? text.t('profile.connected')
      : text.t('profile.connectedOn', { chain: text.t(`chain.${namespace}`) });
  return groups.map(({ namespace, wallets }) => (
    <Fragment key={namespace}>
      <Section title={title(namespace)} />
      <Group label={onlyOne ? text.t('profile.connectedList') : title(namespace)}>
        {wallets.map(wallet => (
          <ConnectedRow
            key={wallet.connectorId}
            wallet={wallet}
            chain={chains[namespace]}
            isOneOfSeveral={wallets.length > 1}
            busy={actions.pending === `${namespace} ${wallet.connectorId}`}
            onUse={() => void actions.use(wallet)}
            onDisconnect={() => void actions.end(wallet)}
          />
        ))}
      </Group>
    </Fragment>
  ));
}

function RecentWallets({ recent }: { recent: readonly RecentWallet[] }) {
  const { kit, text, attempt, views } = useModal();
  const reconnect = ({ walletId, namespace }: RecentWallet) => {
    // Request it within the click, so that the wallet may open its window.
    if (namespace) attempt.start(walletId, namespace);
    navigate(
      kit,
      namespace ? { name: 'ConnectingExternal', walletId, namespace } : { name: 'ChooseChain', walletId },
    );
  };
  return (
    <>
      <Section title={text.t('profile.recent')} />
      <Group label={text.t('profile.recentList')}>
        {recent.map(wallet => (
          <ListItem
            key={wallet.walletId}
            leading={<WalletImage name={wallet.name} url={wallet.imageUrl} />}
            title={wallet.name}
            trailing={<span className="lk-row-action">{text.t('profile.reconnect')}</span>}
            returnKey={`recent:${wallet.walletId}`}
            onIntent={() => void views.load('ConnectingExternal')}
            onClick={() => reconnect(wallet)}
          />
        ))}
      </Group>
    </>
  );
}
