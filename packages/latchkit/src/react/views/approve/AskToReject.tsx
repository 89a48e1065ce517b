import { useEffect, useId, useRef } from 'react';
import { close } from '../../../core/index.js';
import { Button } from '../../primitives/Button.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';

/** Covers the wallet page, which is hidden meanwhile, and asks whether the visitor wants to reject by leaving. */
export function AskToReject({ onKeep }: { onKeep: () => void }) {
  const { kit, text } = useModal();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Focus the button that changes nothing, so that a double key press doesn't reject.
    panel.current?.querySelector<HTMLElement>('.lk-btn:last-child')?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={panel} className="lk-wallet-ask" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <span className="lk-wallet-ask-mark">
        <Icon name="alert" size="lg" />
      </span>
      <h3 id={id} className="lk-wallet-ask-title">
        {text.t('approve.askTitle')}
      </h3>
      <p id={`${id}-text`}>{text.t('approve.askText')}</p>
      <div className="lk-wallet-ask-acts">
        <Button variant="secondary" onClick={() => close(kit)}>
          {text.t('approve.reject')}
        </Button>
        <Button onClick={onKeep}>{text.t('approve.keep')}</Button>
      </div>
    </section>
  );
}
