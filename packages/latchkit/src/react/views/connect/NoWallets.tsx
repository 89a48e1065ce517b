import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useLazy } from '../../runtime/useLazy.js';

/** The message that there are no wallets, once the search has finished. Few pages need it, so it loads on demand. */
export function NoWallets({ ready }: { ready: boolean }) {
  const { text } = useModal();
  const Empty = useLazy(ready, async () => (await import('./EmptyConnect.js')).EmptyConnect);
  return Empty ? <Empty /> : <SkeletonRows label={text.t('connect.loading')} />;
}
