import { describe, expect, it } from 'vitest';
import { finishHtml } from '../../../src/content/html.ts';

describe('finishing rendered markdown', () => {
  it('a table scrolls by itself and its headings have a scope', () => {
    const rendered = '<p>Costs</p><table><thead><tr><th></th><th align="right">Fee</th></tr></thead></table><p>End</p>';
    expect(finishHtml(rendered, 'en', 'en')).toBe(
      '<p>Costs</p><div class="table-scroll" tabindex="0"><table><thead><tr><td></td>' +
        '<th scope="col" align="right">Fee</th></tr></thead></table></div><p>End</p>',
    );
  });

  it('a heading that holds only an element stays a heading', () => {
    const rendered = '<table><tr><th><code>ES</code></th></tr></table>';
    expect(finishHtml(rendered, 'en', 'en')).toContain('<th scope="col"><code>ES</code></th>');
  });

  it('markup quoted in a code block stays as it is', () => {
    const rendered = '<pre><code>&lt;table&gt; href="/faq"</code></pre>';
    expect(finishHtml(rendered, 'en', 'fr')).toBe(rendered);
  });

  it('links of a text shown instead of a missing translation lead to the reader’s language', () => {
    const rendered = '<p><a href="/faq?a=1&amp;b=2">FAQ</a> and <a href="https://example.com/">elsewhere</a></p>';
    expect(finishHtml(rendered, 'en', 'fr')).toBe(
      '<p><a href="/fr/faq?a=1&amp;b=2">FAQ</a> and <a href="https://example.com/">elsewhere</a></p>',
    );
    expect(finishHtml(rendered, 'fr', 'fr')).toBe(rendered);
  });
});
