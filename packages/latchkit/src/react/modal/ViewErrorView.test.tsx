// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLatchkit, memoryStorage, type ViewName } from '../../core/index.js';
import { mainnet } from '../../networks/index.js';
import { shell } from '../locales/en/shell.js';
import { mountInModal, visibleText } from '../mount/renderInModal.test-support.js';
import { views } from '../mount/views.js';
import { createIconSet } from '../runtime/createIconSet.js';
import { createText } from '../runtime/createText.js';
import { createViewLoader, type ViewRegistry } from '../runtime/createViewLoader.js';
import { ViewErrorView } from './ViewErrorView.js';

const { Connect: _, ...later } = views;
const NAMES = Object.keys(later) as Exclude<ViewName, 'Connect'>[];

describe('ViewErrorView', () => {
  it.each(NAMES)('is shown for %s, whose code is gone, and the developer reads why (MOD-04)', async name => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => error.mockRestore());
    const cause = new TypeError('Importing a module script failed.');
    const lost = Object.fromEntries(NAMES.map(one => [one, () => Promise.reject(cause)]));
    const parts = { text: createText(shell, 'en'), icons: createIconSet() };
    const loader = createViewLoader({ ...views, ...lost } as ViewRegistry, async () => {}, parts);
    await loader.load(name);
    expect(loader.failed(name)).toBe(true);
    expect(error.mock.calls).toEqual([[expect.stringContaining('new build'), cause]]);
  });

  it('asks to reload the page, and blames the connection only where there is none (MOD-04)', () => {
    const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage(), projectId: 'p' });
    const says = () => {
      const { element, unmount } = mountInModal(kit, <ViewErrorView view={{ name: 'Receive' }} depth={1} />);
      const said = visibleText(element.innerHTML);
      unmount();
      return said;
    };
    expect(says()).toMatch(/This page may have changed\. Reload it\..*Reload the page.*Try again/);
    expect(says()).not.toMatch(/connection/);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    expect(says()).toMatch(/You’re offline\. This loads when you’re back online\./);
  });
});
