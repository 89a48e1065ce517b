import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader } from 'jose';
import * as protocol from 'latchkit/protocol';
import { type HttpCall, PORTAL_PROJECT } from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRow } from '../../src/platform/ports/Database.js';
import type { WayIn } from '../../src/wallet/shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../src/wallet/shared/waysIn/waysIn.js';
import { type HttpAttack, NO_ENTRY, OUT_OF_REACH } from './attacks.js';
import type { WalletFrame } from './walletFrame.js';
import type { CallOptions, Fetch, WalletPage } from './walletInstallation.js';
import type { WalletSuite } from './walletSuite.js';

/** What came of each attack on each way: a status, with the code of a refusal. */
export type AttackResults = ReadonlyMap<string, ReadonlyMap<HttpAttack, string>>;

/** An attacker with installations and sessions of their own. */
interface Attacker {
  readonly frame: WalletFrame;
  readonly access: string;
  readonly portal: WalletFrame;
  readonly portalAccess: string;
}

/** Stands between browsers and services, and attacks each request that completes a way in, before and after it. */
export interface AttackedWays {
  readonly between: (fetch: Fetch) => Fetch;
  readonly results: AttackResults;
  /** Makes the attacker; from then on, the endings of these ways are attacked. */
  begin(suite: WalletSuite, elsewhere: WalletPage): Promise<void>;
}

/** A page of the same project whose origin is another one. */
const OTHER_ORIGIN = 'https://other.example';

const STORES = { frame: 'latchkit_wallet', vault: 'latchkit_vault' } as const;

interface Ending {
  readonly service: 'frame' | 'vault';
  readonly call: HttpCall;
  readonly ways: readonly string[];
}

interface Begun {
  readonly suite: WalletSuite;
  readonly attacker: Attacker;
  readonly elsewhere: WalletPage;
}

/** A request that completes a way. */
interface Completing {
  readonly owner: WalletFrame;
  readonly service: 'frame' | 'vault';
  readonly call: HttpCall;
  readonly asked: { readonly path: string; readonly options: CallOptions };
}

interface Attempt {
  readonly attack: HttpAttack;
  readonly by: WalletFrame;
  readonly more: CallOptions;
}

const isCall = (value: unknown): value is HttpCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value;

/** The calls that complete a way. */
const ENDINGS: readonly Ending[] = Object.entries<unknown>(protocol).flatMap(([name, call]) => {
  const ways = Object.values<WayIn>(WAYS_IN).filter(({ ends }) => ends === name);
  const service = ways[0]?.by[0]?.startsWith('vault/') ? 'vault' : 'frame';
  return isCall(call) && ways.length > 0 ? [{ service, call, ways: ways.map(({ id }) => id) }] : [];
});

/** Creates the attacks. */
export function attackWays(): AttackedWays {
  const results = new Map<string, Map<HttpAttack, string>>();
  const browsers = new Map<string, WalletFrame>();
  let begun: Begun | undefined;
  let isAttacking = false;

  const isDone = ({ ways }: Ending) =>
    ways.every(way => results.has(way) || Object.hasOwn(OUT_OF_REACH, way));

  const attackOne = async (fetch: Fetch, request: Request, ending: Ending): Promise<Response> => {
    if (begun === undefined) return fetch(request);
    const { suite, attacker } = begun;
    // Whoever has the token of a link needs no key.
    const owner = ending.call.auth === 'open' ? attacker.frame : await ownerOf(request, browsers);
    if (owner === undefined) return fetch(request);
    const { service } = ending;
    const asked = await sentBy(request, ending.call);
    const before = await lastEntry(suite, service);
    const found = new Map<HttpAttack, string>();
    const send = async ({ attack, by, more }: Attempt) => {
      const { status, json } = await by.call(service, asked.path, { ...asked.options, ...more });
      found.set(attack, json.error === undefined ? String(status) : `${status} ${json.error.code}`);
    };
    for (const attempt of attemptsOf(begun, { owner, service, call: ending.call, asked }))
      await send(attempt);
    const again = request.clone();
    const response = await fetch(request);
    if (!response.ok) return response;
    const way =
      (await usedSince(suite, service, before)) ?? ending.ways.find(one => Object.hasOwn(NO_ENTRY, one));
    const answer = await fetch(again);
    const parsed = refusal.safeParse(await answer.clone().json());
    found.set('the same bytes', `${answer.status}${parsed.success ? ` ${parsed.data.error.code}` : ''}`);
    await send({ attack: 'again', by: owner, more: {} });
    if (way !== undefined && !results.has(way)) results.set(way, found);
    return response;
  };

  return {
    results,
    between: fetch => async request => {
      const ending = isAttacking || begun === undefined ? undefined : endingOf(begun.suite, request);
      if (ending === undefined || isDone(ending)) return fetch(request);
      isAttacking = true;
      try {
        return await attackOne(fetch, request, ending);
      } finally {
        isAttacking = false;
      }
    },
    async begin(suite, elsewhere) {
      const frame = await suite.frame();
      const email = suite.address();
      const { session } = await frame.signIn(email);
      const portal = await suite.frame(suite.portalPage);
      const atPortal = await portal.signIn(suite.address());
      const attacker = { frame, portal, access: session.access, portalAccess: atPortal.session.access };
      const { frame: make } = suite;
      Object.assign(suite, {
        async frame(page?: WalletPage) {
          const made = await make(page);
          browsers.set(made.jkt, made);
          return made;
        },
      });
      begun = { suite, attacker, elsewhere };
    },
  };
}

/** The attacks that come before the request that completes a way. */
function attemptsOf({ attacker, elsewhere }: Begun, { owner, service, call, asked }: Completing): Attempt[] {
  if (call.auth === 'open') return [];
  const isPortal = owner.page.project === PORTAL_PROJECT;
  const stranger = isPortal ? attacker.portal : attacker.frame;
  const { access, headers } = asked.options;
  const attempts: Attempt[] = [
    { attack: 'no proof', by: owner, more: { proof: 'none' } },
    { attack: 'another key', by: stranger, more: {} },
  ];
  if (access !== undefined) {
    const own = isPortal ? attacker.portalAccess : attacker.access;
    attempts.push({ attack: 'another user', by: stranger, more: { access: own } });
  }
  if (service === 'frame') {
    const { project, origin } = owner.page;
    attempts.push({ attack: 'another origin', by: owner, more: { page: { project, origin: OTHER_ORIGIN } } });
    attempts.push({ attack: 'another project', by: owner, more: { page: { ...elsewhere, origin } } });
  }
  if (headers !== undefined) attempts.push({ attack: 'another browser', by: owner, more: { headers: {} } });
  return attempts;
}

const refusal = z.object({ error: z.object({ code: z.string() }) });

function endingOf({ servers }: WalletSuite, request: Request): Ending | undefined {
  const { pathname } = new URL(request.url);
  // Without a nonce, the service asks for one.
  const proof = request.headers.get('DPoP');
  if (proof !== null && decodeJwt(proof).nonce === undefined) return undefined;
  return ENDINGS.find(
    ({ service, call: { method, path } }) =>
      (service === 'frame') === request.url.startsWith(servers.frameUrl) &&
      method === request.method &&
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
}

/** The browser that sent a request, on its page. */
async function ownerOf(request: Request, browsers: ReadonlyMap<string, WalletFrame>) {
  const proof = request.headers.get('DPoP');
  const { jwk } = proof === null ? {} : decodeProtectedHeader(proof);
  const browser = jwk && browsers.get(await calculateJwkThumbprint(jwk));
  const named = (name: string) => request.headers.get(name) ?? '';
  const [project, origin] = [named('Latchkit-Project'), named('Latchkit-Origin')];
  return browser?.at({ project, origin });
}

async function sentBy(request: Request, { method }: HttpCall) {
  const { pathname } = new URL(request.url);
  const text = await request.clone().text();
  const access = /^DPoP (.*)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
  const cookie = request.headers.get('cookie') ?? '';
  const options: CallOptions = {
    method,
    ...(text === '' ? {} : { text }),
    ...(access === undefined ? {} : { access }),
    ...(cookie === '' ? {} : { headers: { cookie } }),
  };
  return { path: pathname, options };
}

const seqOf = (row: SqlRow | undefined) => Number(row?.seq ?? 0);

async function lastEntry({ database }: WalletSuite, service: keyof typeof STORES): Promise<number> {
  const [row] = await database.query(`select max(seq) as seq from ${STORES[service]}.audit`);
  return seqOf(row);
}

/** The way that the newest entry of the log names. */
async function usedSince(
  { database }: WalletSuite,
  service: keyof typeof STORES,
  seq: number,
): Promise<string | undefined> {
  const [row] = await database.query(
    `select meta->>'way' as way from ${STORES[service]}.audit where seq > $1 and meta ? 'way' order by seq desc limit 1`,
    [seq],
  );
  return row === undefined ? undefined : z.object({ way: z.string() }).parse(row).way;
}
