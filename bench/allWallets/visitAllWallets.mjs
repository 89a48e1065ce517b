/** CPU throttling rate. */
const SLOWER = 4;

/** Runs in the page before its own code. Its stopwatches run in the page, so that they don't measure the driver. */
function probe() {
  const bench = { tasks: [], most: 0 };
  window.bench = bench;
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) bench.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  const grid = () => {
    for (const { shadowRoot } of document.body.children) {
      const found = shadowRoot?.querySelector('ul.lk-grid');
      if (found) return found;
    }
    return undefined;
  };
  bench.grid = grid;
  /** Resolves one frame after the first frame in which `look` finds something. */
  bench.painted = look =>
    new Promise(resolve => {
      const frame = () =>
        requestAnimationFrame(() => {
          if (look()) requestAnimationFrame(time => resolve(Math.max(time, performance.now())));
          else frame();
        });
      frame();
    });
  window.addEventListener(
    'click',
    event => {
      const label = event.composedPath().find(one => one instanceof HTMLButtonElement)?.textContent ?? '';
      if (!label.startsWith('All wallets')) return;
      bench.clicked = event.timeStamp;
      bench
        .painted(() => grid()?.querySelector('button')?.checkVisibility())
        .then(time => {
          bench.paint = time - event.timeStamp;
        });
    },
    true,
  );
}

/** Wheel turns needed to scroll through 500 wallets. */
const FLOOR_TURNS = 108;

const longest = (tasks, from, to) =>
  Math.max(0, ...tasks.filter(([start]) => start >= from && start <= to).map(([, duration]) => duration));

async function pageOf(browser, rate, script) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(script);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

async function openGrid(page, directory) {
  await directory.route(page);
  await page.goto(directory.url, { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('button').last().click();
  const row = page.getByRole('dialog').getByRole('button', { name: /^All wallets/ });
  await row.hover();
  await page.waitForTimeout(300);
  // Click by coordinates, because a locator's click would run checks of the driver in the page.
  const { x, y, width, height } = await row.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction(() => window.bench.paint);
}

/** Measures the milliseconds from the click to the paint without throttling. */
export async function visitUnthrottled(browser, directory) {
  const page = await pageOf(browser, 1, probe);
  await openGrid(page, directory);
  const paint = await page.evaluate(() => window.bench.paint);
  await page.context().close();
  return paint;
}

/** Makes one visit: open, scroll to the end, search. Times in milliseconds. */
export async function visitAllWallets(browser, directory) {
  const page = await pageOf(browser, SLOWER, probe);
  await openGrid(page, directory);
  // Let the view settle before scrolling.
  await page.waitForTimeout(800);
  const opened = await page.evaluate(() => ({ ...window.bench, now: performance.now() }));
  const box = await page.getByRole('list', { name: 'Wallets' }).boundingBox();
  await page.mouse.move(box.x + box.width / 2, 500);
  const end = await scrollThrough(page, directory.count);
  await page.waitForTimeout(300);
  const { tasks, most } = await page.evaluate(() => window.bench);
  const result = {
    paint: opened.paint,
    openTask: longest(tasks, opened.clicked - 50, opened.clicked + opened.paint),
    longTasks: tasks.filter(([start]) => start >= opened.now && start <= end).length,
    scrollTask: longest(tasks, opened.now, end),
    tiles: most,
    search: await search(page),
  };
  await page.context().close();
  return result;
}

/**
 * Measures the floor: a page with one long element of one colour, with the same wheel turns, throttling and measurements.
 */
export async function visitEmptyPage(browser, directory) {
  const page = await pageOf(browser, SLOWER, probe);
  await page.goto('about:blank');
  await page.setContent('<style>body{margin:0;height:13000px;background:#eee}</style><ul></ul>');
  await page.evaluate(() => {
    window.bench.grid = () => document.querySelector('ul');
  });
  await page.mouse.move(640, 500);
  const start = await page.evaluate(() => performance.now());
  const end = await scrollThrough(page, directory.count, FLOOR_TURNS);
  await page.waitForTimeout(300);
  const { tasks } = await page.evaluate(() => window.bench);
  await page.context().close();
  return {
    longTasks: tasks.filter(([from]) => from >= start && from <= end).length,
    scrollTask: longest(tasks, start, end),
  };
}

/** Turns the wheel until the last wallet is drawn, and counts the elements in the document on the way. */
async function scrollThrough(page, count, turns = 400) {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(16);
    // Measuring costs the page time, so do it only every fifth turn.
    if (turn % 5 !== 4) continue;
    const isLast = await page.evaluate(total => {
      const grid = window.bench.grid();
      window.bench.most = Math.max(window.bench.most, grid.children.length);
      return grid.querySelector(`[aria-posinset="${total}"]`) !== null;
    }, count);
    if (isLast) break;
  }
  return page.evaluate(() => performance.now());
}

async function search(page) {
  const field = page.getByRole('searchbox', { name: 'Search wallets' });
  await field.focus();
  await page.evaluate(() => {
    window.addEventListener(
      'keydown',
      event => {
        const before = window.bench.grid();
        window.bench.search = undefined;
        window.bench
          .painted(() => window.bench.grid() && window.bench.grid() !== before)
          .then(time => {
            window.bench.search = time - event.timeStamp;
          });
      },
      { capture: true, once: true },
    );
  });
  await page.keyboard.press('r');
  return page.waitForFunction(() => window.bench.search).then(handle => handle.jsonValue());
}
