import { type ChainState, navigate, shortenAddress } from '../../../core/index.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { shortenEmail } from '../email/shortenEmail.js';

/** The account header: the account's name, with a link to the visitor's other wallets. */
export function ProfilePill({ chain, address }: { chain: ChainState; address: string }) {
  const { kit, text, views } = useModal();
  const email = chain.profileName ? undefined : chain.account.embeddedWalletInfo?.user?.email;
  const account = chain.profileName ?? (email ? shortenEmail(email) : shortenAddress(address));
  const load = () => void views.load('ProfileWallets');
  return (
    <button
      className="lk-profile"
      type="button"
      title={email ?? address}
      data-email={email ? '' : undefined}
      data-return="profile"
      aria-label={text.t('profile.pill', { account })}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => navigate(kit, { name: 'ProfileWallets' })}
    >
      <Avatar address={address} url={chain.profileImage} />
      <bdi className="lk-addr">{account}</bdi>
      <Icon name="down" size="sm" />
    </button>
  );
}
