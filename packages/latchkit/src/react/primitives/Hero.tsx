import type { ReactNode } from 'react';
import { useStyles } from '../runtime/useStyles.js';
import { heroCss } from '../theme/hero.css.gen.js';

export interface HeroProps {
  mark: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** Announces changes of title or text politely, because they report progress. */
  live?: boolean;
  /** Nothing follows it in the view. */
  alone?: boolean;
}

/** A mark, a title and a sentence, centred. */
export function Hero({ mark, title, text, live, alone }: HeroProps) {
  useStyles(heroCss);
  return (
    <div className="lk-hero" data-alone={alone ? '' : undefined}>
      {mark}
      <div className="lk-hero-said" role={live ? 'status' : undefined}>
        <h3 className="lk-hero-title">{title}</h3>
        {text && <p className="lk-hero-text">{text}</p>}
      </div>
    </div>
  );
}
