import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './Icon.js';
import type { IconName } from './icons.js';

export interface HeroProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** The head of a page with one task. */
export function Hero({ icon, title, children }: HeroProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    // A field of the step keeps its focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="pt-hero">
      <span>
        <Icon name={icon} size="lg" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
