/** Code by which a page of the wallet service or the vault goes to an address, or opens one. */
interface Navigation {
  /** The file, from the root of the repository. */
  readonly file: string;
  readonly code: string;
  /** Where it goes, and who names the address. */
  readonly goes: string;
}

/** Every such place. No caller of a service names an address, but for the page that started a login, which its project allows. */
export const NAVIGATIONS: readonly Navigation[] = [
  {
    file: 'apps/frame/src/social/leaveForProvider.ts',
    code: 'self.location.replace(armed.authorizeUrl)',
    goes: 'The page of the provider, as the wallet service says.',
  },
  {
    file: 'apps/frame/src/page/createPassPrompt.ts',
    code: "self.open(address, '', FEATURES)",
    goes: 'The wallet window that passes a login on, with a proof of this page.',
  },
  {
    file: 'apps/frame/src/window/startWindow.ts',
    code: "self.location.replace(new URL('me', self.document.baseURI))",
    goes: 'The portal.',
  },
  {
    file: 'apps/frame/src/portal/runtime/createPortal.ts',
    code: 'self.location.assign(uri)',
    goes: 'The first page of a login, as the wallet service says.',
  },
  {
    file: 'apps/frame/src/portal/runtime/createPortal.ts',
    code: 'self.location.replace(PAGE)',
    goes: 'The portal.',
  },
  {
    file: 'apps/frame/src/windowChannel/offerToWindow.ts',
    code: "self.open(address, '', FEATURES)",
    goes: 'The wallet window, with a mailbox of this page.',
  },
  {
    file: 'apps/frame/src/portal/login/FarcasterStep.tsx',
    code: 'href={url}',
    goes: 'A page of the Farcaster relay, which the wallet service compares with its own settings.',
  },
  {
    file: 'apps/frame/src/portal/logins/FarcasterAddStep.tsx',
    code: 'href={url}',
    goes: 'A page of the Farcaster relay, which the wallet service compares with its own settings.',
  },
  {
    file: 'packages/gateway/src/wallet/service/social/routes.ts',
    code: 'context.redirect(next, 303)',
    goes: 'After a login: the page that started it, of a project that allows its origin, without a query or fragment of its own; `W/me`; or the last page of the popup.',
  },
  {
    file: 'packages/gateway/src/wallet/service/social/routes.ts',
    code: 'context.redirect(await receiveForm(',
    goes: 'The callback of the wallet service with the state that it made, for a posted form; or the last page of the popup, which then has no receiver.',
  },
  {
    file: 'packages/gateway/src/wallet/service/social/routes.ts',
    code: 'location.replace(told.next)',
    goes: 'The same after a login with Telegram, as the wallet service says.',
  },
  {
    file: 'packages/gateway/src/wallet/service/social/routes.ts',
    code: "location.replace('/window/done#')",
    goes: 'The last page of the popup, which then has no receiver.',
  },
];
