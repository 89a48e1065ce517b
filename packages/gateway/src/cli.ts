#!/usr/bin/env node
import { errorText } from './commands/errorText.js';
import { runCommand } from './commands/runCommand.js';

try {
  const text = await runCommand(process.argv.slice(2), process.env);
  if (text !== '') console.log(text);
} catch (error) {
  console.error(errorText(error));
  process.exit(1);
}
