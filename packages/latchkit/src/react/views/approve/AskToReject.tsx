import { useEffect, useId, useRef } from 'react';
import { close } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { Button } from '../../primitives/Button.js';
import { Icon } from '../../primitives/Icon.js';

/** Stands in front of the wallet page, which is out of sight meanwhile: whether the visitor means to reject by leaving. */
export function AskToReject({ onKeep }: { onKeep: () => void }) {
  const { kit, text } = useModal();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that changes nothing: a key that is pressed twice rejects nothing.
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
