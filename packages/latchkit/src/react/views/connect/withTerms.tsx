import { type ComponentType, useState } from 'react';
import { ViewFrame } from '../../modal/ViewFrame.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useLazy } from '../../runtime/useLazy.js';
import { useTerms } from './TermsSentence.js';

/**
 * A view that connects, behind the checkbox of the terms: the host may have opened it, so that the visitor has not passed the one of
 * Connect. Nothing of the view runs before.
 */
export function withTerms(View: ComponentType<ViewProps>): ComponentType<ViewProps> {
  function AgreedView(props: ViewProps) {
    const { text } = useModal();
    const { checkbox, agreed } = useTerms();
    // What is ticked counts with the button: until then, the visitor can still take it back.
    const [passed, setPassed] = useState(agreed);
    const asks = checkbox && !passed;
    const Gate = useLazy(asks, async () => (await import('./TermsGate.js')).TermsGate);
    if (!asks) return <View {...props} />;
    if (Gate) return <Gate depth={props.depth} onPass={() => setPassed(true)} />;
    return (
      <ViewFrame title={text.t('connect.agreeFirst')} kind="child" depth={props.depth}>
        {null}
      </ViewFrame>
    );
  }
  // Connect has a checkbox of its own for the field that it contains.
  return props => (props.inConnect ? <View {...props} /> : <AgreedView {...props} />);
}
