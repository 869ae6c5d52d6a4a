import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { narrowPolicy } from '#build/policy.ts';
import { contentSecurityPolicy, findApiRoot } from '#build/security.ts';
import { getCatalog } from '#content/catalog.ts';
import { pagePolicy } from '#server/core/http/headers.ts';
import { findAll, findOne, readPages } from './built-site.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string) => findOne(html, /<meta http-equiv="content-security-policy" content="([^"]*)"/) ?? '';

describe('the content security policy of a page', () => {
  it('allows exactly the scripts and styles that the page inlines', () => {
    const wrong = readPages().filter(({ html }) => {
      const scripts = findAll(html, /<script(?![^>]*(?:\ssrc=|ld\+json|application\/))[^>]*>([\s\S]*?)<\/script>/g);
      const styles = findAll(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
      const inlined = new Set([...scripts, ...styles].filter((text) => text !== '').map(hashOf));
      const allowed = new Set(policyOf(html).match(/'sha256-[^']+'/g));
      return inlined.size !== allowed.size || [...inlined].some((hash) => !allowed.has(hash));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('is repeated in the header, which adds what a meta tag cannot express', () => {
    const byName = (policy: string) =>
      policy
        .split(';')
        .map((directive) => directive.trim().split(/\s+/))
        .filter(([name]) => name !== '');
    for (const { path, html } of readPages()) {
      const inHead = byName(policyOf(html));
      const header = byName(pagePolicy(policyOf(html)));
      const names = header.map(([name]) => name);
      expect(header, path).toEqual(expect.arrayContaining(inHead));
      expect(new Set(names).size, `${path}: a directive must not be repeated`).toBe(names.length);
      expect(names, path).toEqual(
        expect.arrayContaining(['default-src', 'script-src', 'style-src', 'frame-ancestors', 'form-action']),
      );
      expect(pagePolicy(policyOf(html)), path).not.toMatch(/unsafe|\*/);
    }
  });

  it('keeps other directives and sources', () => {
    const head = '<meta http-equiv="content-security-policy" content="';
    const page = (policy: string) => `${head}${policy}"><style>a{}</style><script src="/x.js"></script>`;
    const narrowed = narrowPolicy(page("img-src 'self' data:;script-src 'self' 'sha256-old=';style-src 'self';"));
    expect(policyOf(narrowed)).toBe(`img-src 'self' data:;script-src 'self';style-src 'self' ${hashOf('a{}')}`);
  });
});

describe('the content security policy of a build', () => {
  const { site } = getCatalog();
  const options = { site, environment: undefined, captcha: undefined, scriptHashes: [], styleHashes: [] };
  const policyFor = (more: { environment?: string; captcha?: string }) => {
    const { directives, scriptDirective, styleDirective } = contentSecurityPolicy({ ...options, ...more });
    const scripts = `script-src ${scriptDirective.resources.join(' ')}`;
    return [...directives, scripts, `style-src ${styleDirective.resources.join(' ')}`];
  };
  const foreign = (policy: readonly string[]) => policy.filter((directive) => directive.includes('https:'));

  it('allows no external source with the built-in captcha', () => {
    expect(foreign(policyFor({}))).toEqual([]);
    expect(foreign(policyFor({ captcha: 'altcha' }))).toEqual([]);
  });

  it.each([
    ['recaptcha', 'https://www.google.com/recaptcha/'],
    ['recaptcha', 'https://www.gstatic.com/recaptcha/'],
    ['hcaptcha', 'https://*.hcaptcha.com'],
    ['turnstile', 'https://challenges.cloudflare.com'],
  ])('lets %s load its script, show its frame and be called, from %s', (captcha, host) => {
    const open = foreign(policyFor({ captcha })).filter((directive) => directive.includes(` ${host}`));
    const names = open.map((directive) => directive.split(' ')[0]);
    expect(names).toEqual(['connect-src', 'frame-src', 'script-src', 'style-src']);
  });

  it('turns text into a script or markup only through the named policies, except with a hosted captcha', () => {
    const trustedTypes = policyFor({}).filter((directive) => directive.includes('trusted-types'));
    expect(trustedTypes).toEqual([
      "require-trusted-types-for 'script'",
      'trusted-types page-scripts structured-data service-worker fill-replay altcha svelte-trusted-html',
    ]);
    expect(policyFor({ captcha: 'turnstile' }).filter((directive) => directive.includes('trusted-types'))).toEqual([]);
  });

  it('allows the API of its environment and no other', () => {
    for (const [environment, root] of Object.entries(site.apiRoots)) {
      expect(findApiRoot(site, environment)).toBe(root);
      const connections = policyFor({ environment }).find((directive) => directive.startsWith('connect-src '));
      expect(connections).toBe(`connect-src 'self' ${new URL(root).origin}`);
    }
  });

  it('fails for an unknown environment or captcha', () => {
    expect(() => policyFor({ environment: 'staging' })).toThrow('PUBLIC_ENVIRONMENT is staging');
    expect(() => policyFor({ captcha: 'trustcha' })).toThrow('CAPTCHA_PROVIDER is trustcha');
  });
});
