// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { SocialProvider } from '../../core/index.js';
import { PROVIDER_NAMES } from '../../protocol/providerNames.js';
import { mountViews } from '../mount/mountViews.test-support.js';
import { kitWithFlow, tell } from '../views/email/scriptedFlow.test-support.js';

describe('ProviderMark', () => {
  it.each(
    (Object.keys(PROVIDER_NAMES) as SocialProvider[]).filter(
      one => one !== 'farcaster' && one !== 'telegram',
    ),
  )('is the own mark of %s, and a letter only where it does not load (UX-01)', async provider => {
    const { kit } = kitWithFlow({ gateway: 'https://gateway.example', projectId: 'shop' });
    tell(kit, { social: { provider, step: 'provider' } });
    const modal = await mountViews(kit, { name: 'ConnectingSocial', provider });
    const mark = () => modal.page.querySelector('.lk-mark svg');
    const image = mark()?.querySelector('image');
    expect(decodeURIComponent(image?.getAttribute('href') ?? '')).toContain(
      `/public/getAssetImage/login:${provider}?`,
    );
    // Google demands its colours; the others have that of the text.
    expect(mark()?.querySelector('mask') === null).toBe(provider === 'google');
    expect(mark()?.textContent).toBe('');
    await modal.run(() => image?.dispatchEvent(new Event('error')));
    expect(mark()?.textContent).toBe(PROVIDER_NAMES[provider][0]);
  });
});
