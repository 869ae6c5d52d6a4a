import { keepPart } from './page-parts.ts';
import { readStyles, type StyleBlock } from './style-blocks.ts';

/** Where the first screen ends: what a page marks first, or else the first style sheet of what is below it. */
const endMark = /<template data-first-screen-end[^<>]*><\/template>/g;
const lateTag = '<style data-late>';
const firstScreenEnd = new RegExp(`${endMark.source}|${lateTag}`);

/** Passes each inline style sheet of a part through a function; none is left where it returns nothing. */
function mapSheets(html: string, change: (css: string) => string, tag = '<style>'): string {
  const [before = '', ...parts] = html.split(tag);
  const changed = parts.map((part) => {
    const end = part.indexOf('</style>');
    const css = change(part.slice(0, end));
    return `${css === '' ? '' : `${tag}${css}</style>`}${part.slice(end + '</style>'.length)}`;
  });
  return [before, ...changed].join('');
}

/** All inline style sheets of a head as one, where the first stands: each has a hash in the page's policy. */
function mergeSheets(head: string): string {
  const sheets: string[] = [];
  mapSheets(head, (css) => {
    sheets.push(css.trim());
    return css;
  });
  return mapSheets(head, () => sheets.splice(0).join(''));
}

/** Palette colors are read only by other tokens, so a page needs their values and not their names. */
function inlinePalette(css: string): string {
  const colors = new Map<string, string>();
  const without = css.replace(/(--palette-[a-z]+(?:-\d+)?):([^;:{}]*);?/g, (_all, name: string, value: string) => {
    colors.set(name, value);
    return '';
  });
  return without.replace(/var\((--palette-[a-z]+(?:-\d+)?)\)/g, (all, name: string) => colors.get(name) ?? all);
}

function write(blocks: readonly StyleBlock[], wanted: (block: StyleBlock) => boolean): string {
  return blocks
    .map((block) => {
      const { head, body, rules } = block;
      if (rules) {
        const inside = write(rules, wanted);
        return inside === '' ? '' : `${head}{${inside}}`;
      }
      if (!wanted(block)) return '';
      return body === undefined ? head : `${head}{${body}}`;
    })
    .join('');
}

/** The elements, classes, ids and component marks of a part of a page. */
function findMarks(html: string): ReadonlySet<string> {
  const marks = new Set(['<html', '<body']);
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z\d-]*)/g)) marks.add(`<${name}`);
  for (const [, name, value = ''] of html.matchAll(/\s(class|id)="([^"]*)"/g))
    for (const each of value.split(/\s+/)) marks.add(`${name === 'class' ? '.' : '#'}${each}`);
  for (const [mark] of html.matchAll(/data-astro-cid-\w+/g)) marks.add(`[${mark}]`);
  return marks;
}

/** The blocks that can't apply to an element of the first screen before somebody does something, such as print. */
function findLate(
  blocks: readonly StyleBlock[],
  marks: ReadonlySet<string>,
  late = new Set<StyleBlock>(),
  all = false,
) {
  for (const block of blocks) {
    const { head, rules, selectors } = block;
    const isLate =
      all ||
      head === '@media print' ||
      (selectors?.every((selector) => selector.isInteractive || selector.marks.some((mark) => !marks.has(mark))) ??
        false);
    if (isLate) late.add(block);
    if (rules) findLate(rules, marks, late, isLate);
  }
  return late;
}

/**
 * Splits a style sheet by whether a rule can apply to an element of the first screen. Rules that name no element,
 * class, id or component's mark always can, unless they wait for the pointer or the focus.
 */
export function splitStyles(css: string, marks: ReadonlySet<string>, blocks: readonly StyleBlock[] = readStyles(css)) {
  const late = findLate(blocks, marks);
  const first = write(blocks, (block) => !late.has(block));
  for (const block of blocks.flatMap(({ rules = [] }) => rules)) {
    const [, name] = /^@keyframes ([\w-]+)$/.exec(block.head) ?? [];
    if (name && first.split(name).length === 2) late.add(block);
  }
  return { first: write(blocks, (block) => !late.has(block)), late: write(blocks, (block) => late.has(block)) };
}

/** Moves tokens that neither the first screen's rules nor its markup use. One that is set twice stays: order counts. */
function splitTokens(css: string, html: string): { readonly first: string; readonly late: string } {
  const names = [...css.matchAll(/[{;](--[\w-]+):/g)].map(([, name = '']) => name);
  const moved: string[] = [];
  let first = css;
  const isUsed = (name: string) =>
    names.indexOf(name) !== names.lastIndexOf(name) || [first, html].some((text) => text.includes(`var(${name}`));
  // A token may be what only a token uses that has just been moved.
  for (let before = ''; before !== first; ) {
    before = first;
    first = before.replace(/:root\{([^{}]*)\}/g, (_rule, declarations: string) => {
      const kept = declarations.split(';').filter((declaration) => {
        const [name = ''] = declaration.split(':', 1);
        if (!name.startsWith('--') || isUsed(name)) return declaration !== '';
        moved.push(declaration);
        return false;
      });
      return kept.length === 0 ? '' : `:root{${kept.join(';')}}`;
    });
  }
  return { first, late: moved.length === 0 ? '' : `@layer tokens{:root{${moved.join(';')}}}` };
}

/**
 * Moves rules that the first screen can't use into one file that only what is below it waits for, together with the
 * sheets that the page marks as late: a phone's first round trip carries 14 KB, and a page's styles are inline so that
 * the first paint takes only one.
 */
export function styleMover() {
  const sheets = new Map<string, readonly StyleBlock[]>();
  const read = (css: string) => {
    const blocks = sheets.get(css) ?? readStyles(css);
    sheets.set(css, blocks);
    return blocks;
  };
  return (html: string): string => {
    const body = html.indexOf('<body');
    if (body < 0) return html;
    const head = inlinePalette(mergeSheets(html.slice(0, body)));
    const end = html.slice(body).search(firstScreenEnd);
    if (end < 0) return `${head}${html.slice(body)}`;
    const start = html.slice(body, body + end);
    const late: string[] = [];
    const shortened = mapSheets(head, (css) => {
      const rules = splitStyles(css, findMarks(start), read(css));
      const tokens = splitTokens(rules.first, start);
      late.push(tokens.late, rules.late);
      return tokens.first;
    });
    const takeSheet = (css: string) => {
      late.push(css.trim());
      return '';
    };
    const rest = mapSheets(html.slice(body + end).replace(endMark, ''), takeSheet, lateTag);
    const all = [...new Set(late)].join('');
    const link = all === '' ? '' : `<link rel="stylesheet" href="${keepPart('late', 'css', all)}">`;
    return `${shortened}${start}${link}${rest}`;
  };
}
