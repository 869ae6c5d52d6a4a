import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { readPages } from './built-site.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // A matter of how Astro and React print, not of what browsers understand.
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'attr-case': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      'long-title': 'off',
      // Lists without marks lose their role in Safari unless it is said again.
      'no-redundant-role': 'off',
      'require-sri': 'off',
      // React's own ids begin with an underscore.
      'valid-id': ['error', { relaxed: true }],
    },
  }),
);

/** Astro puts it before the first island, wherever that is. */
const islandStyle = /<style>astro-island[^<]*<\/style>/g;

/** One page of each kind a language: the pages of a kind differ in words, not in markup. */
function samplePages() {
  const kinds = new Map(readPages().map((page) => [`${page.match?.locale} ${page.match?.name}`, page]));
  return [...kinds.values()];
}

describe('markup', () => {
  it('is valid on every kind of page', async () => {
    const faults: string[] = [];
    for (const { path, html } of samplePages()) {
      const report = await validator.validateString(html.replaceAll(islandStyle, ''));
      for (const { messages } of report.results) {
        for (const { ruleId, message, line, column } of messages)
          faults.push(`${path}:${line}:${column} ${ruleId}: ${message}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
