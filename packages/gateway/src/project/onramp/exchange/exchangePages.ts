import { type Context, Hono } from 'hono';
import { formatUnits } from 'viem';
import * as z from 'zod';
import { escapeHtml } from '../../../platform/http/escapeHtml.js';
import type { OnrampOrder, OrderStore } from '../orderStore.js';
import { type DevelopmentExchange, EXCHANGE_PATH, feeOf, STANDS_FOR } from './developmentExchange.js';
import { CARDS, type Card, type ExchangeStore } from './exchangeStore.js';
import { exchangeStyle } from './exchangeStyle.js';
import { type Deal, dealOf } from './exchangeTerms.js';

/** Loads only files of the same origin, runs no inline code and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const SCRIPT = `for (const button of document.querySelectorAll('[data-close]')) {
  button.addEventListener('click', () => window.close());
}
`;

const CARD_TEXTS: Readonly<Record<Card, readonly [name: string, number: string]>> = {
  works: ['Works', '4242 4242 4242 4242'],
  declined: ['Is declined', '4000 0000 0000 0002'],
  slow: ['Takes 30 seconds', '4000 0000 0000 0077'],
  refunded: ['Is paid back later', '4000 0000 0000 5126'],
  expired: ['Runs out of time', '4000 0000 0000 0069'],
};

type Mark = 'card' | 'wait' | 'done' | 'danger';

/** SVG contents of the icons above a title. */
const MARKS: Readonly<Record<Mark, string>> = {
  card: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M3 10h18"/>',
  wait: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  done: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  danger: '<circle cx="12" cy="12" r="9"/><path d="M12 8v5M12 16.5h.01"/>',
};

const cardForm = z.object({ card: z.enum(CARDS) });

export interface ExchangePagesOptions {
  readonly orders: Pick<OrderStore, 'findAtProvider'>;
  readonly store: Pick<ExchangeStore, 'find'>;
  readonly exchange: Pick<DevelopmentExchange, 'pay'>;
}

/** The pages of the development exchange. They work without scripts, except for the button that closes the window. */
export function exchangePages({ orders, store, exchange }: ExchangePagesOptions): Hono {
  const orderOf = async (context: Context) => orders.findAtProvider(context.req.query('order') ?? '');
  const send = (context: Context, page: Page, status: 200 | 400 | 404 = 200) => {
    context.header('Content-Security-Policy', POLICY);
    return context.html(shell(page), status);
  };
  return new Hono()
    .get(`${EXCHANGE_PATH}/style.css`, context => file(context, 'text/css', exchangeStyle))
    .get(`${EXCHANGE_PATH}/script.js`, context => file(context, 'text/javascript', SCRIPT))
    .get(EXCHANGE_PATH, async context => {
      const order = await orderOf(context);
      if (!order) return send(context, NO_ORDER, 404);
      const isPaid = (await store.find(order.id)) !== undefined;
      return send(context, pageOf(order, isPaid));
    })
    .post(EXCHANGE_PATH, async context => {
      const order = await orderOf(context);
      if (!order) return send(context, NO_ORDER, 404);
      const form = cardForm.safeParse(await context.req.parseBody());
      if (!form.success) return send(context, NO_CARD, 400);
      await exchange.pay(order, form.data.card);
      return context.redirect(`${EXCHANGE_PATH}?order=${order.id}`, 303);
    });
}

function file(context: Context, type: string, content: string) {
  return context.body(content, 200, { 'Content-Type': `${type}; charset=utf-8` });
}

interface Page {
  readonly title: string;
  readonly body: string;
  /** Whether the page loads itself again. */
  readonly isWaiting?: boolean;
}

const CLOSE =
  '<div class="actions"><button type="button" class="primary" data-close>Back to the app</button></div>';

const NO_ORDER: Page = {
  title: 'There is no such order',
  body: hero('danger', 'There is no such order', 'Start a purchase in the app: it opens this page.'),
};

const NO_CARD: Page = {
  title: 'No card was chosen',
  body: hero('danger', 'No card was chosen', 'Go back and choose a test card.'),
};

function pageOf(order: OnrampOrder, isPaid: boolean): Page {
  const deal = dealOf(order.terms, feeOf(order.provider));
  const bought = escapeHtml(`${formatUnits(deal.units, deal.decimals)} ${order.terms.purchaseCurrency}`);
  const network = escapeHtml(deal.networkName);
  switch (order.status) {
    case 'created':
      return isPaid ? waiting(bought, network, false) : choice(order, deal, bought, network);
    case 'paid':
      return waiting(bought, network, true);
    case 'completed':
      return ending('done', `${bought} arrived`, `The tokens are really on ${network}, your local network.`, [
        ['Order', order.id],
        ['Transaction', order.transactionHash ?? ''],
      ]);
    case 'declined':
      return ending('danger', 'The card was declined', `${NOTHING} The app is told “declined”.`);
    case 'expired':
      return ending('danger', 'The time ran out', `${NOTHING} The app is told “expired”.`);
    case 'refunded':
      return ending('danger', 'The money was paid back', 'Nothing was sent. The app is told “refunded”.');
    case 'failed':
      return ending('danger', 'The purchase failed', `${NOTHING} The app is told “failed”.`);
  }
}

const NOTHING = 'Nothing was charged and nothing was sent.';

function choice(order: OnrampOrder, deal: Deal, bought: string, network: string): Page {
  const { name = order.provider } = STANDS_FOR.find(({ id }) => id === order.provider) ?? {};
  const { paymentCurrency } = order.terms;
  const price = escapeHtml(`${formatUnits(deal.total, 2)} ${paymentCurrency}`);
  const cards = CARDS.map((card, index) => {
    const [label, number] = CARD_TEXTS[card];
    const checked = index === 0 ? ' checked' : '';
    return `<label class="choice"><input type="radio" name="card" value="${card}"${checked}><span><b>${label}</b><small>${number}</small></span></label>`;
  });
  const facts = factList([
    ['You get', bought],
    ['To', short(order.address)],
    ['Network', network],
    ['Fee', escapeHtml(`${formatUnits(deal.fee, 2)} ${paymentCurrency}`)],
  ]);
  return {
    title: 'Test exchange',
    body: `${hero(
      'card',
      'Test exchange',
      `This page stands in for <strong>${escapeHtml(name)}</strong>. Each card leads to a different ending. Never enter a real card.`,
    )}
${facts}
<form method="post" action="${EXCHANGE_PATH}?order=${escapeHtml(order.id)}">
<fieldset><legend class="sr">Test card</legend>${cards.join('')}</fieldset>
<button class="primary">Pay ${price}</button>
</form>`,
  };
}

function waiting(bought: string, network: string, isCharged: boolean): Page {
  return {
    title: `Sending ${bought}`,
    isWaiting: true,
    body: `${hero(
      'wait',
      `Sending ${bought}`,
      isCharged
        ? `The card is paid. ${network} is confirming. You can close this window.`
        : 'The card is being charged. You can close this window.',
    )}
<ol class="panel">
<li data-state="${isCharged ? 'done' : 'now'}"><b>Card paid</b><small>The app is told “paid”</small></li>
<li data-state="${isCharged ? 'now' : 'next'}"><b>Transfer on ${network}</b><small>The app is told “completed” next</small></li>
</ol>`,
  };
}

function ending(
  mark: Mark,
  title: string,
  text: string,
  facts: readonly (readonly [string, string])[] = [],
): Page {
  const list = facts.map(([term, value]): [string, string] => [term, short(value)]);
  return { title, body: `${hero(mark, title, text)}${list.length > 0 ? factList(list) : ''}${CLOSE}` };
}

function hero(mark: Mark, title: string, text: string): string {
  return `<div class="hero"><span class="mark" data-mark="${mark}"><svg viewBox="0 0 24 24" aria-hidden="true">${MARKS[mark]}</svg></span>
<h1>${title}</h1><p role="status">${text}</p></div>`;
}

/** @param facts - Escaped. */
function factList(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(([term, value]) => `<div><dt>${term}</dt><dd><bdi>${value}</bdi></dd></div>`);
  return `<dl class="panel">${rows.join('')}</dl>`;
}

/** A long id or address, escaped and shortened. */
function short(text: string): string {
  return escapeHtml(text.length > 20 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text);
}

function shell({ title, body, isWaiting = false }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isWaiting ? '<meta http-equiv="refresh" content="1">' : ''}
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${EXCHANGE_PATH}/style.css">
<script src="${EXCHANGE_PATH}/script.js" defer></script>
</head>
<body>
<header class="dev"><b>Development</b> Only for the development networks. No money moves.</header>
<main>
${body}
</main>
</body>
</html>
`;
}
