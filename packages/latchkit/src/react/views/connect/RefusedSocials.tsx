import type { ReactNode } from 'react';
import type { SocialProvider } from '../../../core/index.js';
import { PROVIDER_NAMES } from '../../../protocol/providerNames.js';
import { Button } from '../../primitives/Button.js';
import { ProviderMark } from '../../primitives/ProviderMark.js';
import { useModal } from '../../runtime/ModalContext.js';

interface RefusedSocialsProps {
  providers: readonly SocialProvider[];
  /** The logins that this browser can use. */
  children: ReactNode;
}

/** Logins that refuse this app's browser, after the others: a sentence says so above, and each is a link to the page. */
export function RefusedSocials({ providers, children }: RefusedSocialsProps) {
  const { text } = useModal();
  const names = providers.map(provider => PROVIDER_NAMES[provider]);
  const list = new Intl.ListFormat(text.locale, { type: 'disjunction' }).format(names);
  return (
    <>
      <p className="lk-legal">{text.t('social.inAppNote', { providers: list })}</p>
      {children}
      {providers.map(provider => (
        <Button
          key={provider}
          href={location.href}
          variant="quiet"
          size="md"
          icon={<ProviderMark provider={provider} size="sm" />}
          label={text.t('social.openOutsideFor', { provider: PROVIDER_NAMES[provider] })}
        >
          {text.t('social.openOutside')}
        </Button>
      ))}
    </>
  );
}
