import type { IncomingMessage, ServerResponse } from 'node:http';
import { securityHeaders, strictTransport } from '#lib/site-rules.ts';
import { newId } from '../deps.ts';
import { reportHeader } from './browser-reports.ts';
import { isFresh } from './is-fresh.ts';
import { isPage, openSite, type ServedFile, type SiteFile } from './site-files.ts';

/** Names and values in turn, without those of the single request. */
type Prepared = { readonly whole: readonly string[]; readonly unchanged: readonly string[] };

const prepared = new WeakMap<ServedFile, Prepared>();

function prepare(file: SiteFile, served: ServedFile): Prepared {
  const known = prepared.get(served);
  if (known) return known;
  const reporting = isPage(file) ? [['Reporting-Endpoints', reportHeader]] : [];
  const always = [...securityHeaders, ...served.common];
  const headers = { whole: [...always, ...reporting, ...served.content].flat(), unchanged: always.flat() };
  prepared.set(served, headers);
  return headers;
}

/**
 * Answers requests for built pages and assets, several times faster than the app does, with the same headers. Whatever
 * takes a decision is left to the app: calls, addresses with parameters, redirects and errors.
 * @returns a function that says whether it has answered
 */
export function serveFiles(
  folder: string,
  { trustProxy }: { readonly trustProxy: boolean },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const readSite = openSite(folder);
  return ({ method, url = '', headers }, response) => {
    if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api')) return false;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    if (path.includes('%') || path.endsWith('.html') || /\/_(?:\/|$)/.test(path)) return false;
    const site = readSite();
    const file = site.find(path);
    const accepted = headers['accept-encoding'];
    const served = file && site.read(file, typeof accepted === 'string' ? accepted : '');
    if (!served) return false;
    const { whole, unchanged } = prepare(file, served);
    const isUnchanged = isFresh(headers['if-none-match'], served.etag);
    const own = ['X-Request-Id', newId()];
    if (trustProxy && headers['x-forwarded-proto'] === 'https') own.push(...strictTransport);
    response.writeHead(isUnchanged ? 304 : 200, [...(isUnchanged ? unchanged : whole), ...own]);
    response.end(isUnchanged || method === 'HEAD' ? undefined : served.body);
    return true;
  };
}
