import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { defaultLocale } from '#i18n/locales.ts';
import { readPages } from './built-site.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // Astro and React print attributes this way, and browsers accept it.
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'attr-case': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      'long-title': 'off',
      // Lists without bullets lose their role in Safari unless it is set explicitly.
      'no-redundant-role': 'off',
      'require-sri': 'off',
      // React's generated ids begin with an underscore.
      'valid-id': ['error', { relaxed: true }],
    },
  }),
);

/** The whole page for the first of each kind in the default language, and only the main part of all others. */
function listParts(): { path: string; html: string }[] {
  const kinds = new Set<string>();
  return readPages().map(({ path, html, match }) => {
    const kind = `${match?.locale} ${match?.name}`;
    const isFirst = !kinds.has(kind) && match?.locale === defaultLocale;
    kinds.add(kind);
    if (isFirst) return { path, html };
    const [main = ''] = /<main[\s>][\s\S]*<\/main>/.exec(html) ?? [];
    const head = `<head><title>${path}</title></head>`;
    return { path, html: `<!doctype html><html lang="en">${head}<body>${main}</body></html>` };
  });
}

describe('markup', () => {
  it('every page has valid markup', async () => {
    const faults: string[] = [];
    for (const { path, html } of listParts()) {
      const report = await validator.validateString(html);
      for (const { messages } of report.results) {
        for (const { ruleId, message, line, column } of messages)
          faults.push(`${path}:${line}:${column} ${ruleId}: ${message}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('no page has a style element in its body or an empty time element without a machine-readable value', () => {
    const faults = readPages().flatMap(({ path, html }) => {
      const body = html.slice(html.indexOf('</head>'));
      return [/<style[\s>]/, /<time(?![^>]*\sdatetime=)[^>]*>\s*<\/time>/].flatMap((fault) =>
        fault.test(body) ? [`${path}: ${fault.source}`] : [],
      );
    });
    expect(faults).toEqual([]);
  });
});
