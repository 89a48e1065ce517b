import type { DemoPage } from '../DemoPage.js';
import { pretendUser } from './pretendUser.js';
import type { Scene } from './Scene.js';

/** Shows a view of the names to a user of the embedded wallet. */
async function openName(
  demo: DemoPage,
  look: string,
  name: 'RegisterAccountName' | 'RegisterAccountNameSuccess',
): Promise<void> {
  await pretendUser(demo, look);
  await demo.page.evaluate(view => {
    window.demo.kit.kernel.set(({ namespaces, modal }) => {
      const { eip155 } = namespaces;
      if (!eip155) return {};
      const isDone = view === 'RegisterAccountNameSuccess';
      const profileName = isDone ? 'mira-hollis.reown.id' : undefined;
      return {
        names: { suffix: '.reown.id', registration: undefined },
        namespaces: { ...namespaces, eip155: { ...eip155, profileName } },
        modal: { ...modal, views: [...modal.views, { name: view }] as unknown as typeof modal.views },
      };
    });
  }, name);
  await demo.shows(name);
}

/** Views of account names. */
export const NAME_SCENES: readonly Scene[] = [
  {
    name: 'name-unavailable',
    async reach(demo, look) {
      await openName(demo, look, 'RegisterAccountName');
      await demo.modal.getByRole('textbox').fill('welcome');
      await demo.modal.getByRole('group').getByRole('button').first().waitFor();
    },
  },
  {
    name: 'name-available',
    async reach(demo, look) {
      await openName(demo, look, 'RegisterAccountName');
      await demo.modal.getByRole('textbox').fill('mira-hollis');
      await demo.modal.locator('.lk-field-note[data-tone="success"]').waitFor();
    },
  },
  {
    name: 'name-success',
    reach: (demo, look) => openName(demo, look, 'RegisterAccountNameSuccess'),
  },
];
