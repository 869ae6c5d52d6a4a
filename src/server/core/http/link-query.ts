import type { AppContext } from './context.ts';

/** The two parts of a signed link; invalid values become empty and match nothing. */
export function readLink(c: AppContext): { id: string; key: string } {
  const clean = (text = '') => (/^[\w-]{1,128}$/.test(text) ? text : '');
  return { id: clean(c.req.query('id')), key: clean(c.req.query('key')) };
}
