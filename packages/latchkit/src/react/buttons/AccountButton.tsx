import { type ChainNamespace, openModal } from '../../core/index.js';
import { useAccount } from '../hooks/useAccount.js';
import { useLatchkit } from '../hooks/useLatchkit.js';
import { AccountContent } from './AccountContent.js';
import { HostButton, type HostButtonProps } from './HostButton.js';
import { useAccountLabel } from './useAccountLabel.js';
import { useButtonText } from './useButtonText.js';

/** Properties of `AccountButton`. */
export interface AccountButtonProps extends HostButtonProps {
  /** The namespace to show. Default: the active one. */
  readonly namespace?: ChainNamespace | undefined;
}

/**
 * Shows the connected account and opens the modal on it. Renders nothing while no account is connected.
 *
 * @example
 * <AccountButton namespace="solana" />
 */
export function AccountButton({ namespace, className }: AccountButtonProps) {
  const kit = useLatchkit();
  const { locale } = useButtonText();
  const { status } = useAccount({ namespace });
  const label = useAccountLabel(namespace);
  if (status !== 'connected') return null;
  return (
    <HostButton
      kind="account"
      locale={locale}
      label={label}
      className={className}
      onClick={() => openModal(kit, namespace ? { view: 'Account', namespace } : { view: 'Account' })}
    >
      <AccountContent namespace={namespace} />
    </HostButton>
  );
}
