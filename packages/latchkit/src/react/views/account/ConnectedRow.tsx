import { formatBalance, type NamespaceState, shortenAddress } from '../../../core/index.js';
import { PROVIDER_NAMES } from '../../../protocol/providerNames.js';
import { IconButton } from '../../primitives/IconButton.js';
import { Tag } from '../../primitives/Tag.js';
import { useModal } from '../../runtime/ModalContext.js';
import { EmailName } from './EmailName.js';
import type { ProfileWallet } from './profileWallets.js';
import { WalletAvatar } from './WalletAvatar.js';

export interface ConnectedRowProps {
  wallet: ProfileWallet;
  chain: NamespaceState | undefined;
  /** Another wallet of its namespace is connected too, so the row shows whether it is in use. */
  isOneOfSeveral: boolean;
  busy: boolean;
  onUse: () => void;
  onDisconnect: () => void;
}

/** A connected wallet: a click makes it active, and a button next to it disconnects it. */
export function ConnectedRow({
  wallet,
  chain,
  isOneOfSeveral,
  busy,
  onUse,
  onDisconnect,
}: ConnectedRowProps) {
  const { text } = useModal();
  const lead = wallet.isLead ? chain : undefined;
  const symbol = lead?.balanceSymbol ?? lead?.network.nativeCurrency.symbol;
  return (
    <li className="lk-wallet-row">
      <button
        className="lk-row"
        type="button"
        aria-busy={busy || undefined}
        onClick={busy ? undefined : onUse}
      >
        <WalletAvatar
          address={wallet.address}
          url={lead?.profileImage}
          wallet={wallet.name}
          walletUrl={wallet.imageUrl}
          isEmail={wallet.isEmail}
          social={wallet.social}
          size={36}
        />
        <span className="lk-row-text">
          <span className="lk-row-title" dir="auto" data-whole={wallet.isEmail ? '' : undefined}>
            <EmailName name={wallet.name} />
          </span>
          <span className="lk-row-sub">
            {wallet.isEmail ? (
              wallet.social ? (
                PROVIDER_NAMES[wallet.social]
              ) : (
                text.t('profile.email')
              )
            ) : (
              <bdi className="lk-addr">{lead?.profileName ?? shortenAddress(wallet.address)}</bdi>
            )}
          </span>
        </span>
        {lead && isOneOfSeveral && <Tag>{text.t('profile.inUse')}</Tag>}
        {lead?.balance !== undefined && !isOneOfSeveral && (
          <bdi className="lk-row-value">
            {lead.balanceError ? '–' : `${formatBalance(lead.balance, text.locale)} ${symbol}`}
          </bdi>
        )}
      </button>
      <IconButton
        icon="logOut"
        align="end"
        label={
          wallet.isEmail ? text.t('action.logOut') : text.t('profile.disconnect', { wallet: wallet.name })
        }
        onClick={onDisconnect}
      />
    </li>
  );
}
