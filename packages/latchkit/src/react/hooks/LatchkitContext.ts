import { createContext } from 'react';
import type { Latchkit } from '../../core/index.js';

/** The instance that the hooks and buttons below a `LatchkitProvider` use. */
export const LatchkitContext = createContext<Latchkit | undefined>(undefined);
