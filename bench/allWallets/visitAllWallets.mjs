const THROTTLE = 4;

/** Runs in the page before its own code: stopwatches that run in the page, so that no time of the driver is counted. */
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
  /** Resolves one frame after the one that first sees what is looked for. */
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
        .painted(() => grid()?.querySelector('button'))
        .then(time => {
          bench.paint = time - event.timeStamp;
        });
    },
    true,
  );
}

const longest = (tasks, from, to) =>
  Math.max(0, ...tasks.filter(([start]) => start >= from && start <= to).map(([, duration]) => duration));

/** One visit: open, scroll through all of it, search. Times in milliseconds. */
export async function visitAllWallets(browser, directory) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(probe);
  const page = await context.newPage();
  await directory.route(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.goto(directory.url, { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('button').last().click();
  const row = page.getByRole('dialog').getByRole('button', { name: /^All wallets/ });
  await row.hover();
  await page.waitForTimeout(300);
  await row.click();
  await page.waitForFunction(() => window.bench.paint);
  // The view has come to rest before it is scrolled.
  await page.waitForTimeout(800);
  const opened = await page.evaluate(() => ({ ...window.bench, now: performance.now() }));
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
  await context.close();
  return result;
}

/** Turns the wheel until the last wallet is drawn, and counts what is in the document on the way. */
async function scrollThrough(page, count) {
  const box = await page.getByRole('list', { name: 'Wallets' }).boundingBox();
  await page.mouse.move(box.x + box.width / 2, 500);
  for (let turn = 0; turn < 400; turn += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(16);
    // A question to the page is work for the page: asked now and then.
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
