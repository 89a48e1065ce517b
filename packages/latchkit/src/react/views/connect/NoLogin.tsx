import { EmptyState } from '../../primitives/EmptyState.js';
import { useModal } from '../../runtime/ModalContext.js';

/** The content of Connect if the host offers no wallets and the project no login. */
export function NoLogin() {
  const { text } = useModal();
  return (
    <EmptyState
      icon="lock"
      card
      title={text.t('connect.noLoginTitle')}
      text={text.t('connect.noLoginText')}
    />
  );
}
