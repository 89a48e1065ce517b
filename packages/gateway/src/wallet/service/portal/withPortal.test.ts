import {
  PORTAL_PROJECT,
  readSessionCall,
  sendPortalCodeCall,
  startFarcasterSignInCall,
} from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../../../test/refused.js';
import { type SocialSuite, startSocialSuite } from '../../../../test/wallet/socialSuite.js';
import { PAGE } from '../../../../test/wallet/walletSuite.js';
import { projectInput } from '../../../project/projects/store.js';

let social: SocialSuite;
beforeAll(async () => {
  social = await startSocialSuite();
});
afterAll(() => social.close());

describe('withPortal', () => {
  it('logs in by email on its own origin, without a project', async () => {
    const { suite } = social;
    const frame = await suite.frame(suite.portalPage);
    const email = suite.address();
    const { session } = await frame.signIn(email);
    const { user } = await frame.ask('frame', readSessionCall, { access: session.access });
    expect(user.email).toBe(email);
    expect(suite.inbox.mails(email).some(({ text }) => text.includes('wallet.example'))).toBe(true);
  });

  it('is refused to the pages of hosts, whose sessions may not call what belongs to the portal', async () => {
    const { suite } = social;
    const foreign = await suite.frame();
    const claimed = foreign.at({ project: PORTAL_PROJECT, origin: PAGE.origin });
    expect(await refused(claimed.start(suite.address()))).toBe('403 ORIGIN_NOT_ALLOWED');
    const { session } = await foreign.signIn(suite.address());
    const body = { action: 'export' };
    const asked = foreign.ask('frame', sendPortalCodeCall, { body, access: session.access });
    expect(await refused(asked)).toBe('403 PORTAL_REQUIRED');
    // A token of a host's session is no token of the portal.
    const moved = foreign.at(suite.portalPage);
    const again = moved.ask('frame', sendPortalCodeCall, { body, access: session.access });
    expect(await refused(again)).toBe('401 INVALID_SESSION');
  });

  it('logs in with the providers of the deployment, by full page', async () => {
    const { suite, visitor } = social;
    const frame = await suite.frame(suite.portalPage);
    const { session, user, provider } = await visitor.signIn('google', { person: 'ada' }, frame);
    expect(provider).toBe('google');
    const body = { action: 'export' };
    expect(await frame.ask('frame', sendPortalCodeCall, { body, access: session.access })).toEqual({
      way: 'login',
      isFresh: true,
    });
    const host = await visitor.signIn('google', { person: 'ada' });
    expect(host.user.id).toBe(user.id);
    expect(await refused(frame.ask('frame', startFarcasterSignInCall, { body: {} }))).toBe(
      '403 PROVIDER_UNAVAILABLE',
    );
  });

  it('keeps its id from projects', () => {
    const project = { id: PORTAL_PROJECT, name: 'Shop', features: {}, allowedOrigins: [] };
    expect(projectInput.safeParse(project).success).toBe(false);
    expect(projectInput.safeParse({ ...project, id: 'shop' }).success).toBe(true);
  });
});
