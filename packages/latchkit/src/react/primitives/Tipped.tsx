import type { ReactNode } from 'react';
import { useStyles } from '../runtime/useStyles.js';
import { tippedCss } from '../theme/tipped.css.gen.js';
import { Tooltip, useTooltip } from './Tooltip.js';

export interface TippedProps {
  /** All of what is shortened; undefined if nothing is. */
  tip: string | undefined;
  /** The edge of the text that the tooltip is aligned with. Default: its end, where most amounts are. */
  align?: 'start' | 'end';
  /** Default: above, because a view ends below its last row. */
  side?: 'above' | 'below';
  children: ReactNode;
}

/** A text that is shortened for reading; the tooltip has all of it. */
export function Tipped({ tip, align = 'end', side = 'above', children }: TippedProps) {
  useStyles(tippedCss);
  const { shown, hide, handlers } = useTooltip();
  if (tip === undefined) return <bdi>{children}</bdi>;
  return (
    <bdi data-tip={tip} {...handlers}>
      {children}
      {shown && (
        <Tooltip align={align} side={side} onDismiss={hide}>
          {tip}
        </Tooltip>
      )}
    </bdi>
  );
}
