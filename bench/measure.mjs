import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { buildHost } from '../scripts/lib/buildHost.mjs';
import { findAnvil } from '../scripts/lib/findAnvil.mjs';
import { findChromium } from '../scripts/lib/findChromium.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { benchGateway } from './benchGateway.mjs';
import { visitFloor, visitLatchkit } from './measureHost.mjs';
import { serveHost } from './serveHost.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** The visits of each round. Rounds interleave the pages, so that a slow moment of the machine affects all of them. */
const visits = [
  {
    name: 'floor-react',
    host: 'floor-react',
    run: (browser, url) => visitFloor(browser, { url, hasWallet: false }),
  },
  {
    name: 'floor-wagmi',
    host: 'floor-wagmi',
    run: (browser, url) => visitFloor(browser, { url, hasWallet: true }),
  },
  {
    name: 'floor-dialog',
    host: 'floor-dialog',
    run: (browser, url) => visitFloor(browser, { url, hasDialog: true }),
  },
  { name: 'latchkit', host: 'latchkit', run: (browser, url) => visitLatchkit(browser, { url, hover: 0 }) },
  {
    name: 'latchkit, hovered',
    host: 'latchkit',
    run: (browser, url) => visitLatchkit(browser, { url, hover: 300 }),
  },
  {
    name: 'latchkit-wagmi',
    host: 'latchkit-wagmi',
    run: (browser, url) => visitLatchkit(browser, { url, hover: 0 }),
  },
  {
    name: 'latchkit-wagmi, hovered',
    host: 'latchkit-wagmi',
    run: (browser, url) => visitLatchkit(browser, { url, hover: 300 }),
  },
  {
    name: 'latchkit-gateway',
    host: 'latchkit-gateway',
    run: (browser, url) => visitLatchkit(browser, { url, hover: 0 }),
  },
  {
    name: 'latchkit-gateway, hovered',
    host: 'latchkit-gateway',
    run: (browser, url) => visitLatchkit(browser, { url, hover: 300 }),
  },
  {
    name: 'latchkit-full, hovered',
    host: 'latchkit-full',
    run: (browser, url) => visitLatchkit(browser, { url, hover: 300 }),
  },
];

/** The hosts with a gateway, whose URL is in their query. */
const withGateway = ['latchkit-gateway', 'latchkit-full'];

/**
 * Builds and serves the host pages, visits each in every round, and returns the raw numbers: times in milliseconds, sizes in bytes.
 * `shares` breaks down the time from click to row, from one traced visit each.
 *
 * @param {{ rounds: number, log: (text: string) => void }} options
 */
export async function measure({ rounds, log }) {
  const [port] = await freePorts(1);
  const chain = spawn(findAnvil(), ['--silent', '--port', String(port), '--chain-id', '1'], {
    stdio: 'ignore',
  });
  const browser = await chromium.launch({ executablePath: await findChromium({ log }), args: flags });
  const servers = {};
  const gateway = await benchGateway();
  try {
    for (const host of new Set(visits.map(visit => visit.host))) {
      servers[host] = await serveHost((await buildHost(host)).outDir, `http://127.0.0.1:${port}`);
    }
    const results = Object.fromEntries(visits.map(({ name }) => [name, []]));
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, host, run } of visits) {
        const query = withGateway.includes(host) ? `?gateway=${encodeURIComponent(gateway.url)}` : '';
        const result = await run(browser, `${servers[host].url}${query}`);
        // The first round warms up the browser, and is discarded.
        if (round > 0) results[name].push(result);
      }
      log(round === 0 ? 'Warmed up.' : `Round ${round} of ${rounds}.`);
    }
    const shares = {};
    for (const [name, hover] of Object.entries({ 'straight click': 0, 'after hovering': 300 })) {
      const { url } = servers['latchkit-wagmi'];
      shares[name] = (await visitLatchkit(browser, { url, hover, trace: true })).shares;
    }
    return { chromium: browser.version(), results, shares };
  } finally {
    await browser.close();
    await Promise.all(Object.values(servers).map(server => server.close()));
    gateway.stop();
    chain.kill();
  }
}
