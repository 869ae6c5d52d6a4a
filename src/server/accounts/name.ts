import type { StoredAccount } from '#server/core/database/schema.ts';

/** "Classic 50K": programme names aren't translated. */
export function nameAccount({ programme, size }: Pick<StoredAccount, 'programme' | 'size'>): string {
  return `${programme.charAt(0).toUpperCase()}${programme.slice(1)} ${size}`;
}
