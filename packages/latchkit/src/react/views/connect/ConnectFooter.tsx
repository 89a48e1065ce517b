import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { TermsSentence, useTerms } from './TermsSentence.js';

/** The legal text, and the branding line. */
export function ConnectFooter() {
  const { text } = useModal();
  const { termsUrl, privacyUrl, checkbox } = useTerms();
  const branding = useKitState(state => state.features.reownBranding);
  const legal = !checkbox && (termsUrl ?? privacyUrl) !== undefined;
  if (!legal && !branding) return null;
  return (
    <div className="lk-footer">
      {legal && (
        <p className="lk-legal">
          <TermsSentence mood="legal" />
        </p>
      )}
      {branding && (
        <p className="lk-legal lk-brand">
          <Icon name="lock" size="sm" />
          <span>{text.t('brand.line')}</span>
        </p>
      )}
    </div>
  );
}
