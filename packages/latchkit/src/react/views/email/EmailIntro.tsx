import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useStyles } from '../../runtime/useStyles.js';
import { heroCss } from '../../theme/hero.css.gen.js';

/** The introduction above an email field that isn't part of Connect. */
export function EmailIntro() {
  const { text } = useModal();
  useStyles(heroCss);
  return (
    <Hero
      title={text.t('email.intro')}
      text={text.t('email.introText')}
      mark={
        <span className="lk-hero-glyph">
          <Icon name="mail" size="lg" />
        </span>
      }
    />
  );
}
