/** Finds the anvil program for this machine. Throws if neither its platform package nor an anvil on PATH exists. */
export function findAnvil(machine?: {
  platform?: string;
  arch?: string;
  env?: Record<string, string | undefined>;
  resolve?: (id: string) => string;
}): string;
