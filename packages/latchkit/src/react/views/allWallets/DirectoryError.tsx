import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { useModal } from '../../runtime/ModalContext.js';

/** The directory could not be loaded, and there is nothing to show. */
export function DirectoryError({ onRetry }: { onRetry: () => void }) {
  const { text } = useModal();
  return (
    <div role="alert">
      <EmptyState icon="offline" title={text.t('directory.errorTitle')} text={text.t('directory.errorText')}>
        <Button variant="primary" size="md" onClick={onRetry}>
          {text.t('action.tryAgain')}
        </Button>
      </EmptyState>
    </div>
  );
}

/** The next page could not be loaded; the previous pages stay. */
export function MoreError({ onRetry }: { onRetry: () => void }) {
  const { text } = useModal();
  return (
    <div className="lk-more-error" role="alert">
      <span>{text.t('directory.moreError')}</span>
      <Button variant="quiet" size="sm" onClick={onRetry}>
        {text.t('action.tryAgain')}
      </Button>
    </div>
  );
}
