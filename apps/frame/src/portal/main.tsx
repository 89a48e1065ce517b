import { createRoot } from 'react-dom/client';
import { createWorkerOpener } from '../createWorkerOpener.js';
import { openPartition } from '../storage/openPartition.js';
import { PortalRoot } from './PortalRoot.js';
import { createPortal } from './runtime/createPortal.js';
import { createPortalTexts } from './texts/createPortalTexts.js';

/** Starts the portal, as a page of its own only. */
async function startPortal(self: Window): Promise<void> {
  if (self.top !== self) return;
  const openWorker = createWorkerOpener();
  const [portal, texts] = await Promise.all([
    createPortal(self, { openPartition, openWorker }),
    createPortalTexts(self.navigator.languages),
  ]);
  const { documentElement: root, body } = self.document;
  Object.assign(root, { lang: texts.locale, dir: texts.direction });
  createRoot(body).render(<PortalRoot value={{ ...texts, portal }} />);
}

void startPortal(window);
