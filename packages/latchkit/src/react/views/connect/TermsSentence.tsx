import type { ReactNode } from 'react';
import { safeLink } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useRemembered } from '../../runtime/useRemembered.js';

/** The sentence about the host's terms, with its links; null if the host has no terms. */
export function TermsSentence({ mood }: { mood: 'legal' | 'agree' }): ReactNode {
  const { text } = useModal();
  const { termsUrl, privacyUrl } = useTerms();
  const terms = termsUrl && <TermsLink href={termsUrl}>{text.t('connect.terms')}</TermsLink>;
  const privacy = privacyUrl && <TermsLink href={privacyUrl}>{text.t('connect.privacy')}</TermsLink>;
  if (terms && privacy) return text.rich(`connect.${mood}Both`, { terms, privacy });
  if (terms) return text.rich(`connect.${mood}Terms`, { terms });
  return privacy ? text.rich(`connect.${mood}Privacy`, { privacy }) : null;
}

function TermsLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

export interface Terms {
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  /** Connecting requires checking a checkbox first. */
  readonly checkbox: boolean;
  /** Whether it is checked, in any view since the modal was opened. */
  readonly agreed: boolean;
  readonly agree: (on: boolean) => void;
}

/** The host's terms, or nothing if it has none. */
export function useTerms(): Terms {
  const { options } = useModal().kit;
  const wanted = useKitState(state => state.features.legalCheckbox);
  const termsUrl = safeLink(options.modal?.termsUrl, document.baseURI);
  const privacyUrl = safeLink(options.modal?.privacyUrl, document.baseURI);
  const [agreed, setAgreed] = useRemembered(0, 'agreed');
  return {
    termsUrl,
    privacyUrl,
    checkbox: wanted && (termsUrl ?? privacyUrl) !== undefined,
    agreed: agreed !== '',
    agree: on => setAgreed(on ? 'yes' : ''),
  };
}
