import { sentenceParts } from 'latchkit/protocol';
import type { ReactNode } from 'react';
import { usePortal } from '../runtime/PortalContext.js';
import type { PortalTextKey } from '../texts/createPortalTexts.js';

export interface RichProps {
  readonly text: PortalTextKey;
  readonly slots: Readonly<Record<string, ReactNode>>;
}

/** A text with elements in its slots, each isolated from the direction of the sentence. */
export function Rich({ text: key, slots }: RichProps) {
  const { text } = usePortal();
  return sentenceParts(text(key)).map(part =>
    'text' in part ? part.text : <bdi key={part.slot}>{slots[part.slot]}</bdi>,
  );
}
