#!/usr/bin/env node
import { isError } from 'latchkit/protocol';
import { runCommand } from './commands/runCommand.js';

try {
  const text = await runCommand(process.argv.slice(2), process.env);
  if (text !== '') console.log(text);
} catch (error) {
  // What Latchkit says itself is for the operator's eyes; anything else is shown whole.
  if (isError(error)) console.error([error.message, error.details].filter(Boolean).join('. '));
  else console.error(error);
  process.exit(1);
}
