import type { StoredAccount } from '../../db/schema.ts';

/** "Classic 50K": programmes are called the same in every language. */
export function nameAccount({ programme, size }: Pick<StoredAccount, 'programme' | 'size'>): string {
  return `${programme.charAt(0).toUpperCase()}${programme.slice(1)} ${size}`;
}
