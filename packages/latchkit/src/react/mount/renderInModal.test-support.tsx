import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Latchkit } from '../../core/index.js';
import { emailEntry } from '../locales/en/emailEntry.js';
import { embedded } from '../locales/en/embedded.js';
import { onramp } from '../locales/en/onramp.js';
import { pay } from '../locales/en/pay.js';
import { shell } from '../locales/en/shell.js';
import { views } from '../locales/en/views.js';
import { createConnectAttempt } from '../runtime/connectAttempt.js';
import { createExit } from '../runtime/createExit.js';
import { createIconSet } from '../runtime/createIconSet.js';
import { createPrepared } from '../runtime/createPrepared.js';
import { createText } from '../runtime/createText.js';
import { createViewLoader } from '../runtime/createViewLoader.js';
import { createViewMemory } from '../runtime/createViewMemory.js';
import { embeddedIcons } from '../runtime/embeddedIcons.js';
import { ModalContext } from '../runtime/ModalContext.js';
import { viewIcons } from '../runtime/viewIcons.js';
import { views as viewRegistry } from './views.js';

/** The first rendered markup of a part of the modal, without a document. */
export function renderInModal(kit: Latchkit, node: ReactNode): string {
  return renderToStaticMarkup(inModal(kit, node));
}

/** Mounts a part of the modal in the document of the test, with handlers and effects. The test unmounts it. */
export function mountInModal(kit: Latchkit, node: ReactNode): { element: HTMLElement; unmount: () => void } {
  const element = document.createElement('div');
  const root = createRoot(element);
  flushSync(() => root.render(inModal(kit, node)));
  return { element, unmount: () => root.unmount() };
}

function inModal(kit: Latchkit, node: ReactNode): ReactNode {
  const text = createText(shell, 'en');
  text.add(views);
  text.add(emailEntry);
  text.add(embedded);
  text.add(onramp);
  text.add(pay);
  const icons = allIcons();
  const runtime = {
    kit,
    text,
    icons,
    inline: false,
    attempt: createConnectAttempt(kit),
    memory: createViewMemory(),
    views: createViewLoader(viewRegistry, async () => {}, { text, icons }),
    prerender: { draw: () => {} },
    exit: createExit(),
    motion: {},
    // Only handlers and effects of whole views use it.
    root: undefined as unknown as ShadowRoot,
    adopt: () => {},
    prepared: createPrepared(kit),
  };
  return <ModalContext.Provider value={runtime}>{node}</ModalContext.Provider>;
}

function allIcons() {
  const icons = createIconSet();
  icons.add(viewIcons);
  icons.add(embeddedIcons);
  return icons;
}

/** The text that a visitor reads in some markup, with one space between its pieces. */
export function visibleText(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
