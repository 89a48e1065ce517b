import { getBase58Encoder } from '@solana/kit';
import type { Frame, Page } from 'playwright-core';
import { recoverMessageAddress, stringToHex, toHex } from 'viem';
import { describe, expect, onTestFinished } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { it, ReviewVisit } from './support/reviews.js';
import { launchPartitioned } from './support/sites.js';
import { invoice, permitFor } from './support/typedData.js';

/** Milliseconds within which an accepted press would have signed. */
const SETTLED = 400;

/** Presses at the position of Approve, and expects no effect. */
async function expectNothing(visit: ReviewVisit, press: () => Promise<unknown>): Promise<void> {
  const before = await visit.signatures();
  await press();
  await visit.page.waitForTimeout(SETTLED);
  expect(await visit.signatures()).toBe(before);
}

/** Expects that Approve is not armed, even half a second after a change. */
async function expectDisabled(visit: ReviewVisit): Promise<void> {
  await expect.poll(() => visit.approve.getAttribute('aria-disabled')).toBe('true');
  expect(await visit.approve.isEnabled()).toBe(false);
  await visit.page.waitForTimeout(1_200);
  expect(await visit.approve.getAttribute('aria-disabled')).toBe('true');
}

/** Waits until Approve is armed, and presses it. */
async function approve(visit: ReviewVisit): Promise<void> {
  await visit.armed();
  await visit.press(visit.approve);
}

/** An unsigned transfer of 0.01 SOL to another account, as base64. */
function paymentOnSolana(from: string): string {
  const [to, system, blockhash] = [9, 0, 5].map(fill => new Uint8Array(32).fill(fill));
  const data = new DataView(new ArrayBuffer(12));
  data.setUint32(0, 2, true);
  data.setBigUint64(4, 10_000_000n, true);
  const accounts = [...getBase58Encoder().encode(from), ...(to ?? []), ...(system ?? [])];
  const message = [1, 0, 1, 3, ...accounts, ...(blockhash ?? []), 1, 2, 2, 0, 1, 12];
  return Buffer.from([1, ...new Uint8Array(64), ...message, ...new Uint8Array(data.buffer)]).toString(
    'base64',
  );
}

/** A point in the form that the mouse takes. */
const centre = ({ x, y }: { readonly x: number; readonly y: number }) => [x, y] as const;

/**
 * Lets the host move the frame so that Approve is at a point of the host page, and waits for two frames: until the move is painted,
 * the browser sends a press there to the previous element.
 */
async function moveUnder(visit: ReviewVisit, at: { readonly x: number; readonly y: number }): Promise<void> {
  const from = await visit.centreOf(visit.approve);
  await visit.page.evaluate(
    async ([dx, dy]) => {
      const iframe = document.querySelector('iframe');
      if (iframe === null) return;
      const { left, top } = iframe.style;
      const moved = (from: string, by: number) => `${Number.parseFloat(from || '0') + by}px`;
      Object.assign(iframe.style, { position: 'relative', left: moved(left, dx), top: moved(top, dy) });
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    },
    [at.x - from.x, at.y - from.y] as const,
  );
}

describe('an approval in the frame', () => {
  it('signs what was shown, once the visitor pressed', async ({ shared: visit }) => {
    await visit.sign('first', 'Hello');
    await expect.poll(() => visit.frame.locator('.message').textContent()).toBe('Hello');
    await approve(visit);
    await expect.poll(() => visit.answer('first')).toMatchObject({ result: expect.stringMatching(/^0x/) });
    const { result } = (await visit.answer('first')) as { result: `0x${string}` };
    const { evm } = await visit.addresses();
    expect(await recoverMessageAddress({ message: 'Hello', signature: result })).toBe(evm);
    expect(await visit.signatures()).toBe(1);
    await visit.frame.locator('.screen').waitFor({ state: 'detached' });
  });

  it('can be reached by Tab from Reject, where the focus is, and approved by Enter', async ({ visit }) => {
    await visit.open();
    await visit.sign('keys', 'Hello');
    await expect.poll(() => visit.reject.evaluate(one => one.ownerDocument.activeElement === one)).toBe(true);
    await visit.waitIn(1_100);
    await visit.page.keyboard.press('Tab');
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => visit.answer('keys')).toMatchObject({ result: expect.any(String) });
  });

  it.for(process.env.LATCHKIT_FULL ? [0, 200, 400] : [0])(
    'that the host moves under the resting mouse %i ms before it presses is not approved',
    async (delay, { shared: visit }) => {
      await visit.sign('moved', 'Hello');
      await visit.armed();
      // Over the host page, where a game may invite a click.
      const at = { x: 700, y: 700 };
      await visit.page.mouse.move(at.x, at.y);
      await visit.waitIn(600);
      await expectNothing(visit, async () => {
        await moveUnder(visit, at);
        await visit.waitIn(delay);
        await visit.page.mouse.click(at.x, at.y);
      });
      await approve(visit);
      await expect.poll(() => visit.answer('moved')).toMatchObject({ result: expect.any(String) });
    },
  );

  it('that was moved is not approved by a mouse that was over it before, and rests', async ({
    shared: visit,
  }) => {
    await visit.page.evaluate(() => {
      const iframe = document.querySelector('iframe');
      if (iframe) Object.assign(iframe.style, { position: 'relative', left: '300px' });
    });
    await visit.sign('moved', 'Hello');
    await visit.armed();
    // Over the margin next to Reject, where a press before the move is painted has no effect.
    const { y } = await visit.centreOf(visit.reject);
    const x = ((await visit.page.locator('iframe').boundingBox())?.x ?? 0) + 4;
    await visit.page.mouse.move(x, y);
    await visit.waitIn(600);
    await expectNothing(visit, async () => {
      await moveUnder(visit, { x, y });
      await visit.page.mouse.click(x, y);
    });
    await approve(visit);
    await expect.poll(() => visit.answer('moved')).toMatchObject({ result: expect.any(String) });
  });

  it('is not approved by keys of a visitor who types while the host moves the focus there', async ({
    visit,
  }) => {
    await visit.open();
    await visit.sign('primed', 'Hello');
    await visit.armed();
    await visit.page.evaluate(() => {
      const field = document.createElement('input');
      document.body.prepend(field);
      field.focus();
    });
    await visit.page.keyboard.type('Vera');
    await visit.waitIn(600);
    await expectNothing(visit, async () => {
      await visit.page.evaluate(() => document.querySelector('iframe')?.focus());
      await expect.poll(() => visit.frame.evaluate(() => document.hasFocus())).toBe(true);
      await visit.reject.evaluate(one => (one as HTMLElement).focus());
      await expect.poll(() => visit.approve.isEnabled()).toBe(true);
      // The visitor continues for more than a second, the next field, and Enter. On a busy machine each key takes long: with longer
      // waits, a second could pass without any.
      for (const key of 'novakveramaria') {
        await visit.page.keyboard.press(key);
        await visit.waitIn(100);
      }
      await visit.page.keyboard.press('Tab');
      await visit.page.keyboard.press('Enter');
    });
    expect(await visit.answer('primed')).toBeUndefined();
  });

  it('is not approved by a key that was only let go in it', async ({ visit }) => {
    await visit.open();
    await visit.sign('half', 'Hello');
    await visit.waitIn(1_100);
    await visit.page.keyboard.press('Tab');
    await expect
      .poll(() => visit.approve.evaluate(one => one.ownerDocument.activeElement === one))
      .toBe(true);
    await expectNothing(visit, () => visit.page.keyboard.down('Enter'));
    await visit.page.keyboard.up('Enter');
    await expect.poll(() => visit.answer('half')).toMatchObject({ result: expect.any(String) });
  });

  it('cannot be approved before the end of a long message was in view', async ({ shared: visit }) => {
    await visit.sign('long', `Hello${'\n'.repeat(300)}and pay everything`);
    await visit.frame.getByText('Scroll to the end to approve.').waitFor();
    await expectNothing(visit, () => visit.press(visit.approve));
    expect(await visit.approve.isEnabled()).toBe(false);
    await visit.page.mouse.move(...centre(await visit.centreOf(visit.frame.locator('.details'))));
    await visit.page.mouse.wheel(0, 20_000);
    await approve(visit);
    await expect.poll(() => visit.answer('long')).toMatchObject({ result: expect.any(String) });
  });

  it('keeps room for the details, however the page calls itself', async ({ visit }) => {
    await visit.open();
    await visit.page.evaluate(
      () =>
        window.hostFrame.frame.call('SYNC_DAPP_DATA', {
          metadata: { name: '\u200B'.repeat(60) },
          projectId: '0',
          sdkVersion: '0',
          sdkType: 'latchkit',
        }) as Promise<unknown>,
    );
    await visit.sign('claim', 'long '.repeat(2_000));
    const heightOf = (part: string) =>
      visit.frame.locator(part).evaluate(one => (one as HTMLElement).getBoundingClientRect().height);
    expect(await heightOf('.claim')).toBeLessThan(24);
    expect(await heightOf('.details')).toBeGreaterThanOrEqual(160);
  });

  it('goes to the window where the details have less room than they need', async ({ visit }) => {
    await visit.open();
    await visit.sign('cramped', 'long '.repeat(2_000));
    // As an origin of many lines would. A page has no other way to take this space.
    await visit.frame.evaluate(() => {
      const who = document.querySelector<HTMLElement>('.who');
      if (who) who.style.minBlockSize = '460px';
    });
    await visit.frame.getByText('There is too little room').waitFor();
    expect(await visit.approve.isEnabled()).toBe(false);
    await visit.openWindow();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'takes the focus to Reject when it is seen, so that the first press counts, and only once',
    async ({ visit }) => {
      await visit.open();
      const { evm } = await visit.addresses();
      // As a modal does when it changes the view.
      await visit.page.evaluate(() => {
        const field = document.createElement('input');
        document.body.prepend(field);
        window.hostFrame.frame.on(event => {
          if (event.type !== 'SHOW') return;
          setTimeout(() => {
            field.focus();
            field.dataset.focused = '';
          }, 100);
        });
      });
      await visit.request('focus', 'personal_sign', ['Hello', evm]);
      await visit.page.locator('input[data-focused]').waitFor();
      await expect.poll(() => visit.reject.evaluate(one => one.ownerDocument.hasFocus())).toBe(true);
      await approve(visit);
      await expect.poll(() => visit.answer('focus')).toMatchObject({ result: expect.any(String) });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'rejects with the code of a refusal when the visitor refuses',
    async ({ visit }) => {
      await visit.open();
      await visit.sign('refused', 'Hello');
      await visit.reject.click();
      await expect.poll(() => visit.answer('refused')).toEqual({ code: 'REJECTED' });
      expect(await visit.signatures()).toBe(0);
    },
  );

  it('SEC-10: an abort closes the review, and a press after it signs nothing', async ({ shared: visit }) => {
    await visit.sign('aborted', 'Hello');
    await visit.armed();
    const box = await visit.approve.boundingBox();
    if (box === null) throw new Error('There is no button.');
    await visit.page.evaluate(() => window.abortRequest());
    await expect.poll(() => visit.answer('aborted')).toEqual({ code: 'ABORTED' });
    await expect.poll(() => visit.frame.locator('.screen').count()).toBe(0);
    await expectNothing(visit, () => visit.page.mouse.click(box.x + 5, box.y + 5));
    // The request has ended: the next one is shown and can be approved.
    await visit.sign('next', 'Hello again');
    await approve(visit);
    await expect.poll(() => visit.answer('next')).toMatchObject({ result: expect.any(String) });
  });

  it('SEC-56: synthetic clicks, pointers and keys on Approve do nothing', async ({ shared: visit }) => {
    await visit.sign('synthetic', 'Hello');
    await visit.armed();
    await expectNothing(visit, () =>
      visit.approve.evaluate(button => {
        const at = { bubbles: true, isPrimary: true, button: 0, pointerId: 1 };
        const box = button.getBoundingClientRect();
        const inside = { ...at, clientX: box.x + 5, clientY: box.y + 5 };
        (button as HTMLElement).click();
        button.dispatchEvent(new PointerEvent('pointerdown', inside));
        button.dispatchEvent(new PointerEvent('pointerup', inside));
        button.dispatchEvent(new MouseEvent('click', inside));
        button.ownerDocument.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
        (button as HTMLElement).focus();
        for (const key of ['Enter', ' ']) {
          button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          button.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
        }
      }),
    );
    expect(await visit.answer('synthetic')).toBeUndefined();
  });

  it('SEC-57: a press too soon after the review is drawn is ignored, and restarts the wait', async ({
    shared: visit,
  }) => {
    await visit.sign('early', 'Hello');
    await visit.armed();
    // Rendered repeatedly, as when more data arrives, until after the press, which may be late on a busy machine.
    const drawing = await visit.frame.evaluate(() => {
      const draw = () => window.dispatchEvent(new Event('resize'));
      draw();
      return Number(setInterval(draw, 50));
    });
    await expectNothing(visit, () => visit.press(visit.approve));
    await visit.frame.evaluate(timer => clearInterval(timer), drawing);
    await visit.armed();
    await visit.press(visit.approve);
    await expect.poll(() => visit.answer('early')).toMatchObject({ result: expect.any(String) });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'SEC-57: presses right after the next request came are ignored',
    async ({ shared: visit }) => {
      const { evm } = await visit.addresses();
      const { host, origin } = new URL(visit.page.url());
      // Sign-ins have the same layout, so Approve of the second is where the first one's was.
      const text = (nonce: string) =>
        `${host} wants you to sign in with your Ethereum account:\n${evm}\n\n\nURI: ${origin}/\nVersion: 1\nChain ID: 1\nNonce: ${nonce}\nIssued At: 2026-01-01T00:00:00Z`;
      await visit.sign('one', text('firstfirst'));
      await visit.request('two', 'personal_sign', [text('secondsecond'), evm]);
      await visit.armed();
      const box = await visit.approve.boundingBox();
      if (box === null) throw new Error('There is no button.');
      const shown = awaitedLater(
        visit.frame.evaluate(
          () =>
            new Promise<number>(resolve => {
              const look = () => {
                const isSecond = document.querySelector('.message')?.textContent?.includes('secondsecond');
                if (isSecond) resolve(performance.now());
                else requestAnimationFrame(look);
              };
              look();
            }),
        ),
      );
      for (let press = 0; press < 12; press++) await visit.page.mouse.click(box.x + 20, box.y + 20);
      const shownAt = await shown;
      await visit.page.waitForTimeout(SETTLED);
      if ((await visit.signatures()) === 1) await approve(visit);
      await expect.poll(() => visit.signatures()).toBe(2);
      // However long the presses took, none within half a second of the review had an effect.
      const times = await visit.frame.evaluate(() => window.signedAt ?? []);
      expect((times[1] ?? 0) - shownAt).toBeGreaterThan(450);
    },
  );

  it('SEC-57: a press that brings the focus back to the page does not count', async ({ shared: visit }) => {
    await visit.sign('focus', 'Hello');
    await visit.armed();
    await visit.page.evaluate(() => {
      const field = document.createElement('input');
      // Moves nothing: a press on a frame that has moved would not count for that reason alone.
      field.style.cssText = 'position:fixed;inset:auto auto 0 0';
      document.body.append(field);
      field.focus();
    });
    await visit.page.waitForTimeout(600);
    await expectNothing(visit, () => visit.press(visit.approve));
    await approve(visit);
    await expect.poll(() => visit.answer('focus')).toMatchObject({ result: expect.any(String) });
  });

  it('SEC-61: the host gives the frame the focus, and keys that come then approve nothing', async ({
    visit,
  }) => {
    await visit.open();
    await visit.sign('keys', 'Hello');
    await visit.armed();
    for (const key of ['Enter', 'Space']) {
      await visit.page.evaluate(() => document.querySelector('iframe')?.focus());
      await expect.poll(() => visit.approve.isEnabled()).toBe(true);
      // The worst case: the button has the focus, but not from a key.
      await visit.approve.evaluate(button => (button as HTMLElement).focus());
      // Keys count after a second without any.
      await visit.waitIn(1_200);
      await expectNothing(visit, () => visit.page.keyboard.press(key));
    }
    expect(await visit.answer('keys')).toBeUndefined();
  });
});

/** Entries with these names, which the defences need; in the full run all. */
const tried = (all: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.entries(all).filter(([name]) => process.env.LATCHKIT_FULL || names.includes(name));

describe('a review that cannot be seen', () => {
  const coverings: Readonly<Record<string, string>> = {
    'an opaque overlay': 'background:#fff',
    'a transparent overlay': 'background:transparent',
    'a partial overlay': 'background:#fff;inset:auto 0 0 0;height:40px',
    'an overlay that lets clicks through': 'background:#fff;pointer-events:none',
  };
  for (const [name, css] of tried(coverings, ['an overlay that lets clicks through'])) {
    it(`SEC-58: ${name} over the frame keeps it from being approved, and the window is offered`, async ({
      shared: visit,
    }) => {
      await visit.sign('covered', 'Hello');
      await visit.armed();
      await visit.page.evaluate(style => {
        const iframe = document.querySelector('iframe');
        const over = document.createElement('div');
        const box = iframe?.getBoundingClientRect();
        over.id = 'over';
        over.style.cssText = `position:fixed;inset:0;${style}`;
        if (box && style.includes('height')) over.style.bottom = `${innerHeight - box.bottom}px`;
        document.body.append(over);
      }, css);
      await expect.poll(() => visit.approve.getAttribute('aria-disabled')).toBe('true');
      await expect
        .poll(() => visit.frame.getByRole('button', { name: 'Review in the wallet window' }).count())
        .toBe(1);
      if (css.includes('pointer-events')) await expectNothing(visit, () => visit.press(visit.approve));
      const now = () => visit.frame.evaluate(() => performance.now());
      const coveredAt = await now();
      // Removed at the last moment.
      await visit.page.evaluate(() => document.querySelector('#over')?.remove());
      await visit.press(visit.approve);
      const pressedBy = await now();
      await visit.page.waitForTimeout(SETTLED);
      // On a busy machine the press may arrive half a second later, and then it counts.
      if (pressedBy - coveredAt < 500) expect(await visit.signatures()).toBe(0);
      if ((await visit.signatures()) === 0) await approve(visit);
      await expect.poll(() => visit.answer('covered')).toMatchObject({ result: expect.any(String) });
      const [signedAt = 0] = await visit.frame.evaluate(() => window.signedAt ?? []);
      expect(signedAt - coveredAt).toBeGreaterThan(500);
    });
  }

  it.runIf(process.env.LATCHKIT_FULL)(
    'SEC-58: a dialog of the top layer over the frame keeps it from being approved',
    async ({ shared: visit }) => {
      await visit.sign('dialog', 'Hello');
      await visit.armed();
      await visit.page.evaluate(() => {
        const dialog = document.createElement('dialog');
        dialog.style.cssText = 'inset:0;margin:0;width:100%;height:100%;opacity:.5';
        document.body.append(dialog);
        dialog.showModal();
      });
      await expectDisabled(visit);
      await expectNothing(visit, () => visit.press(visit.approve));
    },
  );

  const distortions: Readonly<Record<string, string>> = {
    'opacity .99': 'opacity:.99',
    'a filter': 'filter:brightness(1.01)',
    'an SVG filter': 'filter:url("#nothing")',
    'a blend mode': 'mix-blend-mode:multiply',
    'a transform': 'transform:rotate(1deg)',
    'a clip path': 'clip-path:inset(0 0 60px 0)',
    'zoom .2': 'zoom:.2',
    'a tiny frame': 'height:300px;width:200px',
    'a frame that is a little too low': 'height:415px',
    'a frame that is a little too narrow': 'width:319px',
  };
  for (const [name, css] of tried(distortions, ['opacity .99', 'a frame that is a little too low'])) {
    it(`SEC-59: ${name} keeps the frame from being approved`, async ({ shared: visit }) => {
      await visit.sign('distorted', 'Hello');
      await visit.armed();
      await visit.page.evaluate(style => {
        const iframe = document.querySelector('iframe');
        document.body.insertAdjacentHTML(
          'beforeend',
          '<svg width="0" height="0"><filter id="nothing"><feOffset dx="1"/></filter></svg>',
        );
        if (iframe) iframe.style.cssText += `;${style}`;
      }, css);
      await expectDisabled(visit);
      await expectNothing(visit, () => visit.press(visit.approve));
      expect(await visit.answer('distorted')).toBeUndefined();
    });
  }

  it('SEC-60: what moves value or gives rights is never approved in the frame of an origin that is registered and not trusted', async ({
    visit,
  }) => {
    await visit.open();
    const { evm } = await visit.addresses();
    const inWindow = async (name: string, method: string, params: readonly unknown[]) => {
      await visit.request(name, method, params);
      await visit.frame.getByRole('button', { name: 'Review in the wallet window' }).waitFor();
      expect(await visit.approve.count(), name).toBe(0);
      await visit.reject.click();
      await expect.poll(() => visit.answer(name)).toEqual({ code: 'REJECTED' });
    };
    await inWindow('permit', 'eth_signTypedData_v4', [evm, JSON.stringify(permitFor(evm))]);
    await inWindow('invoice', 'eth_signTypedData_v4', [evm, JSON.stringify(invoice)]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'has a message and what no contract takes approved in that frame, and with trust all that it can read',
    async ({ visit }) => {
      await visit.open();
      const { evm } = await visit.addresses();
      const inFrame = async (name: string, typed: unknown) => {
        await visit.request(name, 'eth_signTypedData_v4', [evm, JSON.stringify(typed)]);
        await approve(visit);
        await expect.poll(() => visit.answer(name)).toMatchObject({ result: expect.any(String) });
      };
      await visit.sign('message', 'Hello');
      await approve(visit);
      await expect.poll(() => visit.answer('message')).toMatchObject({ result: expect.any(String) });
      await inFrame('choice', { ...invoice, domain: { name: 'Shop' } });
      await visit.open('trusted');
      await inFrame('invoice', invoice);
      await inFrame('permit', permitFor(evm));
    },
  );
});

/** Records how Chromium reports a frame that a mask makes invisible, so that a change of it is noticed. */
const SEES_MASKS = false;

describe('IntersectionObserver v2', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'does not see a mask over the frame: the surface rule is what stands against it [SEC-60]',
    async ({ shared: visit }) => {
      await visit.sign('masked', 'Hello');
      await visit.armed();
      await visit.page.evaluate(() => {
        const iframe = document.querySelector('iframe');
        if (iframe) iframe.style.maskImage = 'linear-gradient(transparent, transparent)';
      });
      await visit.page.waitForTimeout(1_200);
      expect(await visit.approve.getAttribute('aria-disabled')).toBe(String(SEES_MASKS));
    },
  );
});

describe('a request', () => {
  it('SEC-64: is signed as it was when it came, whatever the host does to it afterwards', async ({
    shared: visit,
  }) => {
    const { evm } = await visit.addresses();
    await visit.page.evaluate(account => {
      const params = ['0x53616665', account];
      const payload = {
        method: 'personal_sign',
        params,
        chainId: 'eip155:1' as const,
        chainNamespace: 'eip155' as const,
      };
      const call = window.hostFrame.frame.call('RPC_REQUEST', payload);
      // In the task after the one that sent it.
      setTimeout(() => {
        params[0] = '0x6576696c';
        payload.method = 'eth_sendTransaction';
      });
      void call.then(result => {
        window.answers.mutated = { result };
      });
    }, evm);
    await visit.approve.waitFor();
    await expect.poll(() => visit.frame.locator('.message').textContent()).toBe('Safe');
    await approve(visit);
    await expect.poll(() => visit.answer('mutated')).toMatchObject({ result: expect.any(String) });
    const { result } = (await visit.answer('mutated')) as { result: `0x${string}` };
    expect(await recoverMessageAddress({ message: 'Safe', signature: result })).toBe(evm);
  });

  it('SEC-66: hostile names and texts are written out, and the origin stays', async ({ visit }) => {
    await visit.open();
    await visit.page.evaluate(
      () =>
        window.hostFrame.frame.call('SYNC_DAPP_DATA', {
          metadata: { name: `\u202E<img src=x onerror=alert(1)>\u200B${'x'.repeat(200)}` },
          projectId: '0',
          sdkVersion: '0',
          sdkType: 'latchkit',
        }) as Promise<unknown>,
    );
    await visit.sign('hostile', `<script>alert(1)</script>\u202E${'long '.repeat(2_000)}`);
    const { frame } = visit;
    expect(await frame.locator('.origin').textContent()).toBe(new URL(visit.page.url()).origin);
    expect(await frame.locator('.origin').isVisible()).toBe(true);
    const claim = (await frame.locator('.claim').textContent()) ?? '';
    expect(claim).toContain('⟨U+202E⟩<img src=x');
    expect(claim).toContain('…');
    expect(await frame.locator('.screen img, .screen script').count()).toBe(0);
    expect(await frame.locator('.message').textContent()).toContain('</script>⟨U+202E⟩long');
    expect(await frame.locator('.details').evaluate(one => one.clientHeight)).toBeGreaterThanOrEqual(160);
    expect(await visit.approve.isVisible()).toBe(true);
  });

  it('SEC-67: after three refusals there is a pause, and the third offers to shut the site out', async ({
    visit,
  }) => {
    await visit.open();
    const block = visit.frame.getByRole('button', { name: 'Reject and block this site for 1 hour' });
    for (const name of ['one', 'two']) {
      await visit.sign(name, 'Hello');
      expect(await block.count()).toBe(0);
      await visit.reject.click();
      await expect.poll(() => visit.answer(name)).toEqual({ code: 'REJECTED' });
    }
    await visit.sign('three', 'Hello');
    const { evm } = await visit.addresses();
    const blockedAfter = Date.now();
    await block.click();
    await expect.poll(() => visit.answer('three')).toEqual({ code: 'REJECTED' });
    const refusal = await visit.page.evaluate(account => {
      const payload = {
        method: 'personal_sign',
        params: ['Hello', account],
        chainId: 'eip155:1',
        chainNamespace: 'eip155' as const,
      };
      return window.hostFrame.frame.call('RPC_REQUEST', payload).catch((error: Error) => error.message);
    }, evm);
    // One hour, not the 30 s after three rejections.
    const passed = Math.ceil((Date.now() - blockedAfter) / 1_000);
    const left = Number(/Please try again after (\d+) seconds$/.exec(String(refusal))?.[1]);
    expect(left).toBeLessThanOrEqual(3_600);
    expect(left).toBeGreaterThanOrEqual(3_600 - passed);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'SEC-67: a site that was shut out stays out over its reload of the wallet, and of itself',
    async ({ sites }) => {
      // Like users' browsers, this one lets a cross-site frame store data.
      const browser = await launchPartitioned();
      onTestFinished(() => browser.close());
      const page = await browser.newPage({ viewport: { width: 800, height: 800 }, locale: 'en-US' });
      const visit = new ReviewVisit(page, sites);
      await visit.open();
      for (const name of ['one', 'two']) {
        await visit.sign(name, 'Hello');
        await visit.reject.click();
        await expect.poll(() => visit.answer(name)).toEqual({ code: 'REJECTED' });
      }
      // A host must not be able to prevent this by reloading the wallet after each rejection.
      await visit.open();
      await visit.sign('three', 'Hello');
      await visit.frame.getByRole('button', { name: 'Reject and block this site for 1 hour' }).click();
      await expect.poll(() => visit.answer('three')).toEqual({ code: 'REJECTED' });
      // Mark the old document, which still responds for a moment.
      await visit.frame.evaluate(() => document.documentElement.setAttribute('data-before', ''));
      await visit.page.evaluate(() => window.hostFrame.frame.call('RELOAD', {}));
      const ask = async (name: string) => {
        await visit.request(name, 'personal_sign', ['Hello', (await visit.addresses()).evm]);
        await expect.poll(() => visit.answer(name)).toEqual({ code: 'SITE_BLOCKED' });
      };
      const isBack = () =>
        visit.frame
          .evaluate(
            () =>
              window.walletAddresses !== undefined && !document.documentElement.hasAttribute('data-before'),
          )
          .catch(() => false);
      await expect.poll(isBack).toBe(true);
      await ask('after RELOAD');
      await visit.open();
      await ask('after a reload of the page');
    },
  );

  it('is in the language of the browser, in the window too, whatever the host says', async ({
    browser,
    sites,
  }) => {
    const context = await browser.newContext({ viewport: { width: 800, height: 800 }, locale: 'de-DE' });
    onTestFinished(() => context.close());
    const visit = new ReviewVisit(await context.newPage(), sites);
    await visit.open();
    await visit.page.evaluate(() =>
      window.hostFrame.frame.call('SYNC_DAPP_DATA', {
        ...{
          metadata: { name: 'Shop' },
          projectId: 'p',
          sdkVersion: '1',
          sdkType: 'latchkit',
          locale: 'ar',
        },
      }),
    );
    await visit.request('hash', 'personal_sign', [`0x${'9c'.repeat(32)}`, (await visit.addresses()).evm]);
    const screen = visit.frame.locator('main.screen');
    await screen.locator('h1').waitFor();
    const looks = async (page: Page | Frame) =>
      page.locator('main.screen').evaluate(({ lang, dir }: HTMLElement) => [lang, dir]);
    expect(await looks(visit.frame)).toEqual(['de', 'ltr']);
    expect(await visit.frame.evaluate(() => document.documentElement.lang)).toBe('de');
    const opened = awaitedLater(context.waitForEvent('page'));
    await visit.frame.locator('.actions button[data-variant="primary"]').last().click();
    const review = await opened;
    await review.locator('.content h1').waitFor();
    expect(await looks(review)).toEqual(['de', 'ltr']);
  });

  it.for([
    ['eip155:1', '0.010042 ETH'],
    ['solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1', '0.010005 SOL'],
  ] as const)(
    'that the account cannot pay says what is missing, and offers to receive it: %s',
    async ([chainId, missing], { visit }) => {
      const answers: Readonly<Record<string, unknown>> = {
        ...{ eth_getTransactionCount: '0x0', eth_getBlockByNumber: { baseFeePerGas: toHex(500_000_000) } },
        ...{ eth_maxPriorityFeePerGas: toHex(1_000_000_000), eth_getBalance: '0x0' },
        ...{ isBlockhashValid: { value: true }, getBalance: { value: 0 } },
      };
      // As a node does when it cannot estimate a transaction without funds.
      visit.sites.rules.chain = method => {
        if (!Object.hasOwn(answers, method)) throw new Error('Insufficient funds');
        return answers[method];
      };
      await visit.open('trusted');
      const { evm, solana } = await visit.addresses();
      if (chainId === 'eip155:1') {
        const value = toHex(10n ** 16n);
        await visit.request('pay', 'eth_sendTransaction', [{ from: evm, to: evm, value }], chainId);
      } else {
        const transaction = paymentOnSolana(solana);
        await visit.request('pay', 'solana_signAndSendTransaction', { transaction, pubkey: solana }, chainId);
      }
      const { frame } = visit;
      await frame.getByText('Not enough funds').waitFor();
      expect(await frame.locator('.shortage .notice').textContent()).toContain(`You need ${missing} more`);
      expect(await frame.getByText('Could not simulate').count()).toBe(0);
      expect(await visit.approve.isDisabled()).toBe(true);
      await frame.getByRole('button', { name: 'Receive' }).click();
      const address = frame.locator('.receive code');
      expect(await address.textContent()).toBe(chainId === 'eip155:1' ? evm : solana);
      // Read to the end, with the mouse resting on the button: any other request could be approved by now.
      await frame.locator('.details').evaluate(one => one.scrollTo(0, one.scrollHeight));
      await visit.rest(visit.approve);
      expect(await visit.approve.isDisabled()).toBe(true);
      await expectNothing(visit, () => visit.press(visit.approve));
      await visit.reject.click();
      await expect.poll(() => visit.answer('pay')).toEqual({ code: 'REJECTED' });
      expect(await visit.signatures()).toBe(0);
    },
  );

  it('SEC-67: a sixth that waits is told BUSY', async ({ visit }) => {
    await visit.open();
    const { evm } = await visit.addresses();
    for (let at = 1; at <= 6; at++) await visit.request(`r${at}`, 'personal_sign', [toHex(at), evm]);
    await expect.poll(() => visit.answer('r6')).toEqual({ code: 'BUSY' });
    expect(await visit.answer('r5')).toBeUndefined();
  });

  it('SEC-65: one that signs in elsewhere is blocked, and says why', async ({ visit }) => {
    await visit.open();
    const { evm } = await visit.addresses();
    const text = `bank.example wants you to sign in with your Ethereum account:\n${evm}\n\n`;
    await visit.request('phishing', 'personal_sign', [stringToHex(text), evm]);
    await visit.frame.getByText('Your wallet blocked this request').waitFor();
    expect(await visit.approve.count()).toBe(0);
    await visit.reject.click();
    await expect.poll(() => visit.answer('phishing')).toEqual({ code: 'REJECTED' });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'for calls as one, which needs a smart account, is refused without a prompt',
    async ({ visit }) => {
      await visit.open();
      const { evm } = await visit.addresses();
      const calls = [
        { calls: [{ to: evm }, { to: evm }], from: evm, version: '2.0.0', atomicRequired: true },
      ];
      await visit.request('calls', 'wallet_sendCalls', calls);
      await expect.poll(() => visit.answer('calls')).toEqual({ code: 'CALLS_NOT_ATOMIC' });
      expect(await visit.frame.locator('.screen').count()).toBe(0);
    },
  );
});
