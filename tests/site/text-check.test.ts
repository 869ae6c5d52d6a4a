import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintSite } from '#content/lint.ts';
import { lintTexts } from '#content/lint-texts.ts';
import { treeOf } from './content-tree.ts';

describe('text check', () => {
  const fields =
    'title: "X for Rithmic"\nplatform: "X"\nfeeds: [rithmic]\nupdatedAt: 2026-11-20\ndescription: "D"\ndiagram: { title: T, steps: [{ at: A, text: a }, { at: B, text: b }, { at: C, text: c }] }';
  const errorsOf = (body: string, head = fields, others: Readonly<Record<string, string>> = {}) => {
    const files: Readonly<Record<string, string>> = {
      'content/guides/en/x-connection-guide.md': `---\n${head}\n---\n${body}`,
      'content/faq/en/1-22-floor.md': '---\ncategory: 1\nid: 22\nquestion: "Q?"\n---\nText.',
      'content/faq/categories.yaml': '- id: 1\n- id: 2',
      'public/pictures/there.webp': '',
      ...others,
    };
    return lintTexts(treeOf(files)).map(({ text }) => text);
  };
  const file = 'content/guides/en/x-connection-guide.md';

  it('valid texts have no findings', () => {
    expect(errorsOf('[a](/faq/detail/1/22) [b](/x-connection-guide) ![A chart](/pictures/there.webp)')).toEqual([]);
  });

  it('invalid fields are reported', () => {
    expect(errorsOf('Text.', fields.replace('[rithmic]', '[unknown]'))).toEqual([
      `${file}:4: feeds.0 accepts the feeds rithmic, dxfeed, tradovate`,
    ]);
  });

  it('a guide whose title leaves out its platform or a feed is reported', () => {
    expect(errorsOf('Text.', fields.replace('[rithmic]', '[rithmic, dxfeed]'))).toEqual([
      `${file}: title does not name dxFeed`,
    ]);
    expect(errorsOf('Text.', fields.replace('title: "X for Rithmic"', 'title: "Connect"'))).toEqual([
      `${file}: title does not name X and Rithmic`,
    ]);
    const overview = {
      'content/guides/en/connection-guide.md': `---\n${fields.replace('platform: "X"', 'platform: "All"')}\n---\nText.`,
    };
    expect(errorsOf('Text.', fields, overview)).toEqual([]);
  });

  it('a guide or an article without a diagram or picture is reported in each language', () => {
    const bare = fields.replace(/\ndiagram: .*/, '');
    const others = { 'content/guides/fr/x-connection-guide.md': `---\n${bare}\n---\nTexte.` };
    const sentence = 'nothing is drawn: add a diagram to its fields, as content/README.md shows';
    expect(errorsOf('Text.', bare, others)).toEqual([
      `${file}: ${sentence}`,
      `content/guides/fr/x-connection-guide.md: ${sentence}`,
    ]);
    expect(errorsOf('![A chart](/pictures/there.webp)', bare)).toEqual([]);
    expect(errorsOf('Text.', fields.replace('{ at: C, text: c }', ''))).toEqual([
      `${file}:7: diagram.steps needs three steps at least`,
    ]);
  });

  it('pictures that are missing, misplaced or without an alternative text are reported', () => {
    expect(errorsOf('![](/pictures/there.webp) ![A](/pictures/gone.webp) ![B](https://example.com/b.png)')).toEqual([
      `${file}:9: /pictures/there.webp has no description: write what it shows between [ and ]`,
      `${file}:9: public/pictures/gone.webp is missing`,
      `${file}:9: https://example.com/b.png is on another site: add the picture to public/`,
    ]);
  });

  it('a duplicate id, a file name that contradicts its fields and an unknown category are reported', () => {
    const question = (category: number, id: number) =>
      `---\ncategory: ${category}\nid: ${id}\nquestion: "Q?"\n---\nText.`;
    const others = {
      'content/faq/fr/1-22-plancher.md': question(1, 22),
      'content/faq/en/2-22-other.md': question(2, 22),
      'content/faq/en/1-24-name.md': question(1, 23),
      'content/faq/en/9-7-shelf.md': question(9, 7),
      'content/faq/fr/1-22-floor.md': question(1, 22),
      'content/guides/en/quantower.md': `---\n${fields}\n---\nText.`,
    };
    expect(errorsOf('Text.', fields, others).toSorted()).toEqual([
      'content/faq/en/1-24-name.md: its fields say category 1 and id 23: name it 1-23-<words>.md, or fix the fields',
      'content/faq/en/2-22-other.md: id 22 belongs to content/faq/en/1-22-floor.md: take 24, which is free',
      'content/faq/en/9-7-shelf.md: category 9 is not one of 1, 2',
      'content/faq/fr/1-22-plancher.md: id 22 belongs to content/faq/en/1-22-floor.md: take 24, which is free',
      'content/guides/en/quantower.md: rename it to <platform>-connection-guide.md, which is its address',
    ]);
  });

  it('links to missing questions, articles and guides are reported', () => {
    expect(errorsOf('[a](/faq/detail/1/99) [b](/blog/details/a-word/7) [c](/y-connection-guide)')).toEqual([
      `${file}:9: /faq/detail/1/99 is a broken link: content/faq/en/1-99- does not exist`,
      `${file}:9: /blog/details/a-word/7 is a broken link: content/blog/en/7-a-word.md does not exist`,
      `${file}:9: /y-connection-guide is a broken link: content/guides/en/y-connection-guide.md does not exist`,
    ]);
  });
});

describe('the UI strings of this site', () => {
  it('are complete, all used, and take the same values in each language', () => {
    const list = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));
    const found = lintSite({ list, read: (file) => readFileSync(file, 'utf8') });
    expect(lintTexts({ list, read: (file) => readFileSync(file, 'utf8') })).toEqual([]);
    expect(found.filter(({ kind }) => kind === 'error').map(({ text }) => text)).toEqual([]);
  });
});
