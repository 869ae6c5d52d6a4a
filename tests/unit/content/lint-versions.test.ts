import { expect, test } from 'vitest';
import { lintAnchors } from '#content/lint-anchors.ts';
import { lintVersions } from '#content/lint-versions.ts';
import type { Tree } from '#content/work-tree.ts';

function treeOf(files: Readonly<Record<string, string>>): Tree {
  return {
    list: (folder) =>
      Object.keys(files).flatMap((file) => (file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : [])),
    read: (file) => files[file] ?? '',
  };
}
const legal = (version: string, body: string, day = '2026-12-01') =>
  `---\ntitle: "Terms"\nversion: "${version}"\neffectiveFrom: ${day}\n---\n${body}\n`;

test('an anchor must be a heading of the page in the language of the text, or a part of a page of ours', () => {
  const tree = treeOf({
    'content/legal/en/terms.md': legal('1.0', '## What isn’t allowed\n\nText.'),
    'content/legal/fr/terms.md': legal('1.0', '## Ce qui n’est pas permis\n\nTexte.'),
    'content/faq/en/1-1-a.md': '---\nid: 1\n---\n[a](/terms#what-isnt-allowed) [b](/terms#gone) [c](/payouts#rates)',
    'content/faq/fr/1-1-a.md': '---\nid: 1\n---\n[a](/terms#ce-qui-nest-pas-permis) [b](/terms#what-isnt-allowed)',
    'content/pages/en/x.md': 'a\n[d](/payouts#gone)',
    'src/components/rates.astro': '<section id="rates">',
  });
  expect(lintAnchors(tree).map(({ text }) => text)).toEqual([
    'content/faq/en/1-1-a.md:4: /terms#gone leads to no heading: content/legal/en/terms.md has what-isnt-allowed',
    'content/faq/fr/1-1-a.md:4: /terms#what-isnt-allowed leads to no heading: content/legal/fr/terms.md has ce-qui-nest-pas-permis',
    'content/pages/en/x.md:2: /payouts#gone leads to no heading: no part of /payouts has this id',
  ]);
});

test('changed wording needs a raised version, and every language needs the same', () => {
  const before: Readonly<Record<string, string>> = {
    'content/legal/en/terms.md': legal('1.0', 'We pay in two days.'),
    'content/legal/fr/terms.md': legal('1.0', 'Nous payons en deux jours.'),
  };
  const findings = (after: Readonly<Record<string, string>>) =>
    lintVersions(treeOf({ ...before, ...after }), (file) => before[file]).map(({ text }) => text);
  expect(findings({})).toEqual([]);
  expect(findings({ 'content/legal/en/terms.md': legal('1.0', 'We pay in three days.') })).toEqual([
    'content/legal/en/terms.md: the wording changed under version 1.0 of 2026-12-01: raise the version and set its date in every language',
  ]);
  expect(findings({ 'content/legal/en/terms.md': legal('1.1', 'We pay in three days.') })).toEqual([
    'content/legal/fr/terms.md: version and date are 1.0 of 2026-12-01, in English 1.1 of 2026-12-01: give both languages the same',
  ]);
});
