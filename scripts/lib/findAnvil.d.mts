/** The anvil program for this machine. Throws where neither its platform package nor an anvil on PATH is found. */
export function findAnvil(machine?: {
  platform?: string;
  arch?: string;
  env?: Record<string, string | undefined>;
  resolve?: (id: string) => string;
}): string;
