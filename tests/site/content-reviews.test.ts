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
    });
    expect(textsOf(lintReviews(tree, now))).toEqual([
      'content/guides/en/a.md was last reviewed on 2025-11-21: check it and set updatedAt',
      'content/blog/en/1-c.md was last reviewed on 2025-01-01: check it and set updatedAt',
      'content/legal/en/terms.md was last reviewed on 2024-05-01: check it and set effectiveFrom',
      'content/catalog/countries.yaml was last compared on 2025-11-21: compare it with its sources and set updatedAt',
    ]);
  });
});

describe('typed figures', () => {
  it('a typed catalog price is noted in each language’s format, and other amounts are not', () => {
    const tree = treeOf({
      'content/faq/en/1-1-a.md': 'It costs $1,234 a month.',
      'content/faq/fr/1-1-a.md': 'Il coûte 1\u202f234\u00a0$ par mois.',
      'content/pages/en/b.md': 'A tick is $12.50, and $11,234 or $1,234.50 is no price. {{classic-50k.price}}',
    });
    expect(textsOf(lintFigures(tree, catalog))).toEqual([
      'content/faq/en/1-1-a.md types $1,234, a price of the catalog: write its template variable instead',
      'content/faq/fr/1-1-a.md types 1 234 $, a price of the catalog: write its template variable instead',
    ]);
  });
});
