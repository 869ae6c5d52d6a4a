import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { narrowPolicy } from '../../src/build/policy.ts';
import { findAll, findOne, readPages } from './built-site.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string) => findOne(html, /<meta http-equiv="content-security-policy" content="([^"]*)"/) ?? '';

describe('the policy of a page', () => {
  it('allows each script and style that the page inlines, and no other', () => {
    const wrong = readPages().filter(({ html }) => {
      const scripts = findAll(html, /<script(?![^>]*(?:\ssrc=|ld\+json|application\/))[^>]*>([\s\S]*?)<\/script>/g);
      const styles = findAll(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
      const inlined = new Set([...scripts, ...styles].filter((text) => text !== '').map(hashOf));
      const allowed = new Set(policyOf(html).match(/'sha256-[^']+'/g));
      return inlined.size !== allowed.size || [...inlined].some((hash) => !allowed.has(hash));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('keeps its other directives and sources', () => {
    const head = '<meta http-equiv="content-security-policy" content="';
    const page = (policy: string) => `${head}${policy}"><style>a{}</style><script src="/x.js"></script>`;
    const narrowed = narrowPolicy(page("img-src 'self' data:;script-src 'self' 'sha256-old=';style-src 'self';"));
    expect(policyOf(narrowed)).toBe(`img-src 'self' data:;script-src 'self';style-src 'self' ${hashOf('a{}')}`);
  });
});
