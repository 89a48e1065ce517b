import type { SocialProvider } from '../../../core/index.js';
import { Icon } from '../../primitives/Icon.js';
import { SOCIAL_NAMES } from '../../runtime/socialNames.js';

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
          <Icon name={social} />
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title" dir="auto">
            {name || SOCIAL_NAMES[social]}
          </span>
          {name && <span className="lk-row-sub">{SOCIAL_NAMES[social]}</span>}
        </span>
      </div>
    </li>
  );
}
