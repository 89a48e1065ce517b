import { describe, expect, it } from 'vitest';
import { BaseError } from '../../packages/latchkit/src/protocol/BaseError.ts';
import { errorsPage } from '../lib/errorsPage.mjs';
import { findErrorCodes } from '../lib/findErrorCodes.mjs';
import { errorDocs, errorDocsProblems } from './errorDocs.mjs';

const codesIn = (text, file = 'connect.ts') => [...findErrorCodes([{ file, text }]).keys()];

describe('findErrorCodes', () => {
  it.each([
    ["throw createError('ADAPTER_NOT_FOUND', { context });", 'ADAPTER_NOT_FOUND'],
    ["throw new HttpError(\n  403,\n  'ORIGIN_NOT_ALLOWED',\n  `Not allowed`,\n);", 'ORIGIN_NOT_ALLOWED'],
    ["super('SERVICE_ERROR', `The gateway answered`);", 'SERVICE_ERROR'],
    ["throw limited('RATE_LIMITED', text);", 'RATE_LIMITED'],
    [
      "check(isSame(message, account), 'ACCOUNT_MISMATCH', 'The message is of another account');",
      'ACCOUNT_MISMATCH',
    ],
    ["session.close(CLOSE.GOING_AWAY, 'GOING_AWAY', 'The relay is stopping');", 'GOING_AWAY'],
    ["const FAILURE = { code: 'HISTORY_UNAVAILABLE', message };", 'HISTORY_UNAVAILABLE'],
    ["if (token === '') return { refused: 'JWT_MISSING' };", 'JWT_MISSING'],
  ])('finds the code in %s', (text, code) => {
    expect(codesIn(text)).toEqual([code]);
  });

  it('finds the keys and union members of catalogues', () => {
    expect(
      codesIn("export const M = {\n  BUSY: 'Another request is in progress',\n};", 'frameErrors.ts'),
    ).toEqual(['BUSY']);
    expect(codesIn("type Code =\n  | 'NO_RPC_URL'\n  | 'WC_CLOSED';", 'ErrorCode.ts')).toEqual([
      'NO_RPC_URL',
      'WC_CLOSED',
    ]);
  });

  it.each([
    "raiseAlert(kit, 'INVALID_APP_CONFIGURATION', 'The gateway knows no such project.');",
    "raiseAlert(\n  kit,\n  'LOCAL_CONFIGURATION_IGNORED',\n  'The project decides about email.',\n);",
    "reportError(kit, 'SEND_CALLS', error);",
    "metrics.refused('BINARY');",
    "throw invalid('LATCHKIT_ONLY', 'must be gateway or vault');",
    "// throw createError('OLD_CODE');",
  ])('finds no code in %s', text => {
    expect(codesIn(text)).toEqual([]);
  });
});

describe('errorDocsProblems', () => {
  const entry = { cause: 'It failed.', remedy: 'Retry.' };
  const section = errors => ({ title: 'A', intro: '', errors });

  it('reports codes that are not explained, explained twice, or no longer used', () => {
    const sections = [section({ A_B: entry, OLD_ONE: entry }), section({ A_B: entry })];
    expect(
      errorDocsProblems(
        sections,
        new Map([
          ['A_B', 'a.ts'],
          ['NEW_ONE', 'b.ts'],
        ]),
      ),
    ).toEqual([
      'docs/errors.json does not explain NEW_ONE (b.ts).',
      'docs/errors.json explains OLD_ONE, which no source file names.',
      'docs/errors.json explains A_B twice.',
    ]);
  });
});

describe('errorsPage', () => {
  it('has the heading that docsPath links to', () => {
    const errors = { CONNECTION_REJECTED: { cause: 'Rejected.', remedy: 'Retry.' } };
    const page = errorsPage([{ title: 'Connections', intro: 'Thrown by connect.', errors }]);
    const anchors = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading.toLowerCase());
    expect(anchors).toEqual(['connection_rejected']);
    expect(new BaseError('CONNECTION_REJECTED', 'Connection rejected').docsPath).toBe(
      `errors.md#${anchors[0]}`,
    );
  });
});

describe('errorDocs', () => {
  it('passes for this repository', async () => {
    expect(await errorDocs.check()).toEqual({ ok: true, text: '' });
  });
});
