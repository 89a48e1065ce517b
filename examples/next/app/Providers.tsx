'use client';
import type { Latchkit } from 'latchkit';
import { LatchkitProvider } from 'latchkit/react';
import { type ReactNode, useState } from 'react';
import { createKit } from './createKit';

let browserKit: Latchkit | undefined;

/** One instance per page in the browser; one per request on the server. */
function kitFor(cookie: string): Latchkit {
  if (typeof window === 'undefined') return createKit(cookie);
  browserKit ??= createKit();
  return browserKit;
}

export function Providers({ cookie, children }: { cookie: string; children: ReactNode }) {
  const [kit] = useState(() => kitFor(cookie));
  return <LatchkitProvider kit={kit}>{children}</LatchkitProvider>;
}
