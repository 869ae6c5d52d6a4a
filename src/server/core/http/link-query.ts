import type { AppContext } from './context.ts';

/** What a mailed link carries: whose it is, and its signature. */
export type LinkParams = { readonly id: string; readonly key: string };

/** The two parts of a signed link; invalid values become empty and match nothing. */
export function readLink(c: AppContext): LinkParams {
  const clean = (text = '') => (/^[\w-]{1,128}$/.test(text) ? text : '');
  return { id: clean(c.req.query('id')), key: clean(c.req.query('key')) };
}
