import type { ReactNode } from 'react';
import {
  type Latchkit,
  leaveForSocialLogin,
  type SocialProvider,
  startSocialLogin,
} from '../../../core/index.js';
import { lastSocial, linkEnvironment, navigate, preloadEmbeddedWallet } from '../../../internal/index.js';
import { refusesBrowser } from '../../../protocol/linkEnvironment.js';
import { PROVIDER_NAMES } from '../../../protocol/providerNames.js';
import { ProviderMark } from '../../primitives/ProviderMark.js';
import { Tag } from '../../primitives/Tag.js';
import { Tooltip, useTooltip } from '../../primitives/Tooltip.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useLazy } from '../../runtime/useLazy.js';
import { AGREE_FIRST_ID } from './WalletRow.js';

interface SocialButtonsProps {
  socials: readonly SocialProvider[];
  blocked: boolean;
  onBlocked: () => void;
}

/**
 * The social logins in one line, below the one that the visitor most likely wants. One or two are wide. Those that refuse this browser
 * follow as links to the page.
 */
export function SocialButtons({ socials, blocked, onBlocked }: SocialButtonsProps) {
  const { kit, text, views } = useModal();
  const last = lastSocial(kit);
  const isRefused = (provider: SocialProvider) => refusesBrowser(provider, linkEnvironment());
  const refused = socials.filter(isRefused);
  const list = socials
    .filter(provider => !isRefused(provider))
    .sort((one, other) => Number(other === last) - Number(one === last));
  // Few visitors come in another app's browser, so its code loads on demand, with the texts.
  const Refused = useLazy(refused.length > 0, async () => {
    const [{ RefusedSocials }] = await Promise.all([
      import('./RefusedSocials.js'),
      views.load('ConnectingSocial'),
    ]);
    return RefusedSocials;
  });
  const prepare = () => {
    void preloadEmbeddedWallet(kit);
    void views.load('ConnectingSocial');
  };
  const choose = (provider: SocialProvider) => {
    if (blocked) return onBlocked();
    start(kit, provider);
  };
  const buttons = list.length > 0 && (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are not a fieldset of a form
    <div
      className="lk-socials"
      role="group"
      aria-label={text.t('social.group')}
      onPointerEnter={prepare}
      onFocus={({ target }) => target.matches(':focus-visible') && prepare()}
    >
      {list.map((provider, at) => {
        const name = text.t('social.continue', { provider: PROVIDER_NAMES[provider] });
        return (
          <SocialButton
            key={provider}
            provider={provider}
            name={name}
            isWide={at === 0 || list.length < 3}
            at={at}
            blocked={blocked}
            onChoose={() => choose(provider)}
            tag={provider === last && <Tag tone="accent">{text.t('connect.recent')}</Tag>}
          />
        );
      })}
    </div>
  );
  return Refused ? <Refused providers={refused}>{buttons}</Refused> : buttons;
}

interface SocialButtonProps {
  provider: SocialProvider;
  name: string;
  /** It shows its name; otherwise only its mark, and the name as a tooltip. */
  isWide: boolean;
  /** How many are before it. */
  at: number;
  blocked: boolean;
  onChoose: () => void;
  tag: ReactNode;
}

function SocialButton(props: SocialButtonProps) {
  const { provider, name, isWide, at, blocked, onChoose, tag } = props;
  const { shown, hide, handlers } = useTooltip();
  return (
    <button
      type="button"
      className="lk-btn lk-social"
      data-variant="secondary"
      data-wide={isWide ? '' : undefined}
      data-return={`social:${provider}`}
      aria-label={isWide ? undefined : name}
      aria-disabled={blocked ? 'true' : undefined}
      aria-describedby={blocked ? AGREE_FIRST_ID : undefined}
      {...handlers}
      onClick={onChoose}
    >
      <ProviderMark provider={provider} />
      {isWide ? (
        <span>{name}</span>
      ) : (
        shown && (
          <Tooltip align={at > 3 ? 'end' : 'start'} side="above" onDismiss={hide}>
            {name}
          </Tooltip>
        )
      )}
      {tag}
    </button>
  );
}

/** Opens the view of a login, and starts it. */
function start(kit: Latchkit, provider: SocialProvider): void {
  if (provider === 'farcaster') {
    // Its view starts the login, because no popup depends on the press.
    navigate(kit, { name: 'ConnectingFarcaster' });
    return;
  }
  navigate(kit, { name: 'ConnectingSocial', provider });
  // Telegram and the browsers of other apps have no popups.
  const leaves = provider === 'telegram' || linkEnvironment().embedded;
  const started = leaves ? leaveForSocialLogin(kit, provider) : startSocialLogin(kit, provider);
  // The view shows the error.
  started.catch(() => {});
}
