import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { ShownPairing } from './usePairing.js';

/** Why there is no link to show, and a button to try again. */
export function PairingProblem({ pairing }: { pairing: ShownPairing }) {
  const { text } = useModal();
  const { problem, trying, retry } = pairing;
  if (!problem) return null;
  return (
    <div role="alert">
      <EmptyState
        icon={problem === 'broken' ? 'alert' : 'offline'}
        card
        title={text.t(`pair.${problem}Title`)}
        text={text.t(`pair.${problem}Text`)}
      >
        <Button size="md" busy={trying} onClick={retry}>
          {text.t('action.tryAgain')}
        </Button>
      </EmptyState>
    </div>
  );
}
