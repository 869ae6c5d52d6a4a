import { placeAt } from './content-error.ts';

/** Markup that Markdown can't express and that can neither run nor load anything. */
const allowedTags = ['abbr', 'br', 'del', 'details', 'ins', 'kbd', 'mark', 'q', 's', 'sub', 'summary', 'sup'] as const;

/** The text with everything in code replaced by spaces, so that positions stay. */
function withoutCode(text: string): string {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ');
  return text.replace(/^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[ \t]*$|$(?![\s\S]))/gm, blank).replace(/`[^`\n]*`/g, blank);
}

type Line = { readonly text: string; readonly number: number };

/** The cells of a table's row; a backslash keeps a line of its cell. */
function cellsOf(row: string): string[] {
  const cells = row.trim().split(/(?<!\\)\|/);
  return cells.slice(cells[0] === '' ? 1 : 0, cells.at(-1) === '' ? -1 : undefined);
}

const isDelimiter = (row: string) => cellsOf(row).every((cell) => /^:?-+:?$/.test(cell.trim()));

/** Adjacent lines that start with a `|`. */
function listTables(lines: readonly string[]): Line[][] {
  const tables: Line[][] = [];
  lines.forEach((text, index) => {
    if (!/^ *\|/.test(text)) return;
    const isNext = tables.at(-1)?.at(-1)?.number === index;
    const line = { text, number: index + 1 };
    if (isNext) tables.at(-1)?.push(line);
    else tables.push([line]);
  });
  return tables;
}

function findTableErrors(lines: readonly string[]): [line: number, error: string][] {
  return listTables(lines).flatMap(([head, delimiter, ...rows]): [number, string][] => {
    if (!head) return [];
    if (!delimiter || !isDelimiter(delimiter.text))
      return [[head.number, 'the table’s second line isn’t | --- | --- |: write it under the headings']];
    const cells = cellsOf(head.text).length;
    return [delimiter, ...rows].flatMap(({ text, number }): [number, string][] => {
      const found = cellsOf(text).length;
      return found === cells
        ? []
        : [[number, `cells in this row: ${found}, in the headings: ${cells}; add or remove a |`]];
    });
  });
}

function findHeadingErrors(lines: readonly string[]): [line: number, error: string][] {
  let depth = 1;
  return lines.flatMap((text, index): [number, string][] => {
    const [, marks, title] = /^(#{1,6})[ \t]+(\S.*)$/.exec(text) ?? [];
    if (/^#{1,6}[^\s#]/.test(text)) return [[index + 1, 'a heading has a space after its #: add it']];
    if (!marks || !title) return [];
    const before = depth;
    depth = marks.length;
    if (depth === 1) return [[index + 1, 'the page adds the headline itself: start headings at ##']];
    if (depth > before + 1) return [[index + 1, `the heading skips a level: write ${'#'.repeat(before + 1)}`]];
    return [];
  });
}

/** Control characters, those that nobody sees, and what stands for bytes that aren't UTF-8; an emoji's joiner may stay. */
const unseen = /(?![\t\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/u;

/** Finds characters that can't be seen, in a whole file. */
export function findUnseen(source: string, where: string): string[] {
  return source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line, index) => {
      const [found] = unseen.exec(line) ?? [];
      if (found === undefined) return [];
      const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return [`${where}:${index + 1}: it has a character that can’t be seen or read, U+${code}: type the word again`];
    });
}

const addressPattern =
  /^(?:\/(?!\/)\S*|#\S+|https:\/\/[^\s/]+\.[^\s]+|mailto:(?:\{\{[\w.]+\}\}|[^\s@]+@[^\s@]+\.[^\s@]+))$/;

/** What editors leave behind or mistype, and what to do; the page would show it as it stands. */
const slips: readonly (readonly [pattern: RegExp, error: string])[] = [
  [/^(?:<{7}|={7}$|>{7})/, 'this is left from merging two versions: keep one of them'],
  [/\b(?:TO(?:DO)|FIX(?:ME)|TBD)\b|[Ll]orem ipsum/, 'this is a note to yourself: write the text'],
  [/\([^()]*\)\[(?:\/|https?:)[^[\]]*\]/, 'write a link as [text](address)'],
  [/(?<!\{)\{[\w-]+(?:\.[\w-]+)+\}(?!\})/, 'write a variable with two braces on each side'],
  [/\[\^[^[\]]+\]/, 'pages have no footnotes: say it in the text'],
  [/^ *(?:[-*+]|\d+\.) \[[ x]\]/i, 'lists have no boxes: leave out [ ]'],
];

function findSlips(lines: readonly string[]): [line: number, error: string][] {
  return lines.flatMap((text, index) => [
    ...slips.filter(([pattern]) => pattern.test(text)).map(([, error]): [number, string] => [index + 1, error]),
    ...[...text.matchAll(/\]\(((?:[^()]|\([^()]*\))*)\)/g)]
      .filter(([, address = '']) => !addressPattern.test(address))
      .map(([, address]): [number, string] => [
        index + 1,
        `${address} is no address: write /path, #heading, https://… or mailto:name@host`,
      ]),
  ]);
}

/** Finds marks that open and never close, each of which turns what follows into something else. */
function findUnclosed(body: string, lines: readonly string[]): [line: number, error: string][] {
  const fences = body.split('\n').flatMap((text, index) => (/^(?:```|~~~)/.test(text) ? [index + 1] : []));
  const errors: [number, string][] = [];
  let [start, marks] = [1, 0];
  for (const [index, text] of [...lines, ''].entries()) {
    marks += text.split('**').length - 1;
    if (text.trim() !== '') continue;
    if (marks % 2 === 1) errors.push([start, 'a ** has no second one: close the bold text']);
    [start, marks] = [index + 2, 0];
  }
  const [last] = fences.length % 2 === 1 ? fences.slice(-1) : [];
  if (last !== undefined) errors.push([last, 'this code has no end: close it with ```']);
  return errors;
}

/**
 * Finds what would break a page without a word: no text, a second headline, a broken table, markup that runs or loads
 * something, or that people can't use.
 * @param linesBefore lines of the file above the text @returns one sentence per error, with its place
 */
export function lintBody(body: string, where: string, linesBefore: number): string[] {
  if (body.trim() === '') return [`${where}:${linesBefore + 1}: there is no text: write it below the second ---`];
  const text = withoutCode(body);
  const lines = text.split('\n');
  const tags = [...text.matchAll(/<\/?([a-z][\w-]*)[^>]*>?|<!/gi)].filter(({ 0: all, 1: name = '' }) => {
    const isAddress = /^<(?:https?|mailto):/i.test(all) || /^<[\w.+-]+@/.test(all);
    return !isAddress && !allowedTags.some((tag) => tag === name.toLowerCase() && /^<\/?\w+\/?>$|^<\w+ \/>$/.test(all));
  });
  return [
    ...[...findHeadingErrors(lines), ...findTableErrors(lines), ...findSlips(lines), ...findUnclosed(body, lines)].map(
      ([line, error]) => `${where}:${line + linesBefore}: ${error}`,
    ),
    ...tags.map(
      ({ 0: tag, index }) =>
        `${placeAt(where, text, index, linesBefore)}: ${tag.slice(0, 40)} isn’t allowed: use Markdown; of HTML only ${allowedTags.join(', ')}, without attributes`,
    ),
  ];
}
