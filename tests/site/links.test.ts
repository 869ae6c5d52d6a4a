import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { redirectLines } from '#build/redirects.ts';
import { locales } from '#i18n/locales.ts';
import { localizePath, matchRoute, routes, shellPath, splitLocale } from '#routes.ts';
import { registry } from '#shared/firm/registry.ts';
import { findAll, isBuilt, readBuilt, readPages } from './built-site.ts';

const pages = readPages();
const anchors = new Map(pages.map(({ path, html }) => [path, new Set(findAll(html, /\sid="([^"]*)"/g))]));

/** Paths that the server answers itself. */
const apiPaths = new Set(['/api/status/feed.xml', ...registry.map(({ path }) => `/api/${path}`)]);

function fileOf(path: string): string {
  return path === '/' ? '/index.html' : `${path}.html`;
}

/** Whether a server that knows the route table finds a file for this path. */
function isServed(path: string): boolean {
  // The server builds these addresses itself, and they change with its keys.
  if (path.startsWith('/.well-known/')) return true;
  if (path.startsWith('/api/')) return apiPaths.has(path);
  if (/\.\w+$/.test(path)) return isBuilt(path);
  const match = matchRoute(path);
  if (!match) return false;
  const route = routes[match.name];
  const target =
    route.render === 'shell' ? localizePath(shellPath(route.pattern), match.locale) : path.replace(/(.)\/$/, '$1');
  return isBuilt(fileOf(decodeURIComponent(target)));
}

describe('links', () => {
  const links = new Map<string, string>();
  for (const { path, html } of pages) {
    for (const href of findAll(html, /\shref="(\/[^"]*)"/g)) links.set(href.replaceAll('&amp;', '&'), path);
  }

  it('every script named by a page or another script exists', () => {
    const missing = new Set<string>();
    const scripts = new Set<string>();
    for (const { path, html } of pages) {
      const named = findAll(html, /\s(?:src|component-url|renderer-url|before-hydration-url)="(\/_astro\/[^"]*\.js)"/g);
      for (const script of named) {
        scripts.add(script);
        if (!isBuilt(script)) missing.add(`${path} → ${script}`);
      }
    }
    expect(scripts.size).toBeGreaterThan(10);
    for (const script of scripts) {
      if (!isBuilt(script)) continue;
      for (const imported of findAll(readBuilt(script), /(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
        const target = `/_astro/${imported}`;
        if (!isBuilt(target)) missing.add(`${script} → ${target}`);
        scripts.add(target);
      }
    }
    expect([...missing]).toEqual([]);
  });

  it('every link leads to an existing page or file', () => {
    const dead = [...links].filter(([href]) => !isServed(href.replace(/[#?].*$/, '')));
    expect(dead.map(([href, from]) => `${from} → ${href}`)).toEqual([]);
  });

  it('every fragment exists on its page', () => {
    const dead = [...links].filter(([href]) => {
      const [path = '', fragment] = href.split('#');
      return fragment && !anchors.get(path)?.has(decodeURIComponent(fragment));
    });
    expect(dead).toEqual([]);
  });

  it('links stay in the page’s language, except the language switch', () => {
    const strays = pages.flatMap(({ path, html }) => {
      const { locale } = splitLocale(path);
      const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      return findAll(body, /<a [^>]*href="(\/[^"]*)"/g)
        .filter((href) => matchRoute(href.replace(/[#?].*$/, '')) && splitLocale(href).locale !== locale)
        .map((href) => `${path} → ${href}`);
    });
    expect(strays).toEqual([]);
  });

  it('external links open in a new tab without access to the opener', () => {
    const unsafe = pages.flatMap(({ path, html }) =>
      [...html.matchAll(/<a [^>]*target="_blank"[^>]*>/g)]
        .filter(([tag]) => !tag.includes('rel="noopener noreferrer"'))
        .map(([tag]) => `${path}: ${tag}`),
    );
    expect(unsafe).toEqual([]);
  });
});

describe('files next to the pages', () => {
  it('static hosts get the shell of each path and the 404 page for unknown paths', () => {
    const lines = readBuilt('_redirects').trim().split('\n');
    expect(lines).toEqual(redirectLines(pages.map(({ path }) => path)));
    expect(lines).toContain('/check-out/:packageId /check-out/_ 200');
    expect(lines.slice(-3)).toEqual(['/pt/* /pt 302', '/fr/* /fr 302', '/* / 302']);
    const targets = lines.filter((line) => line.endsWith(' 200')).map((line) => line.split(' ')[1] ?? '');
    expect(targets.filter((target) => !isBuilt(fileOf(target)))).toEqual([]);
  });

  it('static hosts get every article and answer under its outdated names', () => {
    const lines = readBuilt('_redirects').trim().split('\n');
    const numbered = pages.filter(({ path }) => /\/(?:blog\/details|faq\/detail)\//.test(path));
    expect(numbered.length).toBeGreaterThan(300);
    const missing = numbered.filter(({ path }) => {
      const outdated = path.replace(/[^/]+(?=\/\d+$)/, ':name');
      return !lines.includes(`${outdated} ${path} 301`);
    });
    expect(missing.map(({ path }) => path)).toEqual([]);
    expect(lines).toContain('/faq/detail/:name/22 /faq/detail/1/22 301');
  });

  it('specific patterns come before general ones', () => {
    const lines = redirectLines([]);
    const order = lines.findIndex((line) => line.startsWith('/check-out/order/'));
    expect(order).toBeLessThan(lines.findIndex((line) => line.startsWith('/check-out/:packageId')));
  });

  it('rules with their schema, search indexes, feeds and the robots file are published', () => {
    const rules = JSON.parse(readBuilt('rules/v1.json'));
    expect(rules.programmes.classic['50K'].targetCents).toBeGreaterThan(0);
    expect(JSON.parse(readBuilt('rules/schema.json')).properties.programmes).toBeDefined();
    for (const locale of locales) {
      expect(JSON.parse(readBuilt(`search/${locale}.json`)).pages.length).toBeGreaterThan(100);
      expect(readBuilt(localizePath('/blog/rss.xml', locale))).toContain(`<language>${locale}</language>`);
    }
    expect(readBuilt('robots.txt')).toMatch(/^Disallow:\nSitemap: /m);
  });

  it('the sitemap dates articles, guides and legal texts as their fields do, and nothing else', () => {
    const dated = new Map(
      [
        ...readBuilt('sitemap-0.xml').matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>(?:<lastmod>(\d{4}-\d\d-\d\d))?/g),
      ].map(([, path = '', day]) => [path, day]),
    );
    const dayIn = (file: string, field: string) =>
      new RegExp(`^${field}: "?([\\d-]+)`, 'm').exec(readFileSync(`content/${file}`, 'utf8'))?.[1];
    expect(dated.get('/atas-connection-guide')).toBe(dayIn('guides/en/atas-connection-guide.md', 'updatedAt'));
    expect(dated.get('/fr/terms')).toBe(dayIn('legal/fr/terms.md', 'effectiveFrom'));
    expect([...dated].filter(([path, day]) => path.includes('/blog/details/') && !day)).toEqual([]);
    expect(dated.get('/faq')).toBeUndefined();
  });

  it('older readers find a picture at /favicon.ico', async () => {
    const icon = readFileSync('dist/favicon.ico');
    const png = icon.subarray(icon.readUInt32LE(18));
    expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(icon.readUInt32LE(14)).toBe(png.length);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  });
});
