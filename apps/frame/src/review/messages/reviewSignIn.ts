import { namespaceOf, parseSiwxMessage, parseUrl, type SiwxMessage } from 'latchkit/protocol';
import type { Line } from '../../texts/createTexts.js';
import type { Review, ReviewContext } from '../model/Review.js';
import { visibleText } from '../model/visibleText.js';

/** The words of the first line of a sign-in message (ERC-4361, CAIP-122), which follow the domain. */
const FIRST_LINE = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\b/gi;

/** A line that is a domain alone, with or without a scheme. */
const DOMAIN = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?(\S*)$/i;

/** What ends a line in some parser. */
const LINE_ENDS = ['\n', '\r', '\u2028', '\u2029'];

/** Whether a message looks like a sign-in. */
export function looksLikeSignIn(text: string): boolean {
  return domainsOf(text).length > 0;
}

/**
 * Reviews a sign-in message. A sign-in to another site would steal the session there and is blocked. A fully valid sign-in to
 * this page gives a hijacker nothing that the page does not already have.
 */
export function reviewSignIn(text: string, context: ReviewContext): Review {
  const { host } = new URL(context.hostOrigin);
  const other = domainsOf(text).find(domain => domain.toLowerCase() !== host);
  const message = parsed(text, context.chainId);
  const problem = message && problemOf(message, context);
  const block: Line | undefined =
    other === undefined
      ? undefined
      : { text: 'block.domain', slots: { domain: visibleText(other), site: host } };
  const warning: Line | undefined =
    message === undefined ? { text: 'warning.malformedSignIn' } : problem && { text: problem };
  const isRight = message !== undefined && problem === undefined && block === undefined;
  return {
    risk: isRight ? 'R1' : 'R2',
    action: { text: 'action.signIn', slots: { site: host } },
    changes: [],
    facts: [],
    warnings: warning && !block ? [warning] : [],
    blocks: block ? [block] : [],
    raw: [],
  };
}

/** The domains of all sign-ins, anywhere in the text: a service may parse less strictly than we do. */
function domainsOf(text: string): readonly string[] {
  return [...text.matchAll(FIRST_LINE)].flatMap(({ index }) => {
    const before = text.slice(0, index);
    const words = before.trimEnd();
    if (words === before) return [];
    const line = words.slice(Math.max(...LINE_ENDS.map(end => words.lastIndexOf(end))) + 1);
    const domain = DOMAIN.exec(line)?.[1];
    if (domain !== undefined) return [domain];
    // A line that begins with the words names no domain.
    return LINE_ENDS.some(end => before.includes(end, words.length)) ? [''] : [];
  });
}

function parsed(text: string, chainId: string): SiwxMessage | undefined {
  try {
    return parseSiwxMessage(text, namespaceOf(chainId as `${string}:${string}`));
  } catch {
    return undefined;
  }
}

function problemOf(
  { uri, scheme, domain, chainId, accountAddress, resources = [] }: SiwxMessage,
  context: ReviewContext,
): `warning.signIn${'Uri' | 'Chain' | 'Account' | 'Rights'}` | undefined {
  const origin = parseUrl(uri)?.origin;
  const isOfPage =
    origin === context.hostOrigin && (!scheme || `${scheme}://${domain}` === context.hostOrigin);
  if (!isOfPage) return 'warning.signInUri';
  if (chainId !== context.chainId) return 'warning.signInChain';
  if (accountAddress !== context.account) return 'warning.signInAccount';
  // ERC-5573: the message is a sign-in, and also lets the URI act for the account.
  return resources.some(one => /^urn:recap:/i.test(one)) ? 'warning.signInRights' : undefined;
}
