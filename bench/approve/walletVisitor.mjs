import { waitForMail } from 'latchkit/testing';

/** Milliseconds that a button of the wallet pages may take until it accepts presses. */
const PATIENCE = 20_000;

/** Opens the demo page at its full size, without the demo wallet. */
export async function openHost(page, url) {
  await page.goto(`${url}/?wallet=none`);
  await page.getByTestId('host-status').waitFor();
}

/** Waits until the visitor is logged in, including from an earlier page load. */
export function connected(page) {
  return page.locator('[data-testid="host-status"][data-value="connected"]').waitFor();
}

/** Logs a new visitor in with the link and the code from the emails. */
export async function logIn(page, gateway) {
  const email = `${crypto.randomUUID()}@mail.example`;
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  const { link } = await waitForMail(gateway, email, { with: 'link' });
  const mail = await page.context().newPage();
  await mail.goto(link);
  const approve = mail.getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  // A button ignores presses for a moment after it was shown.
  await mail.waitForTimeout(700);
  await approve.click();
  await mail.getByText('Approved.').waitFor();
  await mail.close();
  const { code } = await waitForMail(gateway, email, { with: 'code' });
  await page.getByLabel('Six-digit code').fill(code);
  await connected(page);
  await page.locator('[role="dialog"][data-view]').waitFor({ state: 'detached' });
}

/**
 * Lets the host request a signature, then a method that needs no approval. Returns the milliseconds since the press on Approve, and
 * those of the second request.
 */
export async function askForSignature(page) {
  const [answeredAt, floor] = await page.evaluate(async () => {
    const wallet = window.demo.kit.kernel.embeddedWallet.wallet('eip155');
    const provider = await wallet.provider();
    const { address } = window.demo.kit.store.getState().namespaces.eip155.account;
    await provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', address] });
    const at = performance.timeOrigin + performance.now();
    const from = performance.now();
    // The wallet page responds to this method directly.
    await provider.request({ method: 'wallet_getCapabilities', params: [address] });
    return [at, performance.now() - from];
  });
  const pressedAt = await walletPage(page).evaluate(() => window.pressedAt);
  return { signature: answeredAt - pressedAt, floor };
}

/** Presses Approve once it accepts presses. */
export async function pressApprove(page) {
  await page.locator('[data-view="ApproveTransaction"]').waitFor();
  const button = walletPage(page).locator('.actions').getByRole('button', { name: 'Approve' });
  await button.waitFor();
  await walletPage(page).evaluate(() => {
    window.onpointerup = event => {
      window.pressedAt = performance.timeOrigin + event.timeStamp;
    };
  });
  await button.click({ timeout: PATIENCE });
  await page.locator('[role="dialog"][data-view]').waitFor({ state: 'detached' });
}

function walletPage(page) {
  const frame = page.frames().find(one => new URL(one.url()).pathname === '/frame');
  if (!frame) throw new Error('The wallet page was not found.');
  return frame;
}
