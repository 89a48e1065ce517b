// Compiles the Solidity contracts and writes their code next to where it is used. `--check` only compares, and fails if a file isn't
// current. In a process of its own, because the compiler occupies it.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import solc from 'solc';
import { inRoot } from './lib/paths.mjs';

const resolver = {
  source: 'packages/gateway/contracts/NameResolver.sol',
  output: 'packages/gateway/src/project/profile/nameResolverCode.ts',
  settings: { runs: 200, part: 'bytecode' },
  write: ({ NameResolver }, hash) => `import type { Hex } from 'viem';

/**
 * Creation code of contracts/NameResolver.sol, which scripts/compileContracts.mjs writes. SHA-256 of the source:
 * ${hash}
 */
export const NAME_RESOLVER_CODE: Hex =
  '${NameResolver}';
`,
};

/** ENS in development: the code goes to its place without a transaction. */
const development = {
  source: 'packages/gateway/contracts/development/ens.sol',
  output: 'packages/gateway/contracts/development/ens.json',
  settings: { runs: 1, part: 'deployedBytecode' },
  write: (contracts, sourceHash) => `${JSON.stringify({ sourceHash, ...contracts }, undefined, 2)}\n`,
};

/** 1inch's router, for tests. */
const oneInch = {
  ...development,
  source: 'packages/gateway/contracts/development/oneInch.sol',
  output: 'packages/gateway/contracts/development/oneInch.json',
};

/** The contracts of 0x, for tests. */
const zeroEx = {
  ...development,
  source: 'packages/gateway/contracts/development/zeroEx.sol',
  output: 'packages/gateway/contracts/development/zeroEx.json',
};

/** Permissions in development, in the same way. */
const sessions = {
  ...development,
  source: 'apps/dev-bundler/contracts/sessions.sol',
  output: 'apps/dev-bundler/contracts/sessions.json',
  settings: { runs: 200, part: 'deployedBytecode' },
};

/** Returns the compiled code of each contract, in hexadecimal. */
function compile(content, { runs, part }) {
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { source: { content } },
        settings: {
          optimizer: { enabled: true, runs },
          viaIR: true,
          metadata: { appendCBOR: false, bytecodeHash: 'none' },
          outputSelection: { '*': { '*': [`evm.${part}.object`] } },
        },
      }),
    ),
  );
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(error => error.formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.entries(output.contracts.source)
      .filter(([, { evm }]) => evm[part].object !== '')
      .map(([name, { evm }]) => [name, `0x${evm[part].object}`]),
  );
}

for (const { source, output, settings, write } of [resolver, development, oneInch, zeroEx, sessions]) {
  const content = readFileSync(inRoot(source), 'utf8');
  const text = write(compile(content, settings), createHash('sha256').update(content).digest('hex'));
  if (!process.argv.includes('--check')) writeFileSync(inRoot(output), text);
  else if (readFileSync(inRoot(output), 'utf8') !== text)
    throw new Error(`${output} is not current. Run: node scripts/compileContracts.mjs`);
}
