import { type ReactNode, useEffect, useRef } from 'react';
import { usePortal } from '../runtime/PortalContext.js';

export interface PageHeadProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** The title of a page, which gets the focus when the page or its step opens, and names the tab. */
export function PageHead({ title, children }: PageHeadProps) {
  const { text } = usePortal();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === text('title') ? title : `${title} · ${text('title')}`;
    heading.current?.focus({ preventScroll: true });
  }, [title, text]);
  return (
    <div className="pt-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
