import { Hono } from 'hono';
import * as z from 'zod/mini';
import { limitBody } from '../../../platform/http/limitBody.js';
import { parseJson } from '../../../platform/http/parseJson.js';
import type { Log } from '../../../platform/jsonLog.js';

const MAX_BODY = 8 * 1_024;

/** Length of a window in milliseconds: each kind is logged once in it, and all others are counted. */
const WINDOW = 60_000;

/** Kinds that are logged in a window: more are made up. */
const MAX_KINDS = 10;

/** A report as browsers send it to `report-uri` (CSP 2, 7.4). Everything in it may be forged. */
const report = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(z.string().check(z.regex(/^[a-z-]{1,40}$/))),
    'violated-directive': z.optional(z.string().check(z.regex(/^[a-z-]{1,40}/))),
    'blocked-uri': z.optional(z.string().check(z.maxLength(4_096))),
  }),
});

/** Receives browsers' reports of what a page's policy blocked, and logs the rule and the blocked origin. */
export function policyReports(path: string, log: Log): Hono {
  const kinds = new Set<string>();
  let others = 0;
  let ends = 0;
  const begin = (now: number) => {
    if (now < ends && now >= ends - WINDOW) return;
    if (others > 0)
      log('warn', 'policy_violation', { directive: 'other', blocked: 'other', repeated: others });
    kinds.clear();
    others = 0;
    ends = now + WINDOW;
  };
  return new Hono().post(path, limitBody(MAX_BODY), async context => {
    const parsed = z.safeParse(report, readReport(await context.req.text()));
    if (parsed.success) {
      begin(Date.now());
      const { 'csp-report': facts } = parsed.data;
      const [directive = ''] = (facts['effective-directive'] ?? facts['violated-directive'] ?? '').split(' ');
      const blocked = originOf(facts['blocked-uri'] ?? '');
      const kind = `${directive} ${blocked}`;
      if (kinds.size < MAX_KINDS && !kinds.has(kind)) {
        kinds.add(kind);
        log('warn', 'policy_violation', { directive, blocked });
      } else others += 1;
    }
    return context.body(null, 204);
  });
}

function readReport(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** `inline`, `eval` and the like, or an origin. Paths and queries may be private. */
function originOf(uri: string): string {
  if (URL.canParse(uri)) return new URL(uri).origin;
  return /^[a-z-]{1,40}$/.test(uri) ? uri : 'unknown';
}
