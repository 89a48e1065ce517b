import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './TermsSentence.js';

/** The checkbox of the terms, and a button that goes on once it is ticked. */
export function TermsGate({ onPass }: { onPass: () => void }) {
  const { text } = useModal();
  const { agreed, agree } = useTerms();
  return (
    <>
      <TermsCheckbox checked={agreed} onChange={agree} />
      <Button disabled={!agreed} onClick={onPass}>
        {text.t('connect.goOn')}
      </Button>
    </>
  );
}
