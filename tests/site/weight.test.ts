import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { type BuiltPage, findAll, isPublic, readBuilt, readPages, weigh } from './built-site.ts';

const pages = readPages().filter(isPublic);

/** A script with all of its static imports. */
function closureOf(script: string, seen = new Set<string>()): Set<string> {
  if (seen.has(script)) return seen;
  seen.add(script);
  for (const name of findAll(readBuilt(script), /(?:^|[;}])import(?:[^"'();]*from)?["'](\.[^"']+)["']/g)) {
    closureOf(join(dirname(script), name), seen);
  }
  return seen;
}

function scriptsOf({ html }: BuiltPage): string[] {
  const first = findAll(html, /(?:<script[^>]* src|<html[^>]* data-header)="([^"]*)"/g);
  const later = findAll(html, /data-script="([^"]*)"(?! data-script-for)/g);
  return [...new Set([...first, ...later].flatMap((script) => [...closureOf(script)]))];
}

function weightOf(page: BuiltPage): number {
  const { file, html } = page;
  const styles = findAll(html, /<link rel="stylesheet" href="([^"]*)"/g);
  const fonts = findAll(html, /url\("([^"]*\.woff2)"\)/g);
  return [`/${file}`, ...styles, ...fonts, ...scriptsOf(page)].reduce((sum, path) => sum + weigh(path), 0);
}

describe('page weight', () => {
  it('a public page transfers at most 45 KB with the typeface, and the home page at most 60 KB', () => {
    const heavy = pages
      .map((page) => ({ page, kilobytes: Math.ceil(weightOf(page) / 1024) }))
      .filter(({ page, kilobytes }) => kilobytes > (page.match?.name === 'home' ? 60 : 45));
    expect(heavy.map(({ page, kilobytes }) => `${page.path}: ${kilobytes} KB`)).toEqual([]);
  });

  it('a public page’s one font is requested before its styles are read', () => {
    const preloaded = /<link rel="preload" href="([^"]*\.woff2)" as="font"/g;
    const wrong = pages.filter(({ html }) => {
      const fonts = new Set(findAll(html, /url\("([^"]*\.woff2)"\)/g));
      return findAll(html, preloaded).join() !== [...fonts].join() || fonts.size !== 1;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('a public page loads at most 5 KB of script beside the header’s 2.3 KB, and React only for islands in view', () => {
    const weighAll = (scripts: readonly string[]) => scripts.reduce((sum, path) => sum + weigh(path), 0);
    const isHeader = (script: string) => script.startsWith('/_astro/header-');
    const own = (page: BuiltPage) => scriptsOf(page).filter((script) => !isHeader(script));
    expect(pages.filter((page) => weighAll(own(page)) > 5 * 1024).map(({ path }) => path)).toEqual([]);
    const headers = new Set(pages.flatMap((page) => scriptsOf(page).filter(isHeader)));
    expect(headers.size).toBe(1);
    expect(weighAll([...headers])).toBeLessThanOrEqual(2300);
    const eager = pages.filter(({ html }) =>
      findAll(html, /<astro-island [^>]*client="(\w+)"/g).some((when) => when !== 'visible'),
    );
    expect(eager.map(({ path }) => path)).toEqual([]);
  });

  it('a portal screen’s scripts stay within what they weigh today, and an affiliate’s visitors load 1 KB', () => {
    const weighAll = (path: string) => {
      const page = readPages().find((each) => each.path === path);
      if (!page) return 0;
      const preloaded = findAll(page.html, /<link rel="modulepreload" href="([^"]*)"/g);
      const scripts = new Set([...scriptsOf(page), ...preloaded]);
      return Math.ceil([...scripts].reduce((sum, script) => sum + weigh(script), 0) / 1000);
    };
    expect(weighAll('/sign-in')).toBeLessThanOrEqual(120);
    expect(weighAll('/my-account')).toBeLessThanOrEqual(152);
    const referral = findAll(pages[0]?.html ?? '', /data-script="([^"]*)" data-script-for="referred"/g);
    expect(referral.map((script) => weigh(script) < 1_200)).toEqual([true]);
  });

  it('a public page loads no script before first paint and inlines no styles for hidden parts', () => {
    const exceptions = ['affiliateProgram', 'faqSearch', 'thorFaqSearch'];
    const withScripts = pages.filter(
      ({ match, html }) => /<script[^>]* src=/.test(html) && !exceptions.includes(match?.name ?? ''),
    );
    expect(withScripts.map(({ path }) => path)).toEqual([]);
    expect(pages.filter(({ html }) => html.includes('.Toastify__')).map(({ path }) => path)).toEqual([]);
  });

  it('a stylesheet that arrives later sets nothing for the whole page, which would restyle all of it', () => {
    const linked = new Set(pages.flatMap(({ html }) => findAll(html, /href="([^"]*\.css)"/g)));
    const later = readdirSync('dist/_astro')
      .filter((name) => name.endsWith('.css') && !name.startsWith('altcha.'))
      .map((name) => `/_astro/${name}`)
      .filter((path) => !linked.has(path));
    const isForAll = /(?:^|[},])\s*(?::root|html|body|\*)\s*[,{]/;
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter((path) => isForAll.test(readBuilt(path)))).toEqual([]);
  });

  it('a page waits for its stylesheets before it is shown', () => {
    const late = pages.filter(({ html }) => {
      const [head = '', body = ''] = html.split('</head>');
      const links = findAll(html, /(<link[^>]*rel="?stylesheet[^>]*>)/g);
      const isStyled = head.includes('<style') || links.length > 0;
      return !isStyled || links.some((link) => body.includes(link) || /\b(?:media|onload|disabled)\b/.test(link));
    });
    expect(late.map(({ path }) => path)).toEqual([]);
  });

  it('no inline style or script violates the content security policy', () => {
    const refused = pages.filter(({ html }) =>
      /<[a-z][^>]*\s(?:style|on[a-z]+)="/.test(html.replace(/props="[^"]*"/g, '')),
    );
    expect(refused.map(({ path }) => path)).toEqual([]);
    expect(pages.filter(({ html }) => !html.includes('http-equiv="content-security-policy"'))).toEqual([]);
  });
});
