import type { StoredAccount } from './tables.ts';

/** "Classic 50K": program names aren't translated. */
export function nameAccount({ program, size }: Pick<StoredAccount, 'program' | 'size'>): string {
  return `${program.charAt(0).toUpperCase()}${program.slice(1)} ${size}`;
}
