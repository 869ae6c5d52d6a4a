import { expect, test } from 'vitest';
import { lintAnchors } from '#content/lint-anchors.ts';
import { agreedTextsFile, lintVersions, recordVersions } from '#content/lint-versions.ts';
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
    'content/pages/en/y.md': '---\nid: 1\n---\n## The floor\n\n[a](#the-floor) [b](#the-roof)',
    'src/components/rates.astro': '<section id="rates">',
  });
  expect(lintAnchors(tree).map(({ text }) => text)).toEqual([
    'content/pages/en/x.md:2: /payouts#gone leads to no heading: no part of /payouts has this id',
    'content/pages/en/y.md:6: #the-roof leads to no heading: content/pages/en/y.md has the-floor',
    'content/faq/en/1-1-a.md:4: /terms#gone leads to no heading: content/legal/en/terms.md has what-isnt-allowed',
    'content/faq/fr/1-1-a.md:4: /terms#what-isnt-allowed leads to no heading: content/legal/fr/terms.md has ce-qui-nest-pas-permis',
  ]);
});

const published = {
  'content/legal/en/terms.md': legal('1.0', 'We pay in {{days}} days.'),
  'content/legal/fr/terms.md': legal('1.0', 'Nous payons en {{days}} jours.'),
};
const days = (value: string) => new Map([['days', value]]);
const agreed = recordVersions(treeOf(published), days('2'));

const findings = (after: Readonly<Record<string, string>>, value = '2') =>
  lintVersions(treeOf({ ...published, [agreedTextsFile]: agreed, ...after }), days(value)).map(({ text }) => text);

test('changed wording needs a raised version, and every language needs the same', () => {
  expect(findings({})).toEqual([]);
  expect(findings({ 'content/legal/en/terms.md': legal('1.0', 'We pay in {{days}} weeks.') })).toEqual([
    'content/legal/en/terms.md: the wording changed under version 1.0: raise the version and set its date in every language',
  ]);
  expect(findings({ 'content/legal/en/terms.md': legal('1.1', 'We pay in {{days}} weeks.') })).toEqual([
    'content/legal/fr/terms.md: version and date are 1.0 of 2026-12-01, in English 1.1 of 2026-12-01: give both languages the same',
    'content/agreed-texts.yaml doesn’t have legal/terms 1.1: run npm run content -- --record',
  ]);
});

test('a changed figure needs a raised version, also where the wording stays', () => {
  expect(findings({}, '3')).toEqual([
    'content/legal/en/terms.md: under version 1.0, {{days}} was 2 and is 3: raise the version and set its date in every language',
  ]);
});

test('recording again keeps what a version said', () => {
  const changed = treeOf({ ...published, [agreedTextsFile]: agreed });
  expect(recordVersions(changed, days('3'))).toBe(agreed);
});
