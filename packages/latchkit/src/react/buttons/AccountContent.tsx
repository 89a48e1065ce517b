import { useCallback } from 'react';
import type { ChainNamespace, LatchkitState } from '../../core/index.js';
import { useAccount } from '../hooks/useAccount.js';
import { useLatchkitState } from '../hooks/useLatchkitState.js';
import { avatarPaths } from '../primitives/avatarPaths.js';
import { ButtonIcon } from './ButtonIcon.js';
import { ButtonImage } from './ButtonImage.js';
import { useAccountName, usePending } from './useAccountLabel.js';
import { useBalanceText } from './useBalanceText.js';

/** A button's view of the connected account: the native balance, the avatar, and the name or address. */
export function AccountContent({ namespace }: { readonly namespace: ChainNamespace | undefined }) {
  const { address = '' } = useAccount({ namespace });
  const name = useAccountName(namespace);
  const balance = useBalanceText(namespace);
  const pending = usePending(namespace);
  const image = useLatchkitState(
    useCallback((state: LatchkitState) => imageOf(state, namespace), [namespace]),
  );
  return (
    <>
      {balance ? (
        <span className="lk-button-balance">
          <bdi>{balance}</bdi>
        </span>
      ) : null}{' '}
      <span className="lk-button-id">
        {pending && <ButtonIcon name="spinner" />}
        <ButtonImage src={image}>
          <AccountMark address={address} />
        </ButtonImage>
        <bdi className="lk-button-text">{name}</bdi>
      </span>
    </>
  );
}

function imageOf(state: LatchkitState, namespace = state.activeNamespace): string | undefined {
  return namespace && state.namespaces[namespace]?.profileImage;
}

/** The generated avatar of an address, the same as in the modal. */
function AccountMark({ address }: { readonly address: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      {avatarPaths(address).map(({ fill, d }) => (
        <path key={d} fill={fill} d={d} />
      ))}
    </svg>
  );
}
