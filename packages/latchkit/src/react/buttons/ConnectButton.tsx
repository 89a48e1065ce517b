import { type ChainNamespace, openModal } from '../../core/index.js';
import { useAccount } from '../hooks/useAccount.js';
import { useLatchkit } from '../hooks/useLatchkit.js';
import { AccountContent } from './AccountContent.js';
import { ButtonIcon } from './ButtonIcon.js';
import { HostButton, type HostButtonProps } from './HostButton.js';
import { useAccountLabel } from './useAccountLabel.js';
import { useButtonText } from './useButtonText.js';

/** Properties of `ConnectButton`. */
export interface ConnectButtonProps extends HostButtonProps {
  /** The namespace to connect and to show. Default: the active one. */
  readonly namespace?: ChainNamespace | undefined;
  /** The label while nothing is connected. Default: 'Connect wallet', or 'Log in' with `wallets: false`, in the instance's language. */
  readonly label?: string | undefined;
}

/**
 * Opens the modal. Shows 'Connect wallet' or, once connected, the balance and the account's name or shortened
 * address. It shows a spinner while connecting or reconnecting; its size doesn't change.
 *
 * @example
 * <ConnectButton label="Log in" />
 */
export function ConnectButton({ namespace, label, className }: ConnectButtonProps) {
  const kit = useLatchkit();
  const { text, locale } = useButtonText();
  const { status } = useAccount({ namespace });
  const accountLabel = useAccountLabel(namespace);
  const shared = { locale, className, onClick: () => openModal(kit, namespace && { namespace }) };

  if (status === 'connected') {
    return (
      <HostButton {...shared} kind="account" label={accountLabel}>
        <AccountContent namespace={namespace} />
      </HostButton>
    );
  }
  if (status === 'disconnected') {
    return (
      <HostButton {...shared} kind="connect">
        <span className="lk-button-text">
          {label ?? text(kit.options.wallets === false ? 'button.logIn' : 'button.connect')}
        </span>
      </HostButton>
    );
  }
  return (
    <HostButton {...shared} kind={status === 'connecting' ? 'connect' : 'busy'} busy>
      <ButtonIcon name="spinner" />
      <span className="lk-button-text">
        {text(status === 'connecting' ? 'button.connecting' : 'button.reconnecting')}
      </span>
    </HostButton>
  );
}
