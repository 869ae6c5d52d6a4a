import { describe, expect, it } from 'vitest';
import { getCatalog } from '#content/catalog.ts';
import { lintFigures } from '#content/lint-figures.ts';
import { lintReviews } from '#content/lint-review.ts';
import { treeOf } from './content-tree.ts';

const textsOf = (findings: readonly { readonly text: string }[]) => findings.map(({ text }) => text);
const { packages } = getCatalog();
const evaluations = packages.evaluations.map((each) =>
  each.id === 'classic-50k' ? { ...each, priceCents: 123_400 } : each,
);
const catalog = { ...getCatalog(), packages: { ...packages, evaluations } };

describe('review dates', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const guide = (day: string) => `---\ntitle: "X"\nupdatedAt: ${day}\n---\nText.`;

  it('a text last reviewed more than a year ago is noted once, by its English file', () => {
    const tree = treeOf({
      'content/guides/en/a.md': guide('2025-11-21'),
      'content/guides/fr/a.md': guide('2025-11-21'),
      'content/guides/en/b.md': guide('2025-11-22'),
      'content/blog/en/1-c.md': '---\npublishedAt: 2025-01-01\n---\n',
      'content/blog/en/2-d.md': '---\npublishedAt: 2025-01-01\nupdatedAt: 2026-10-01\n---\n',
      'content/legal/en/terms.md': '---\nversion: "1"\neffectiveFrom: 2024-05-01\n---\n',
      'content/catalog/countries.yaml': 'refused: [CU]\nupdatedAt: "2025-11-21"\n',
      'content/catalog/tax-forms.yaml': 'nonemployeeCompensationFromCents:\n  "2026": 200000\n  "2027": 205000\n',
      'content/catalog/taxes.yaml': '  - { country: PT, checkedOn: "2026-11-26" }\n',
    });
    expect(textsOf(lintReviews(tree, now))).toEqual([
      'content/guides/en/a.md was last reviewed on 2025-11-21: check it and set updatedAt',
      'content/blog/en/1-c.md was last reviewed on 2025-01-01: check it and set updatedAt',
      'content/legal/en/terms.md was last reviewed on 2024-05-01: check it and set effectiveFrom',
      'content/catalog/countries.yaml was last compared on 2025-11-21: compare it with its sources and set updatedAt',
    ]);
  });

  it('a reporting threshold that is missing is noted sixty days before its year, and an old tax rate after a year', () => {
    const tree = treeOf({
      'content/catalog/countries.yaml': 'updatedAt: "2026-11-21"\n',
      'content/catalog/tax-forms.yaml': 'nonemployeeCompensationFromCents:\n  "2026": 200000\n',
      'content/catalog/taxes.yaml':
        '  - { country: PT, checkedOn: "2025-11-03" }\n  - { country: ES, checkedOn: "2025-11-02" }\n',
    });
    expect(lintReviews(tree, new Date('2026-11-01T12:00:00Z'))).toEqual([]);
    expect(textsOf(lintReviews(tree, new Date('2026-11-03T12:00:00Z')))).toEqual([
      'content/catalog/tax-forms.yaml has no threshold for 2027: add the one that the Internal Revenue Service has published',
      'content/catalog/taxes.yaml has 1 rows last compared before 2025-11-03: compare them with their sources and set checkedOn',
    ]);
  });
});

describe('typed figures', () => {
  it('a typed catalog price is noted in each language’s format, and other amounts are not', () => {
    const tree = treeOf({
      'content/faq/en/1-1-a.md': 'It costs $1,234 a month.',
      'content/faq/fr/1-1-a.md': 'Il coûte 1\u202f234\u00a0$\u00a0US par mois.',
      'content/pages/en/b.md': 'A tick is $12.50, and $11,234 or $1,234.50 is no price. {{classic-50k.price}}',
    });
    expect(textsOf(lintFigures(tree, catalog))).toEqual([
      'content/faq/en/1-1-a.md types $1,234, a price of the catalog: write its template variable instead',
      'content/faq/fr/1-1-a.md types 1 234 $ US, a price of the catalog: write its template variable instead',
    ]);
  });
});
