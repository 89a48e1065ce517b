import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DataSettings, newData, openData } from '../../../test/testDatabase.js';
import { auditCommand } from '../../commands/auditCommand.js';
import { withStores } from '../../commands/openStores.js';
import { readSettings } from '../../server/readSettings.js';
import type { Log } from '../jsonLog.js';
import { checkpointFile } from './checkpoints.js';
import { keepCheckpoints } from './keepCheckpoints.js';

let home: string;
let data: DataSettings;
beforeEach(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'latchkit-audit-'));
  data = await newData(path.join(home, 'data'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const settings = () => readSettings(data);
const directory = () => path.join(home, 'data-audit');
const verify = (...more: string[]) => auditCommand(['verify', ...more], settings());

/** Adds entries to both logs and writes a checkpoint of each, like a gateway that ran for a while. */
async function run(count: number, log: Log = () => {}) {
  await withStores(settings(), async stores => {
    const kept = await keepCheckpoints(
      stores.map(({ store }) => store),
      directory(),
      log,
    );
    for (const { store } of stores) {
      for (let index = 0; index < count; index += 1) {
        await store.audit.append({ action: 'sign-in', subject: `user ${index}`, actor: 'jkt' });
      }
    }
    await kept.end();
  });
}

/** The attack of someone who controls only the database: removes the newest entries and resets the head. */
async function cut(schema: string, to: number) {
  const database = await openData(data);
  await database.query(`delete from ${schema}.audit where seq > $1`, [to]);
  await database.query(
    `update ${schema}.audit_head set seq = $1, h = (select h from ${schema}.audit where seq = $1)`,
    [to],
  );
  await database.close();
}

describe('audit checkpoints', () => {
  it('accept an unchanged log, and are written to a file and to the log of the process', async () => {
    const told: Record<string, unknown>[] = [];
    await run(3, (level, event, fields) => told.push({ level, event, ...fields }));
    await run(2);
    expect(await verify()).toMatch(
      /^latchkit_wallet\t5 entries\t\d checkpoints\t5:.+\nlatchkit_vault\t5 entries\t\d checkpoints\t5:.+$/,
    );
    const lines = readFileSync(path.join(directory(), 'gateway.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map(line => (JSON.parse(line) as { head: string }).head.split(':')[0])).toContain('5');
    const newest = told.findLast(({ store }) => store === 'latchkit_vault');
    expect(newest).toMatchObject({ level: 'info', event: 'audit_checkpoint', token: expect.any(String) });
  });

  it.each(['latchkit_wallet', 'latchkit_vault'])(
    'notice that the newest entries of %s were cut off with their head [SEC-78]',
    async schema => {
      await run(5);
      const copy = path.join(home, 'copy');
      cpSync(directory(), copy, { recursive: true });
      await cut(schema, 3);
      await expect(verify()).rejects.toMatchObject({
        code: 'AUDIT_BROKEN',
        message: expect.stringMatching(
          new RegExp(
            `^${schema}.audit ends at entry 3, but the checkpoint of [-:.TZ0-9]+ names entry 5: the newest entries were removed$`,
          ),
        ),
      });
      // Even after as many new entries, and by a copy that was stored elsewhere.
      rmSync(directory(), { recursive: true });
      await run(4);
      await verify();
      await expect(verify('--checkpoints', copy)).rejects.toMatchObject({
        code: 'AUDIT_BROKEN',
        message: expect.stringContaining(`${schema}.audit has another entry 5 than the checkpoint of`),
      });
    },
  );

  it('are refused when another key signed a line or a line was changed', async () => {
    await run(2);
    const file = checkpointFile(directory(), { name: 'b' });
    const text = readFileSync(file, 'utf8');
    const line = JSON.parse(text.trim().split('\n').at(-1) ?? '') as Record<string, string>;
    const ofGateway = readFileSync(checkpointFile(directory(), { name: 'a' }), 'utf8')
      .trim()
      .split('\n')
      .at(-1);
    for (const wrong of [
      JSON.stringify({ ...line, head: `9${line.head}` }),
      JSON.stringify({ ...line, at: '2020-01-01T00:00:00.000Z' }),
      JSON.stringify({ ...line, token: `${line.token}A` }),
      ofGateway,
      'cut off',
    ]) {
      writeFileSync(file, `${text}${wrong}\n`);
      await expect(verify(), wrong).rejects.toMatchObject({ code: 'CHECKPOINT_INVALID' });
    }
  });

  it('are written every five minutes if the log changed, and report failures', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await withStores(settings(), async stores => {
      const told: string[] = [];
      const [first] = stores;
      if (first === undefined) throw new Error('There is no store');
      const count = () =>
        readFileSync(checkpointFile(directory(), first.store), 'utf8').trim().split('\n').length;
      const log: Log = (_, event) => told.push(event);
      const kept = await keepCheckpoints([first.store], directory(), log);
      await first.store.audit.append({ action: 'sign-in', subject: 'user', actor: 'jkt' });
      vi.advanceTimersByTime(5 * 60_000);
      await expect.poll(count).toBe(2);
      // Nothing was added since.
      await kept.end();
      expect(told).toEqual(['audit_checkpoint', 'audit_checkpoint']);
      rmSync(directory(), { recursive: true });
      writeFileSync(directory(), 'no directory');
      const failing = await keepCheckpoints([first.store], directory(), log);
      expect(told.at(-1)).toBe('audit_checkpoint_failed');
      await failing.end();
    });
  });
});
