import { useModal } from '../../modal/ModalContext.js';
import { useLazy } from '../../modal/useLazy.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';

/** No wallet, so far; once nothing more is to come it says so. Few pages ever say it, and only they load how. */
export function NoWallets({ ready }: { ready: boolean }) {
  const { text } = useModal();
  const Empty = useLazy(ready, async () => (await import('../noWallets/EmptyConnect.js')).EmptyConnect);
  return Empty ? <Empty /> : <SkeletonRows label={text.t('connect.loading')} />;
}
