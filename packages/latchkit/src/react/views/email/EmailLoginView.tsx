import type { ViewProps } from '../../modal/createViewLoader.js';
import { useModal } from '../../modal/ModalContext.js';
import { useStyles } from '../../modal/useStyles.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { heroCss } from '../../theme/hero.css.gen.js';
import { EmailEntry } from './EmailEntry.js';

/** The email field: alone, opened by the host [VIEW-12], or as a part of Connect. */
export function EmailLoginView({ depth, inConnect }: ViewProps) {
  const { text } = useModal();
  useStyles(heroCss);
  if (inConnect) return <EmailEntry depth={depth} {...inConnect} />;
  return (
    <ViewFrame title={text.t('email.title')} kind="child" depth={depth}>
      <Hero
        title={text.t('email.intro')}
        text={text.t('email.introText')}
        mark={
          <span className="lk-hero-glyph">
            <Icon name="mail" size="lg" />
          </span>
        }
      />
      <EmailEntry depth={depth} />
    </ViewFrame>
  );
}
