import { useRef } from 'react';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './TermsSentence.js';

interface TermsGateProps {
  depth: number;
  /** The visitor has ticked the checkbox, and goes on. */
  onPass: () => void;
}

/** The checkbox of the terms, and a button that goes on. */
export function TermsGate({ depth, onPass }: TermsGateProps) {
  const { text } = useModal();
  const { agreed, agree } = useTerms();
  const tick = useRef<HTMLInputElement>(null);
  return (
    <ViewFrame title={text.t('connect.agreeFirst')} kind="child" depth={depth}>
      <TermsCheckbox checked={agreed} onChange={agree} inputRef={tick} />
      <Button onClick={() => (agreed ? onPass() : tick.current?.focus())}>{text.t('connect.goOn')}</Button>
    </ViewFrame>
  );
}
