import { type ComponentType, useRef } from 'react';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { TermsCheckbox } from './TermsCheckbox.js';
import { useTerms } from './TermsSentence.js';

/**
 * A view that connects, behind the checkbox of the terms: the host may have opened it, so that the visitor has not passed the one of
 * Connect. Nothing of the view runs before.
 */
export function withTerms(View: ComponentType<ViewProps>): ComponentType<ViewProps> {
  return function AgreedView(props: ViewProps) {
    const { checkbox, agreed, agree } = useTerms();
    // What is ticked counts with the button: until then, the visitor can still take it back.
    const passed = useRef(agreed);
    if (!checkbox || passed.current) return <View {...props} />;
    const pass = () => {
      passed.current = true;
      agree(true);
    };
    return <TermsGate depth={props.depth} onPass={pass} />;
  };
}

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
