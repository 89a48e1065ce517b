import { wordLook } from './confusables.js';

/** Names that visitors would take for the operator or for a service. */
const RESERVED = [
  ...['account', 'accounts', 'contact', 'default', 'example', 'info', 'localhost', 'login', 'mailer'],
  ...['nobody', 'null', 'owner', 'payment', 'payments', 'register', 'status', 'system', 'test'],
  ...['undefined', 'wallet', 'welcome'],
] as const;

/** Words that speak for the operator as a part of a name, too: `ada-support`, `support24`, `supportteam`. */
const SPEAKING = [
  ...['abuse', 'admin', 'administrator', 'billing', 'customer', 'customercare', 'help', 'helpdesk'],
  ...['hostmaster', 'latchkit', 'moderator', 'noreply', 'official', 'operator', 'postmaster', 'recovery'],
  ...['reown', 'root', 'security', 'service', 'staff', 'support', 'sysadmin', 'team', 'treasury'],
  ...['verification', 'verified', 'walletconnect', 'webmaster'],
] as const;

/** Brands, which no name may contain. */
const BRANDS = ['latchkit', 'walletconnect'].map(wordLook);

/** Words that few other words begin or end with, which speak for the operator there without a hyphen: `meridiansupport`. */
const AT_ENDS = ['support', 'official', 'helpdesk', 'customercare', 'security', 'verified', 'moderator'].map(
  wordLook,
);

const speaking: ReadonlySet<string> = new Set(SPEAKING.map(wordLook));
const words: ReadonlySet<string> = new Set([...speaking, ...RESERVED.map(wordLook)]);

/** Characters of the longest word; labels have at most 32. */
const LONGEST = Math.max(...[...words].map(word => word.length));

/**
 * Whether a label looks like one that nobody may register: a reserved word, with digits for letters, hyphens anywhere, or digits or
 * an `s` added to it; or a label that speaks for the operator with one of its parts.
 */
export function looksReserved(label: string): boolean {
  const parts = label.split('-').filter(part => part !== '');
  const whole = readingsOf(parts.join(''));
  const single = parts.flatMap(readingsOf);
  return (
    whole.some(text => words.has(text) || isOfWords(text)) ||
    single.some(text => speaking.has(text)) ||
    whole.some(text => BRANDS.some(brand => text.includes(brand))) ||
    whole.some(text => AT_ENDS.some(word => text.startsWith(word) || text.endsWith(word)))
  );
}

/** What a text can be read as: with digits as letters, and without those at its ends; each also without a plural's `s`. */
function readingsOf(text: string): readonly string[] {
  const plain = text.replace(/^\d+|\d+$/g, '');
  const looks = [wordLook(text), wordLook(plain)];
  return [...looks, ...looks.map(look => look.replace(/s$/, ''))];
}

/** Whether a text is nothing but reserved words in a row, and one of them speaks for the operator. */
function isOfWords(text: string): boolean {
  /** For each end of a row of words: whether a speaking word was among them. */
  const ends = new Map<number, boolean>([[0, false]]);
  for (let start = 0; start < text.length; start += 1) {
    const before = ends.get(start);
    if (before === undefined) continue;
    for (let end = start + 1; end <= Math.min(text.length, start + LONGEST); end += 1) {
      const word = text.slice(start, end);
      if (words.has(word)) ends.set(end, ends.get(end) === true || before || speaking.has(word));
    }
  }
  return ends.get(text.length) === true;
}
