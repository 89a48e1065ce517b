import { useCallback, useEffect, useState } from 'react';
import {
  type ListedPermission,
  listPermissions,
  revokePermissions,
  shortenAddress,
} from '../../../core/index.js';
import { showToast } from '../../../internal/index.js';
import { isError } from '../../../protocol/BaseError.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Group } from '../../primitives/Group.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useOffline } from '../../runtime/useOffline.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { permissionText } from './permissionText.js';

export interface PermissionsSectionProps {
  /** CAIP-10. */
  account: string;
  /** The gateway lists the permissions of signed-in accounts only. */
  isSignedIn: boolean;
}

/** The account's permissions on its network that are valid, each with a row that revokes it. */
export function PermissionsSection({ account, isSignedIn }: PermissionsSectionProps) {
  const { text } = useModal();
  return (
    <>
      <div className="lk-section">
        <h3 className="lk-section-title">{text.t('permissions.title')}</h3>
      </div>
      {isSignedIn ? (
        <PermissionList account={account} />
      ) : (
        <EmptyState
          icon="lock"
          card
          title={text.t('permissions.signedOut')}
          text={text.t('permissions.noneText')}
        />
      )}
    </>
  );
}

function PermissionList({ account }: { account: string }) {
  const { text } = useModal();
  const chain = useConnectedChain();
  const { status, permissions, pending, load, revoke } = usePermissions(account);
  const offline = useOffline(() => status === 'error' && load());
  const ends = new Intl.DateTimeFormat(text.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {status === 'loading' && <SkeletonRows label={text.t('permissions.loading')} />}
      {status === 'error' && (
        <EmptyState
          icon="offline"
          card
          title={text.t('permissions.error')}
          text={text.t(offline ? 'error.offline' : 'permissions.errorText')}
        >
          <Button variant="secondary" size="md" onClick={load}>
            {text.t('action.tryAgain')}
          </Button>
        </EmptyState>
      )}
      {status === 'ready' && permissions.length === 0 && (
        <EmptyState
          icon="lock"
          card
          title={text.t('permissions.none')}
          text={text.t('permissions.noneText')}
        />
      )}
      {permissions.length > 0 && (
        <Group label={text.t('permissions.title')}>
          {permissions.map(one => (
            <ListItem
              key={one.pci}
              leading={
                <span className="lk-glyph">
                  <Icon name="lock" />
                </span>
              }
              title={permissionText(text, one.permission, chain)}
              sub={text.t('permissions.facts', {
                account: shortenAddress(one.to),
                // No date is later.
                time: ends.format(Math.min(one.expiry * 1_000, 8.64e15)),
              })}
              trailing={
                pending !== one.pci && <span className="lk-row-action">{text.t('permissions.revoke')}</span>
              }
              busy={pending === one.pci}
              onClick={() => void revoke(one)}
            />
          ))}
        </Group>
      )}
    </>
  );
}

/** Loads the valid permissions of an account, and revokes one at a time. */
function usePermissions(account: string) {
  const { kit } = useModal();
  const [found, setFound] = useState<{
    readonly status: 'loading' | 'ready' | 'error';
    readonly permissions: readonly ListedPermission[];
  }>({ status: 'loading', permissions: [] });
  const [pending, setPending] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other permissions
  const load = useCallback(() => {
    let isCurrent = true;
    setFound({ status: 'loading', permissions: [] });
    listPermissions(kit).then(
      all => {
        const isValid = ({ revokedAt, expiry }: ListedPermission) =>
          revokedAt === null && expiry * 1_000 > Date.now();
        if (isCurrent) setFound({ status: 'ready', permissions: all.filter(isValid) });
      },
      () => {
        if (isCurrent) setFound({ status: 'error', permissions: [] });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [kit, account]);
  useEffect(load, [load]);

  const revoke = async (grant: ListedPermission) => {
    if (pending !== undefined) return;
    setPending(grant.pci);
    try {
      await revokePermissions(kit, { grant });
      showToast(kit, { tone: 'success', text: 'permissions.revoked' });
      load();
    } catch (error) {
      if (isError(error, 'REQUEST_REJECTED')) return;
      showToast(kit, { tone: 'danger', text: 'permissions.revokeFailed' });
    } finally {
      setPending(undefined);
    }
  };
  return { ...found, pending, load, revoke };
}
