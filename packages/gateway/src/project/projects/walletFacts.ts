import * as z from 'zod';

/** Schemes of links that run code or show content in the browser instead of opening an app. */
const NO_APP = /^(?:about|blob|data|file|filesystem|ftp|http|javascript|vbscript|view-source|wss?):/;

const page = z.string().max(300).refine(isHttps, 'is not an https address');
const appLink = z
  .string()
  .max(300)
  .refine(
    text => /^[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\]*$/.test(text) && !NO_APP.test(text),
    'is not the start of a link, such as acme:// or https://acme.example',
  );
const flag = z.boolean().exactOptional();

/** Fields of a wallet that the directory, an operator or a project lists. */
export const walletFacts = {
  id: z
    .string()
    .regex(/^[0-9a-z-]{2,40}$/, 'is not a wallet id (2 to 40 lower-case letters, digits and hyphens)'),
  name: z.string().trim().min(1).max(60),
  homepage: page,
  rdns: z
    .string()
    .max(200)
    .regex(/^[a-z]+(\.[A-Za-z0-9-]+)+$/, 'is not a reverse-DNS name, such as example.acme.wallet')
    .exactOptional(),
  formerDomain: z
    .string()
    .max(200)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is not a domain, such as acme.example')
    .exactOptional(),
  evm: z
    .union(
      [z.literal('any'), z.array(z.int().positive()).min(1).max(500)],
      'is not "any" or a list of chain ids',
    )
    .exactOptional(),
  solana: flag,
  bitcoin: flag,
  polkadot: flag,
  walletConnect: flag,
  relay: z.enum(['network', 'gateway', 'both'], 'is not "network", "gateway" or "both"').exactOptional(),
  mobileLink: appLink.exactOptional(),
  desktopLink: appLink.exactOptional(),
  webappLink: page.exactOptional(),
  chrome: z
    .string()
    .regex(/^[a-p]{32}$/, 'is not an extension id of the Chrome Web Store')
    .exactOptional(),
  appStore: z.int().positive().exactOptional(),
  playStore: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)+$/, 'is not a package name of Google Play')
    .exactOptional(),
};

const day = z.iso.date('is not a date, such as 2026-04-01');
const source = z.string().trim().min(1).max(300);

/** Fields of a wallet that the directory or an operator lists. */
export const listedFacts = {
  ...walletFacts,
  ended: day.exactOptional(),
  source: source.exactOptional(),
  checked: day.exactOptional(),
};

/** Fields of a built-in wallet: each one says where its facts were read, and when. */
export const registryFacts = { ...listedFacts, source, checked: day };

function isHttps(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text) && !/[\s"'<>\\]/.test(text);
}
