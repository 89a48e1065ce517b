import * as protocol from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { ANSWERED, HTTP_ATTACKS, type HttpAttack, REPEATED } from '../../test/wallet/attacks.js';
import { attackWays } from '../../test/wallet/attackWays.js';
import { cellOf } from '../../test/wallet/matrix.js';
import { type SocialSuite, startSocialSuite } from '../../test/wallet/socialSuite.js';
import { WAYS_IN_FLOWS } from '../../test/wallet/waysInFlows.js';
import type { WayIn } from './shared/waysIn/WayIn.js';
import { WAYS_IN } from './shared/waysIn/waysIn.js';

const ELSEWHERE = { project: 'b'.repeat(32), origin: 'https://shop.example' };

const attacks = attackWays();
const failures: string[] = [];
let social: SocialSuite;
beforeAll(async () => {
  social = await startSocialSuite({}, [], { between: attacks.between });
  const { id, ...more } = { id: ELSEWHERE.project, name: 'Another', features: {} };
  await social.suite.gateway.projects.create({ id, ...more, allowedOrigins: [ELSEWHERE.origin] });
  await attacks.begin(social.suite, ELSEWHERE);
  for (const [name, flow] of Object.entries(WAYS_IN_FLOWS)) {
    await flow(social).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
    vi.useRealTimers();
  }
});
afterAll(() => social.close());

/** Who may make the calls of both services, by their names. */
const CALLS = new Map(
  Object.entries<unknown>(protocol).flatMap(([name, call]) => {
    const parsed = z.object({ auth: z.string(), path: z.string() }).safeParse(call);
    return parsed.success ? [[name, parsed.data] as const] : [];
  }),
);

/** The attacks on a way that are tested here. */
function testedOn({ id, by, ends }: WayIn): readonly HttpAttack[] {
  const call = CALLS.get(ends);
  const service = by[0]?.startsWith('vault/') ? 'V' : 'W';
  const way = { id, by, call: call && { service, auth: call.auth } };
  return (Object.keys(HTTP_ATTACKS) as HttpAttack[]).filter(
    attack => typeof cellOf(way, attack) === 'object',
  );
}

const ways = Object.values<WayIn>(WAYS_IN)
  .map(way => ({ id: way.id, tested: testedOn(way) }))
  .filter(({ tested }) => tested.length > 0);

describe('ways in', () => {
  it('are all used, and their entries in the audit log name them', () => {
    expect(failures).toEqual([]);
    expect(ways.map(({ id }) => id).filter(id => !attacks.results.has(id))).toEqual([]);
  });

  describe.each(ways)('$id', ({ id, tested }) => {
    it.each(tested)('gives nothing %s', attack => {
      const isAnswered = ANSWERED[id]?.[attack] !== undefined || (attack === 'again' && REPEATED.has(id));
      expect(attacks.results.get(id)?.get(attack)).toMatch(isAnswered ? /^200$/ : /^4\d\d /);
    });
  });
});
