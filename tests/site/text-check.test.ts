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

  it('a title in curly quotes is reported, and a byte order mark is no fault', () => {
    expect(errorsOf('Text.', fields.replace('"X for Rithmic"', '“X for Rithmic”'))).toEqual([
      `${file}:2: put the text in straight quotes: "…"`,
    ]);
    expect(errorsOf('Text.', fields, { [file]: `\uFEFF---\r\n${fields}\r\n---\r\nText.` })).toEqual([]);
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

  it('a guide needs no diagram, and one that it has needs three steps', () => {
    expect(errorsOf('Text.', fields.replace(/\ndiagram: .*/, ''))).toEqual([]);
    expect(errorsOf('Text.', fields.replace('{ at: C, text: c }', ''))).toEqual([
      `${file}:7: diagram.steps needs three steps at least`,
    ]);
  });

  it('a guide’s video needs a title, a secure address and a picture that exists', () => {
    const withVideo = (video: string) => errorsOf('Text.', `${fields}\nvideo: ${video}`);
    const poster = 'poster: /pictures/there.webp';
    expect(withVideo(`{ title: "Connect", url: "https://example.com/v", ${poster} }`)).toEqual([]);
    expect(withVideo(`{ title: "Connect", url: "https://example.com/v", poster: /pictures/gone.webp }`)).toEqual([
      `${file}: video.poster: public/pictures/gone.webp is missing`,
    ]);
    expect(withVideo(`{ url: "javascript:alert(1)", ${poster} }`)).toEqual([
      `${file}:8: video.title is missing: write what the video shows`,
      `${file}:8: video.url is no address: write it as https://www.youtube.com/watch?v=…`,
    ]);
  });

  it.each(['2027-02-30', '20 mars 2026', '2026-13-01', '26-11-20', '2026-11-20T25:00'])(
    '%s is no day of a text',
    (written) => {
      expect(errorsOf('Text.', fields.replace('2026-11-20', `"${written}"`))).toEqual([
        `${file}:5: updatedAt is not a day: write it as 2026-11-20`,
      ]);
    },
  );

  it.each([
    ['', 'there is no text: write it below the second ---'],
    ['# Again', 'the page adds the headline itself: start headings at ##'],
    ['#### Deep', 'the heading skips a level: write ##'],
    ['##Close', 'a heading has a space after its #: add it'],
    ['| a | b |\n| c | d |', 'the table’s second line isn’t | --- | --- |: write it under the headings'],
    ['| a | b |\n|---|---|\n| c |', 'cells in this row: 1, in the headings: 2; add or remove a |'],
    ['<script>alert(1)</script>', '<script> isn’t allowed'],
    ['<iframe src="https://example.com"></iframe>', '<iframe src="https://example.com"> isn’t allowed'],
    ['<img src="/x.png">', '<img src="/x.png"> isn’t allowed'],
    ['<video src="/x.mp4"></video>', '<video src="/x.mp4"> isn’t allowed'],
    ['<kbd onclick="alert(1)">F9</kbd>', '<kbd onclick="alert(1)"> isn’t allowed'],
    ['<!-- note', '<! isn’t allowed'],
    ['Keep 90 %.', 'it writes a space before %: use 30%'],
    ['<<<<<<< HEAD', 'left from merging two versions'],
    ['TBD: say more', 'a note to yourself'],
    ['See (the rules)[/rules].', 'write a link as [text](address)'],
    ['It is {classic-50k.target}.', 'write a variable with two braces'],
    ['So it is.[^1]', 'pages have no footnotes'],
    ['- [ ] Sign', 'lists have no boxes'],
    ['[a](javascript:alert(1))', 'is no address'],
    ['[a](data:text/html,a)', 'is no address'],
    ['[a](http://example.com/)', 'is no address'],
    ['[a](mailto:support@example)', 'is no address'],
    ['[a](/faq/detail/1 /22)', 'is no address'],
    ['[a](//example.com/)', 'is no address'],
    ['A **bold word.\n\nText.', 'a ** has no second one'],
    ['Text.\n\n```\ncode', 'this code has no end'],
    ['Hel\u200Blo', 'U+200B'],
    ['Hel\u202Elo', 'U+202E'],
    ['caf\uFFFD', 'U+FFFD'],
    ['foo\u0000bar', 'U+0000'],
  ])('%j is refused with what to write', (body, sentence) => {
    const [error = ''] = errorsOf(body);
    expect(error.startsWith(`${file}:`)).toBe(true);
    expect(error).toContain(sentence);
  });

  it.each([
    'Press <kbd>F9</kbd>, then 1<sup>st</sup>.<br>',
    '`<script>` and `# no heading`',
    '```\n# no heading\n<iframe>\n| a |\n```',
    '| a | b |\n|---|:-:|\n| c \\| d | e |',
    '## One\n\n### Two\n\n## Three',
    '[a](https://example.com) <https://example.com> <help@example.com>',
    'A loss < 5 and a profit > 3.',
    '## One\n\n[a](#one) [b](mailto:help@example.com) **bold\nover lines** {{classic-50k.target}} ok 👩‍💻',
    '```\n[a](b) TBD **\n```',
  ])('%j is allowed', (body) => {
    expect(errorsOf(body)).toEqual([]);
  });

  it('every error of a file is reported in one run', () => {
    expect(errorsOf('# {{classic-50k.prize}} {{x.y}}', fields.replace('2026-11-20', 'soon'))).toHaveLength(4);
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
