import { formatBalance, type NamespaceState, shortenAddress } from '../../../core/index.js';
import { PROVIDER_NAMES } from '../../../protocol/providerNames.js';
import { IconButton } from '../../primitives/IconButton.js';
import { Said } from '../../primitives/Said.js';
import { Tipped } from '../../primitives/Tipped.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCopy } from '../../runtime/useCopy.js';
import { EmailName } from './EmailName.js';
import type { ProfileWallet } from './profileWallets.js';
import { readsBalance } from './readsBalance.js';
import { WalletAvatar } from './WalletAvatar.js';

export interface ActiveWalletProps {
  wallet: ProfileWallet;
  chain: NamespaceState;
  onDisconnect: () => void;
}

/** What the accounts of a Bitcoin wallet are for, by their type. */
const PURPOSES: Readonly<Record<string, 'profile.payment' | 'profile.ordinal'>> = {
  payment: 'profile.payment',
  ordinal: 'profile.ordinal',
};

/** The active wallet: its account, balance and network, and the addresses of a Bitcoin wallet. */
export function ActiveWallet({ wallet, chain, onDisconnect }: ActiveWalletProps) {
  const { kit, text } = useModal();
  const { copied, copy } = useCopy(wallet.address);
  const { balance, network, profileName, account } = chain;
  // A Bitcoin wallet has an address for each purpose.
  const purposes = account.allAccounts.flatMap(({ address, type }) => {
    const label = PURPOSES[type];
    return label ? [{ address, label }] : [];
  });
  const symbol = chain.balanceSymbol ?? network.nativeCurrency.symbol;
  const title = profileName ?? (wallet.isEmail ? wallet.name : undefined);
  const short = <bdi className="lk-addr">{shortenAddress(wallet.address)}</bdi>;
  return (
    <section className="lk-card lk-active-wallet" aria-label={text.t('profile.active')}>
      <div className="lk-active-top">
        <WalletAvatar
          address={wallet.address}
          url={chain.profileImage}
          wallet={wallet.name}
          walletUrl={wallet.imageUrl}
          isEmail={wallet.isEmail}
          social={wallet.social}
          size={52}
        />
        <div className="lk-row-text">
          <span className="lk-row-title" data-whole={wallet.isEmail ? '' : undefined}>
            {title ? (
              <bdi>
                <EmailName name={title} />
              </bdi>
            ) : (
              short
            )}
          </span>
          <span className="lk-row-sub">
            {title && <>{short} · </>}
            <bdi>
              {wallet.isEmail
                ? wallet.social
                  ? PROVIDER_NAMES[wallet.social]
                  : text.t('profile.email')
                : wallet.name}
            </bdi>
          </span>
        </div>
        <div className="lk-active-tools">
          <IconButton
            icon={copied ? 'check' : 'copy'}
            align="end"
            label={text.t(copied ? 'action.addressCopied' : 'action.copyAddress')}
            onClick={copy}
          />
          <Said>{copied && text.t('action.addressCopied')}</Said>
          <IconButton
            icon="logOut"
            align="end"
            label={
              wallet.isEmail ? text.t('action.logOut') : text.t('profile.disconnect', { wallet: wallet.name })
            }
            onClick={onDisconnect}
          />
        </div>
      </div>
      <dl className="lk-wallet-facts">
        {readsBalance(kit, chain) && (
          <div>
            <dt>{text.t('account.balance')}</dt>
            <dd>
              <Tipped tip={chain.balanceError ? undefined : balance && `${balance} ${symbol}`}>
                {chain.balanceError ? '–' : `${formatBalance(balance, text.locale)} ${symbol}`}
              </Tipped>
            </dd>
          </div>
        )}
        {purposes.length > 1 &&
          purposes.map(({ address, label }) => (
            <AddressFact key={address} address={address} label={text.t(label)} />
          ))}
        <div>
          <dt>{text.t('profile.network')}</dt>
          <dd>
            <bdi>{network.name}</bdi>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** An address of the wallet and what it is for. */
function AddressFact({ address, label }: { address: string; label: string }) {
  const { text } = useModal();
  const { copied, copy } = useCopy(address);
  return (
    <div>
      <dt>{label}</dt>
      <dd className="lk-fact-address">
        <bdi className="lk-addr">{shortenAddress(address)}</bdi>
        <IconButton
          icon={copied ? 'check' : 'copy'}
          size="sm"
          align="end"
          label={copied ? text.t('action.addressCopied') : `${text.t('action.copyAddress')}: ${label}`}
          onClick={copy}
        />
        <Said>{copied && text.t('action.addressCopied')}</Said>
      </dd>
    </div>
  );
}
