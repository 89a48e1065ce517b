import * as z from 'zod/mini';

/** A step of the login. */
export type LoginStep =
  | { readonly name: 'way'; readonly problem?: unknown }
  /** The tab came back from a provider. */
  | { readonly name: 'result'; readonly uri: string }
  /** A link was sent. `uri`: of the social login that needs it. */
  | { readonly name: 'link'; readonly email: string; readonly uri?: string | undefined }
  | { readonly name: 'code'; readonly email: string }
  | { readonly name: 'farcaster'; readonly url: string; readonly txn: string };

/** The steps that survive a reload, as phones reload a tab while the mail app or the Farcaster app is open. */
const remembered = z.union([
  z.object({ name: z.enum(['link', 'code']), email: z.string() }),
  z.object({ name: z.literal('farcaster'), url: z.string(), txn: z.string() }),
]);

const NAME = 'latchkit-portal-login';

/** The step at which the login was before this tab was reloaded, else the first. */
export function recallLogin(): LoginStep {
  try {
    const found = remembered.safeParse(JSON.parse(sessionStorage.getItem(NAME) ?? 'null'));
    return found.success ? found.data : { name: 'way' };
  } catch {
    return { name: 'way' };
  }
}

/** Stores the step. A social login that waits for its link ends with the page. */
export function rememberLogin(step: LoginStep): void {
  if ('uri' in step && step.uri !== undefined) return;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(step));
  } catch {
    // Storage is disabled: the login lasts as long as the page.
  }
}

/** Forgets the step. */
export function forgetLogin(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Storage is disabled.
  }
}
