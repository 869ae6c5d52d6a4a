import { expect, test } from 'vitest';
import { findAll, findOne, readBuilt } from './built-site.ts';

const home = readBuilt('index.html');
const menu = findOne(home, /<nav id="menu"([\s\S]*?)<\/nav>/) ?? '';
const header = findOne(home, /<header([\s\S]*?)<\/header>/) ?? '';
const footer = findOne(home, /<footer([\s\S]*)<\/footer>/) ?? '';
const hrefs = (html: string) => findAll(html, /<a [^>]*?href="([^"]*)"/g);
/** The links of the column with this title. */
const under = (title: string) => hrefs(footer.split(`<nav aria-label="${title}"`)[1]?.split('</nav>')[0] ?? '');

test('the menus link to what the specification lists, in its order', () => {
  const internal = hrefs(menu).filter((href) => href.startsWith('/') && !/^\/(?:fr|pt)?$/.test(href));
  expect(internal.slice(0, 13)).toEqual([
    '/evaluations',
    ...['/classic-accounts', '/ascension-accounts', '/merit-accounts'],
    ...['/instant-logger', '/thor', '/performance-review'],
    ...['/faq', '/connection-guide', '/blog', '/contact', '/cfd-futures', '/affiliate-program'],
  ]);
  const external = findAll(menu, /<a [^>]*?href="https:\/\/([^/"]*)[^>]*target="_blank"/g);
  expect(external).toEqual([
    'academy.tidemark.example',
    'press.tidemark.example',
    'shop.tidemark.example',
    'www.trustpilot.com',
  ]);
  for (const text of ['Get Funded', 'Accounts', 'Ecosystem', 'Tools', 'Components', 'Resources'])
    expect(menu).toContain(text);
});

test('the header leads to sign-in, the account, the languages and the search', () => {
  expect(hrefs(header)).toEqual(expect.arrayContaining(['/sign-in', '/my-account', '/fr', '/pt']));
  expect(findAll(header, /data-language[^>]*lang="(\w+)"|lang="(\w+)"[^>]*data-language/g)).toHaveLength(3);
  expect(findOne(header, /<form[^>]*action="([^"]*)"/)).toMatch(/^\/faq\/category\/?$/);
});

test('the footer links to what the specification lists', () => {
  expect(under('Powered By')).toEqual([
    ...['https://dxfeed.com/', 'https://www.rithmic.com/', '/faq/detail/7/141', 'https://academy.tidemark.example/'],
    ...['/performance-review', '/thor'],
  ]);
  expect(under('Need help')).toEqual(expect.arrayContaining(['/faq', '/contact', '/feature-request']));
  const policies = under('Policies');
  expect(policies).toEqual(expect.arrayContaining(['/privacy-policy', '/faq/detail/2/41']));
  expect(policies.filter((href) => href === '/terms')).toHaveLength(2);
  expect(readBuilt('faq/detail/7/141.html')).toContain('What is Instant Logger?');
  expect(readBuilt('faq/detail/2/41.html')).toContain('Which countries do you accept?');
});

test('the footer names seven networks, takes newsletter addresses and discloses what the law asks', () => {
  const socials = findOne(footer, /<ul class="socials"([\s\S]*?)<\/ul>/) ?? '';
  expect(hrefs(socials)).toHaveLength(7);
  expect(footer).toContain('id="newsletter"');
  for (const part of ['risk', 'hypothetical', 'compensation', 'testimonial'])
    expect(footer).toContain(`id="disclosure-${part}"`);
});

test('the home page has the anchor of the specification', () => {
  expect(home).toContain('id="section-support"');
});
