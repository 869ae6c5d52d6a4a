import { describe, expect, it } from 'vitest';
import { finishHtml } from '#content/html.ts';

describe('finishHtml', () => {
  it('wraps a table in a scroll container and gives its headings a scope', () => {
    const rendered = '<p>Costs</p><table><thead><tr><th></th><th align="right">Fee</th></tr></thead></table><p>End</p>';
    expect(finishHtml(rendered, 'en', 'en')).toBe(
      '<p>Costs</p><div class="table-scroll" tabindex="0"><table><thead><tr><td></td>' +
        '<th scope="col" align="right">Fee</th></tr></thead></table></div><p>End</p>',
    );
  });

  it('keeps a heading that holds only an element', () => {
    const rendered = '<table><tr><th><code>ES</code></th></tr></table>';
    expect(finishHtml(rendered, 'en', 'en')).toContain('<th scope="col"><code>ES</code></th>');
  });

  it('leaves markup quoted in a code block unchanged', () => {
    const rendered = '<pre><code>&lt;table&gt; href="/faq"</code></pre>';
    expect(finishHtml(rendered, 'en', 'fr')).toBe(rendered);
  });

  it('points the links of an untranslated text to the reader’s language', () => {
    const rendered = '<p><a href="/faq?a=1&amp;b=2">FAQ</a> and <a href="https://example.com/">elsewhere</a></p>';
    expect(finishHtml(rendered, 'en', 'fr')).toBe(
      '<p><a href="/fr/faq?a=1&amp;b=2">FAQ</a> and <a href="https://example.com/">elsewhere</a></p>',
    );
    expect(finishHtml(rendered, 'fr', 'fr')).toBe(rendered);
  });
});
