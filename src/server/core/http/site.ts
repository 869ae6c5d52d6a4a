import { readNumberedPage } from '#lib/numbered-page.ts';
import { filePath, revalidated } from '#lib/site-rules.ts';
import { localizePath, matchShell, splitLocale } from '#routes.ts';
import type { App, AppContext } from './context.ts';
import { isFresh } from './is-fresh.ts';
import { openSite, type Site, type SiteFile } from './site-files.ts';

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function send(c: AppContext, site: Site, file: SiteFile): Response | undefined {
  const served = site.read(file, c.req.header('accept-encoding') ?? '');
  if (!served) return undefined;
  for (const [name, value] of served.common) c.header(name, value);
  if (isFresh(c.req.header('if-none-match'), served.etag)) return c.body(null, 304);
  for (const [name, value] of served.content) c.header(name, value);
  return c.body(served.body, 200);
}

function findByNumber({ files }: Site, path: string): string | undefined {
  const page = readNumberedPage(path);
  if (!page) return undefined;
  const file = [...files.keys()].find((each) => each.startsWith(page.folder) && each.endsWith(`/${page.id}.html`));
  return file?.slice(0, -'.html'.length);
}

/** Serves the built site: pages, shells, assets. Unknown screens redirect to the locale's home. */
export function serveSite(app: App, folder: string): void {
  const readSite = openSite(folder);

  app.get('*', (c) => {
    c.header('Cache-Control', revalidated);
    const site = readSite();
    const { files } = site;
    const path = decodePath(c.req.path);
    if (path !== '/' && path.endsWith('.html') && files.has(path)) {
      const withoutExtension = path.slice(0, -'.html'.length);
      return c.redirect(encodeURI(withoutExtension === '/index' ? '/' : withoutExtension), 301);
    }
    const shell = matchShell(c.req.path);
    const file = site.find(path) ?? (shell === undefined ? undefined : site.find(shell));
    const sent = file && send(c, site, file);
    if (sent) return sent;
    const renamed = findByNumber(site, path);
    if (renamed !== undefined && renamed !== path) return c.redirect(encodeURI(renamed), 301);
    if (filePath.test(path)) return c.text('Not found', 404);
    const { locale } = splitLocale(path);
    const home = localizePath('/', locale);
    if (path === home || files.size === 0) return c.text('The site hasn’t been built yet. Run: npm run build', 503);
    return c.redirect(home, 302);
  });

  app.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }));
}
