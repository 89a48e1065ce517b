import { type ChainState, navigate, shortenAddress } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Icon } from '../../primitives/Icon.js';

/** The account header's identity: who it is, and the way to the visitor's other wallets. */
export function ProfilePill({ chain, address }: { chain: ChainState; address: string }) {
  const { kit, text, views } = useModal();
  const account = chain.profileName ?? shortenAddress(address);
  const load = () => void views.load('ProfileWallets');
  return (
    <button
      className="lk-profile"
      type="button"
      title={address}
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
