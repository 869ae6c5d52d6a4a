import { readNumberedPage } from '#lib/numbered-page.ts';
import { localizePath, matchShell, splitLocale } from '#routes.ts';
import type { App, AppContext } from './context.ts';
import { pagePolicy } from './headers.ts';
import { isFresh } from './is-fresh.ts';
import { openSite, readPolicy, readSiteFile, type SiteFile, type SiteIndex } from './site-files.ts';

const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, max-age=0, must-revalidate';
const oneHour = 'public, max-age=3600';

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function findPage(files: SiteIndex, path: string): SiteFile | undefined {
  const withoutSlash = path === '/' ? '/index' : path.replace(/(?<!\/)\/+$/, '');
  return files.get(path) ?? files.get(`${withoutSlash}.html`) ?? files.get(`${withoutSlash}/index.html`);
}

function cacheRule(path: string, { type }: SiteFile): string {
  if (path.startsWith('/_astro/')) return immutable;
  return type.startsWith('text/html') ? revalidated : oneHour;
}

function send(c: AppContext, path: string, file: SiteFile): Response | undefined {
  const served = readSiteFile(file, c.req.header('accept-encoding') ?? '');
  if (!served) return undefined;
  const { body, etag, encoding } = served;
  c.header('ETag', etag);
  c.header('Cache-Control', cacheRule(path, file));
  c.header('Vary', 'Accept-Encoding');
  if (file.type.startsWith('text/html')) c.header('Content-Security-Policy', pagePolicy(readPolicy(file)));
  if (isFresh(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  c.header('Content-Type', file.type);
  c.header('Content-Length', String(body.byteLength));
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(body, 200);
}

function findByNumber(files: SiteIndex, path: string): string | undefined {
  const page = readNumberedPage(path);
  if (!page) return undefined;
  const file = [...files.keys()].find((each) => each.startsWith(page.folder) && each.endsWith(`/${page.id}.html`));
  return file?.slice(0, -'.html'.length);
}

/** File paths: a missing image must not be answered with the home page. */
const fileLike = /\.(js|css|map|json|xml|txt|svg|png|jpe?g|gif|webp|avif|ico|woff2?|pdf|webmanifest|wasm|br|gz)$/i;

/** Serves the built site: pages, shells, assets. Unknown screens redirect to the locale's home. */
export function serveSite(app: App, folder: string): void {
  const readIndex = openSite(folder);

  app.get('*', (c) => {
    const files = readIndex();
    const path = decodePath(c.req.path);
    if (path !== '/' && path.endsWith('.html') && files.has(path)) {
      const withoutExtension = path.slice(0, -'.html'.length);
      return c.redirect(encodeURI(withoutExtension === '/index' ? '/' : withoutExtension), 301);
    }
    const shell = matchShell(c.req.path);
    const file = findPage(files, path) ?? (shell === undefined ? undefined : findPage(files, shell));
    const sent = file && send(c, path, file);
    if (sent) return sent;
    const renamed = findByNumber(files, path);
    if (renamed !== undefined && renamed !== path) return c.redirect(encodeURI(renamed), 301);
    if (path.startsWith('/_astro/') || fileLike.test(path)) return c.text('Not found', 404);
    const { locale } = splitLocale(path);
    const home = localizePath('/', locale);
    if (path === home || files.size === 0) return c.text('The site hasn’t been built yet. Run: npm run build', 503);
    return c.redirect(home, 302);
  });

  app.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }));
}
