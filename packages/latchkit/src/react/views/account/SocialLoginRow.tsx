import type { SocialProvider } from '../../../core/index.js';
import { PROVIDER_NAMES } from '../../../protocol/providerNames.js';
import { ProviderMark } from '../../primitives/ProviderMark.js';

/** The provider of a social login, and the user's name there. */
export function SocialLoginRow({
  social,
  name,
}: {
  social: SocialProvider;
  name: string | null | undefined;
}) {
  return (
    <li>
      <div className="lk-row" data-static="">
        <span className="lk-glyph">
          <ProviderMark provider={social} />
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title" dir="auto">
            {name || PROVIDER_NAMES[social]}
          </span>
          {name && <span className="lk-row-sub">{PROVIDER_NAMES[social]}</span>}
        </span>
      </div>
    </li>
  );
}
