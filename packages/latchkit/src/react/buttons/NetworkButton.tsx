import { type ChainNamespace, openModal } from '../../core/index.js';
import { useLatchkit } from '../hooks/useLatchkit.js';
import { useNetwork } from '../hooks/useNetwork.js';
import { firstLetter } from '../primitives/firstLetter.js';
import { ButtonIcon } from './ButtonIcon.js';
import { ButtonImage } from './ButtonImage.js';
import { HostButton, type HostButtonProps } from './HostButton.js';
import { useButtonText } from './useButtonText.js';

/** Properties of `NetworkButton`. */
export interface NetworkButtonProps extends HostButtonProps {
  /** The namespace to show. Default: the active one. */
  readonly namespace?: ChainNamespace | undefined;
}

/**
 * Shows the active network and opens the list of networks. Warns if the wallet is on a network that the host doesn't
 * support.
 *
 * @example
 * <NetworkButton />
 */
export function NetworkButton({ namespace, className }: NetworkButtonProps) {
  const kit = useLatchkit();
  const { text, locale } = useButtonText();
  const { network } = useNetwork({ namespace });

  if (network?.unsupported) {
    return (
      <HostButton
        kind="unsupported"
        locale={locale}
        className={className}
        onClick={() => openModal(kit, { view: 'UnsupportedChain', ...(namespace && { namespace }) })}
      >
        <ButtonIcon name="warning" />
        <span className="lk-button-text">{text('button.unsupportedNetwork')}</span>
        <ButtonIcon name="chevronDown" />
      </HostButton>
    );
  }
  const { name, assets } = network ?? {};
  return (
    <HostButton
      kind="network"
      locale={locale}
      label={name && text('button.network', { network: name })}
      className={className}
      onClick={() =>
        openModal(kit, { view: namespace ? { name: 'SwitchNetwork', namespace } : 'SwitchNetwork' })
      }
    >
      {name ? <ButtonImage src={assets?.imageUrl} letter={firstLetter(name)} /> : null}
      <bdi className="lk-button-text">{name ?? text('button.selectNetwork')}</bdi>
      <ButtonIcon name="chevronDown" />
    </HostButton>
  );
}
