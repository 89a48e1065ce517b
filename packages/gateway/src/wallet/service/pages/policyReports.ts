import { Hono } from 'hono';
import * as z from 'zod/mini';
import { limitBody } from '../../../platform/http/limitBody.js';
import type { Log } from '../../../platform/jsonLog.js';

const MAX_BODY = 8 * 1_024;

/** Milliseconds between two log entries of the same kind, so that flooding the route does not flood the log. */
const QUIET = 60_000;

/** Maximum number of kinds: more are made up. */
const MAX_KINDS = 100;

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
  const last = new Map<string, number>();
  return new Hono().post(path, limitBody(MAX_BODY), async context => {
    const parsed = z.safeParse(report, await context.req.json().catch(() => undefined));
    if (parsed.success) {
      const { 'csp-report': facts } = parsed.data;
      const [directive = ''] = (facts['effective-directive'] ?? facts['violated-directive'] ?? '').split(' ');
      const blocked = originOf(facts['blocked-uri'] ?? '');
      const kind = `${directive} ${blocked}`;
      const now = Date.now();
      if ((last.get(kind) ?? 0) + QUIET <= now) {
        if (last.size >= MAX_KINDS) last.clear();
        last.set(kind, now);
        log('warn', 'policy_violation', { directive, blocked });
      }
    }
    return context.body(null, 204);
  });
}

/** `inline`, `eval` and the like, or an origin. Paths and queries may be private. */
function originOf(uri: string): string {
  if (URL.canParse(uri)) return new URL(uri).origin;
  return /^[a-z-]{1,40}$/.test(uri) ? uri : 'unknown';
}
