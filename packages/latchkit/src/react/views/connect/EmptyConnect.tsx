import { navigate } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { useModal } from '../../runtime/ModalContext.js';

/** The content of Connect if there are no wallets. */
export function EmptyConnect() {
  const { kit, text } = useModal();
  // A wallet that the visitor adds would not be found either.
  if (!kit.kernel.adapters.length)
    return (
      <EmptyState
        icon="puzzle"
        card
        title={text.t('connect.noWayTitle')}
        text={text.t('connect.noWayText')}
      />
    );
  return (
    <EmptyState icon="puzzle" card title={text.t('connect.emptyTitle')} text={text.t('connect.emptyText')}>
      <Button
        variant="primary"
        size="md"
        returnKey="get-wallet"
        onClick={() => navigate(kit, { name: 'WhatIsAWallet' })}
      >
        {text.t('connect.getWallet')}
      </Button>
    </EmptyState>
  );
}
