import { filterWallets } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** Shown when no wallet matches: repeats the query, and offers how to continue. */
export function DirectoryEmpty({ onClear }: { onClear: () => void }) {
  const { kit, text } = useModal();
  const { search: query, certified } = useKitState(state => state.directory);
  if (certified && query) {
    return (
      <EmptyState
        icon="search"
        title={text.t('directory.noneCertified', { query })}
        text={text.t('directory.noneCertifiedText')}
      >
        <Button variant="secondary" size="md" onClick={() => filterWallets(kit, { certified: false })}>
          {text.t('directory.showAll')}
        </Button>
      </EmptyState>
    );
  }
  if (!query)
    return (
      <EmptyState icon="search" title={text.t('directory.empty')} text={text.t('directory.emptyText')} />
    );
  return (
    <EmptyState icon="search" title={text.t('directory.none', { query })} text={text.t('directory.noneText')}>
      <Button variant="secondary" size="md" onClick={onClear}>
        {text.t('action.clearSearch')}
      </Button>
    </EmptyState>
  );
}
