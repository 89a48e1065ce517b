import { expect } from 'vitest';
import { writeMark } from './processTimes.mjs';

// Setup file of vitest: tells a run that measures processor time which file this worker begins.
const marks = process.env.TEST_MARKS_FILE;
if (marks) writeMark(marks, expect.getState().testPath);
