import type {
  EmailLoginState,
  EmailUpdateState,
  EmbeddedWalletState,
  SocialLoginState,
  View,
} from 'latchkit';
import type { DemoPage } from '../DemoPage.js';

/** Shows a view of the embedded wallet at a given step. Other journeys cover the real wallet page. */
export async function pretendEmail(
  demo: DemoPage,
  view: View,
  { code, ...told }: Partial<EmbeddedWalletState> & { readonly code?: string },
): Promise<void> {
  await demo.page.evaluate(
    ([shown, state, wrong]) => {
      const error = wrong && Object.assign(new Error(wrong), { code: wrong, context: {} });
      const withError = <T extends object>(step: T | undefined) =>
        step && { ...step, ...(error && { error }) };
      window.demo.kit.kernel.set(({ embeddedWallet, modal }) => ({
        modal: {
          ...modal,
          open: true,
          views: (modal.views.at(-1)?.name === shown.name
            ? modal.views
            : [...(modal.open ? modal.views : []), shown]) as typeof modal.views,
        },
        embeddedWallet: {
          ...embeddedWallet,
          ...state,
          login: withError(state.login) as EmailLoginState | undefined,
          social: withError(state.social) as SocialLoginState | undefined,
          update: withError(state.update) as EmailUpdateState | undefined,
        },
      }));
    },
    [view, told, code] as const,
  );
  await demo.shows(view.name);
}
