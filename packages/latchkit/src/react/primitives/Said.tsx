import { liveRegion } from './liveRegion.js';

/** Announces a sentence politely, without showing it. */
export function Said({ children }: { children: string | false | undefined }) {
  return (
    <span className="lk-sr" {...liveRegion(Boolean(children))}>
      {children}
    </span>
  );
}
