import { readInbox, waitForMail } from 'latchkit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, openListener } from '../http/openListener.js';
import { developmentInbox } from './developmentInbox.js';
import { renderMail } from './renderMail.js';

const inbox = developmentInbox();
const mail = {
  to: 'ada@mail.example',
  locale: 'en',
  values: { host: 'shop.example', browser: 'Firefox', minutes: '10' },
} as const;
let listener: Listener;
let gateway = '';
beforeAll(async () => {
  listener = await openListener({ port: 0, host: '127.0.0.1', variable: 'PORT', limits: {} });
  listener.serve(inbox.routes.fetch);
  gateway = `http://127.0.0.1:${listener.port}`;
});
afterAll(() => listener.close());

describe('waitForMail', () => {
  it('waits for the mail to an address, and gives its link and its code', async () => {
    const link = 'http://localhost:4002/approve?lang=en#t=abc';
    const waiting = waitForMail(gateway, mail.to, { with: 'link' });
    await inbox.send(renderMail({ ...mail, kind: 'code', code: '012345', to: 'other@mail.example' }));
    await inbox.send(renderMail({ ...mail, kind: 'approve', link }));
    expect((await waiting).link).toBe(link);
    await inbox.send(renderMail({ ...mail, kind: 'code', code: '000001' }));
    await inbox.send(renderMail({ ...mail, kind: 'code', code: '000002' }));
    expect(await waitForMail(gateway, mail.to.toUpperCase(), { with: 'code' })).toMatchObject({
      code: '000002',
      link: undefined,
    });
    expect(await readInbox(gateway, mail.to)).toHaveLength(3);
    expect(await readInbox(gateway)).toHaveLength(4);
  });

  it('says so when none comes, or when there is no inbox', async () => {
    const none = waitForMail(gateway, mail.to, {
      after: new Date(Date.now() + 60_000),
      timeout: 150,
      with: 'code',
    });
    await expect(none).rejects.toThrow('No mail with a code to ada@mail.example came in 150 ms');
    await expect(readInbox(`${gateway}/nowhere/`, mail.to)).resolves.toHaveLength(3);
    await expect(readInbox('http://127.0.0.1:9')).rejects.toThrow();
  });
});
