/** The pages of providers that are not shown in browsers of other apps, and the user agents of those. */
const REFUSALS: Readonly<Record<string, { readonly page: string; readonly agents: RegExp }>> = {
  // Google refuses what it takes for embedded: 403 `disallowed_useragent` (supabase/auth#317). Some of these pass there.
  google: {
    page: '/auth',
    agents:
      /; wv\)|FBAN|FBAV|FB_IAB|Instagram|Twitter|LinkedInApp|MicroMessenger|musical_ly|trill_|Bytedance|Telegram|Line\/|(?:iPhone|iPad)(?!.*Safari\/)/,
  },
  // developers.facebook.com: Facebook Login no longer works in web views of Android (5 October 2021).
  facebook: {
    page: '/v25.0/dialog/oauth',
    agents:
      /Android.*(?:; wv\)|FB_IAB|FBAV|Instagram|musical_ly|trill_|MicroMessenger|LinkedInApp|Telegram|Twitter)/,
  },
};

/** Whether a provider refuses to show its login page to a user agent. */
export function refusesAgent(provider: string, path: string, agent: string): boolean {
  const refusal = REFUSALS[provider];
  return refusal !== undefined && refusal.page === path && refusal.agents.test(agent);
}
