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
    const { checkbox, agreed, termsUrl } = useTerms();
    // What is ticked counts with the button: until then, the visitor can still take it back.
    const [passed, setPassed] = useState(agreed);
    const asks = checkbox && !passed;
    const Gate = useLazy(asks, async () => (await import('./TermsGate.js')).TermsGate);
    if (!asks) return <View {...props} />;
    const title = text.t(termsUrl ? 'connect.terms' : 'connect.privacy');
    return (
      <ViewFrame title={title} kind="child" depth={props.depth}>
        {Gate && <Gate onPass={() => setPassed(true)} />}
      </ViewFrame>
    );
  }
  // Connect has a checkbox of its own for the field that it contains.
  return props => (props.inConnect ? <View {...props} /> : <AgreedView {...props} />);
}
