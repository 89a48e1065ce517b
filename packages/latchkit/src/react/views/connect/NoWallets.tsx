import { useModal } from '../../modal/ModalContext.js';
import { useLazy } from '../../modal/useLazy.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';

/** The message that there are no wallets, once the search has finished. Few pages need it, so it loads on demand. */
export function NoWallets({ ready }: { ready: boolean }) {
  const { text } = useModal();
  const Empty = useLazy(ready, async () => (await import('../noWallets/EmptyConnect.js')).EmptyConnect);
  return Empty ? <Empty /> : <SkeletonRows label={text.t('connect.loading')} />;
}
