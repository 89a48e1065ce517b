import { type ComponentType, createContext } from 'react';
import type { PortalTextKey } from '../texts/createPortalTexts.js';
import type { IconName } from './icons.js';

/** A page of a logged-in user. */
export interface PortalPage {
  /** The fragment of its URL. */
  readonly id: string;
  readonly icon: IconName;
  readonly title: PortalTextKey;
  /** What the list of pages on a phone says about it. Undefined: it isn't in the lists. */
  readonly note?: PortalTextKey;
  /** Starts the second group of the navigation. */
  readonly isApart?: boolean;
  readonly Page: ComponentType;
}

/** The pages, provided by the shell: a page can list them without importing them. */
export const PagesContext = createContext<readonly PortalPage[]>([]);
