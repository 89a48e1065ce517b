import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { safeLink } from '../safeLink.js';

export interface Terms {
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
  /** Connecting requires checking a checkbox first. */
  readonly checkbox: boolean;
}

/** The host's terms, if it has any. */
export function useTerms(): Terms {
  const { options } = useModal().kit;
  const wanted = useKitState(state => state.features.legalCheckbox);
  const termsUrl = safeLink(options.modal?.termsUrl, document.baseURI);
  const privacyUrl = safeLink(options.modal?.privacyUrl, document.baseURI);
  return { termsUrl, privacyUrl, checkbox: wanted && (termsUrl ?? privacyUrl) !== undefined };
}
