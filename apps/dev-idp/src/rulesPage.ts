import { PROVIDER_RULES } from './rules.js';

/** The rules as a page: `docs/results/providers.md`. */
export function rulesPage(): string {
  const rows = PROVIDER_RULES.map(
    ({ provider, rule, source, read }) => `| ${provider} | ${rule} | ${source} | ${read} |`,
  );
  return `# What the stand-in for login providers keeps to

The development identity provider (\`apps/dev-idp\`) is as strict as the providers that it stands in for. Each rule names where it comes from and the
day on which that was read, so that the next reader can compare it with the provider; \`–\` stands where it could not be read. Generated from \`apps/dev-idp/src/rules.ts\`.

| provider | rule | source | read |
|---|---|---|---|
${rows.join('\n')}
`;
}
