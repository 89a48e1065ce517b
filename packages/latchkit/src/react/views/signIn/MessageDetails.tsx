import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';

/** The exact message to be signed, for visitors who want to read it first. */
export function MessageDetails({ domain, message }: { domain: string; message: string }) {
  const { text } = useModal();
  return (
    <details className="lk-card lk-details">
      <summary>
        <span>{text.t('signIn.message')}</span>
        <span className="lk-details-hint">
          <bdi>{domain}</bdi>
        </span>
        <Icon name="down" size="sm" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="lk-code" tabIndex={0} aria-label={text.t('signIn.messageText')} translate="no">
        {message}
      </section>
    </details>
  );
}
