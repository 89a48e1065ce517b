import { pageProbe, walletName } from './pageProbe.mjs';
import { traceShares } from './traceShares.mjs';

const throttle = 4;
const traced = ['devtools.timeline', 'blink.user_timing', 'v8', 'disabled-by-default-v8.compile', 'blink'];

/** Opens a page that counts bytes and foreign hosts, with the CPU throttled 4×. */
async function openPage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(pageProbe, walletName);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  const seen = { bytes: 0, files: 0, foreign: new Set(), asked: 0 };
  const gateway = new URL(url).searchParams.get('gateway');
  const scripts = new Set();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    seen.bytes += encodedDataLength;
    seen.files += 1;
  });
  const { origin } = new URL(url);
  page.on('request', request => {
    const target = new URL(request.url());
    if (gateway && target.origin === new URL(gateway).origin) {
      seen.asked += 1;
      return;
    }
    if (target.protocol !== 'data:' && target.protocol !== 'blob:' && target.origin !== origin)
      seen.foreign.add(target.origin);
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.goto(url, { waitUntil: 'networkidle' });
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
  };
  return { context, page, seen, heap };
}

const read = (page, name) =>
  page.waitForFunction(key => window.bench[key], name).then(handle => handle.jsonValue());

/** Visits a floor page (wagmi, React or a plain dialog): the time until the button is clickable, and from the click to its result. */
export async function visitFloor(browser, { url, hasWallet = false, hasDialog = false }) {
  const { context, page, seen, heap } = await openPage(browser, url);
  const result = {
    button: await read(page, 'button'),
    bytes: seen.bytes,
    files: seen.files,
    heap: await heap(),
  };
  if (hasDialog) {
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    result.row = await read(page, 'row');
    result.rest = await read(page, 'rest');
  }
  if (hasWallet) {
    await page.getByRole('button', { name: walletName }).click();
    result.address = await read(page, 'address');
  }
  await context.close();
  return result;
}

/**
 * Visits a page with Latchkit: from the click to the first wallet row and two frames, then from the click on the wallet to the address.
 *
 * @param {{ url: string, hover: number, trace?: boolean }} options `hover`: milliseconds that the pointer rests on the button
 *   before the click
 */
export async function visitLatchkit(browser, { url, hover, trace = false }) {
  const { context, page, seen, heap } = await openPage(browser, url);
  const result = {
    button: await read(page, 'button'),
    bytes: seen.bytes,
    files: seen.files,
    heap: await heap(),
  };
  result.foreign = [...seen.foreign];
  result.asked = seen.asked;
  const button = page.getByRole('button', { name: 'Connect wallet' });
  await button.hover();
  await page.waitForTimeout(hover);
  if (trace) await browser.startTracing(page, { categories: traced });
  await button.click();
  result.row = await read(page, 'row');
  result.rest = await read(page, 'rest');
  if (trace) result.shares = traceShares(await browser.stopTracing());
  await page.waitForLoadState('networkidle');
  result.bytesToConnect = seen.bytes - result.bytes;
  result.filesToConnect = seen.files - result.files;
  result.heapOpen = await heap();
  // Let the modal settle, as for a visitor who reads the list.
  await page.waitForTimeout(500);
  await page.getByRole('dialog').getByRole('button', { name: walletName }).click();
  result.address = await read(page, 'address');
  await context.close();
  return result;
}
