import { useId, useState } from 'react';
import type { SocialProvider } from '../../core/index.js';
import { assetImageUrl } from '../../internal/index.js';
import { PROVIDER_NAMES } from '../../protocol/providerNames.js';
import { useModal } from '../runtime/ModalContext.js';
import { firstLetter } from './firstLetter.js';

export interface ProviderMarkProps {
  provider: SocialProvider;
  /** Default md: 20 px. */
  size?: 'sm' | 'md' | 'lg';
}

/**
 * A login provider's own mark, from the gateway, so that pages without such logins carry none. It has the colour of the
 * text, by a mask, except Google's, whose rules demand its four. Decorative: the provider's name is next to it.
 */
export function ProviderMark({ provider, size = 'md' }: ProviderMarkProps) {
  const { kit } = useModal();
  const id = useId();
  const [failed, setFailed] = useState(false);
  const url = assetImageUrl(kit, `login:${provider}`);
  const image = <image href={url} width="24" height="24" onError={() => setFailed(true)} />;
  const masked = (
    <>
      <mask id={id}>{image}</mask>
      <path d="M0 0h24v24H0z" fill="currentColor" stroke="none" mask={`url(#${id})`} />
    </>
  );
  const letter = (
    <text x="12" y="18" textAnchor="middle" fill="currentColor" stroke="none" fontSize="18">
      {firstLetter(PROVIDER_NAMES[provider])}
    </text>
  );
  return (
    <svg className="lk-icon" data-size={size} viewBox="0 0 24 24" aria-hidden="true">
      {failed ? letter : !url ? null : provider === 'google' ? image : masked}
    </svg>
  );
}
