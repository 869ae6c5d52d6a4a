import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-write.ts';

/** A rule of a style sheet, or a group of rules such as `@layer components`. */
export type StyleBlock = {
  /** The selectors, or the at-rule that holds `rules`. */
  readonly head: string;
  /** Everything between the braces; undefined for a statement such as `@import`. */
  readonly body: string | undefined;
  /** Of a group. */
  readonly rules?: readonly StyleBlock[];
  /** Per selector, the classes, ids and component marks that an element must have. */
  readonly marks?: readonly (readonly string[])[];
};

const cache = 'node_modules/.cache/late-styles';
const fileName = /\/_astro\/(late\.[\w-]+\.css)"/;
const group = /^@(?:layer|media|supports|container)\b/;
/** Where the first screen ends: what a page marks, or else the footer's style sheet. */
const firstScreenEnd = /<template data-first-screen-end><\/template>|<link rel="stylesheet"/;

/** The position after the brace or semicolon that ends what starts at `from`; skips strings and nested blocks. */
function findEnd(css: string, from: number): number {
  let depth = 0;
  for (let at = from; at < css.length; at += 1) {
    const character = css[at];
    if (character === '"' || character === "'") {
      for (at += 1; at < css.length && css[at] !== character; at += 1) if (css[at] === '\\') at += 1;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (character === ';' && depth === 0) return at + 1;
  }
  return css.length;
}

/** Splits at commas that aren't in parentheses. */
function splitSelectors(text: string): string[] {
  let depth = 0;
  let from = 0;
  const selectors: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    else if ((text[at] === ',' && depth === 0) || at === text.length) {
      selectors.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return selectors;
}

/** What stands in parentheses is left out: an element may match one of several selectors there, or none. */
function marksOf(selector: string): string[] {
  let plain = selector;
  for (let shorter = ''; shorter !== plain; ) {
    shorter = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  return [...plain.matchAll(/\.[a-zA-Z_][\w-]*|#[a-zA-Z_][\w-]*|\[data-astro-cid-\w+\]/g)].map(([mark]) => mark);
}

/** Reads a style sheet as Lightning CSS writes it: without comments. */
export function readStyles(css: string): StyleBlock[] {
  const blocks: StyleBlock[] = [];
  for (let at = 0; at < css.length; ) {
    const end = findEnd(css, at);
    const text = css.slice(at, end).trim();
    at = end;
    const open = text.endsWith('}') ? text.indexOf('{') : -1;
    if (open < 0) {
      if (text !== '') blocks.push({ head: text, body: undefined });
      continue;
    }
    const [head, body] = [text.slice(0, open), text.slice(open + 1, -1)];
    if (group.test(head)) blocks.push({ head, body, rules: readStyles(body) });
    else if (head.startsWith('@')) blocks.push({ head, body });
    else blocks.push({ head, body, marks: splitSelectors(head).map(marksOf) });
  }
  return blocks;
}

/** Passes each inline style sheet of a head through a function. */
function mapSheets(head: string, change: (css: string) => string): string {
  const [before = '', ...parts] = head.split('<style>');
  const changed = parts.map((part) => {
    const end = part.indexOf('</style>');
    return `<style>${change(part.slice(0, end))}${part.slice(end)}`;
  });
  return [before, ...changed].join('');
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

/** The classes, ids and component marks of a part of a page. */
function findMarks(html: string): ReadonlySet<string> {
  const marks = new Set<string>();
  for (const [, name, value = ''] of html.matchAll(/\s(class|id)="([^"]*)"/g))
    for (const each of value.split(/\s+/)) marks.add(`${name === 'class' ? '.' : '#'}${each}`);
  for (const [mark] of html.matchAll(/data-astro-cid-\w+/g)) marks.add(`[${mark}]`);
  return marks;
}

/**
 * Splits a style sheet by whether a rule can apply to an element of the first screen. Rules without a class, an id or a
 * component's mark always can.
 */
export function splitStyles(css: string, marks: ReadonlySet<string>, blocks: readonly StyleBlock[] = readStyles(css)) {
  const isLate = (block: StyleBlock) =>
    block.marks?.every((required) => required.some((mark) => !marks.has(mark))) ?? false;
  return { first: write(blocks, (block) => !isLate(block)), late: write(blocks, isLate) };
}

/**
 * Moves rules that the first screen can't use into a file that only what is below it waits for: a phone's first round
 * trip carries 14 KB, and a page's styles are inline so that the first paint takes only one. The file may contain
 * nothing, then the page stays as it is.
 */
export function styleMover() {
  const sheets = new Map<string, readonly StyleBlock[]>();
  mkdirSync(cache, { recursive: true });
  return (html: string): string => {
    const body = html.indexOf('<body');
    const end = html.slice(body).search(firstScreenEnd);
    if (body < 0 || end < 0) return html;
    const marks = findMarks(html.slice(body, body + end));
    const late: string[] = [];
    const head = mapSheets(html.slice(0, body), (css) => {
      const blocks = sheets.get(css) ?? readStyles(css);
      sheets.set(css, blocks);
      const split = splitStyles(css, marks, blocks);
      if (split.late === '') return css;
      late.push(split.late);
      return split.first;
    });
    const rest = html.slice(body + end).replace('<template data-first-screen-end></template>', '');
    const start = html.slice(body, body + end);
    if (late.length === 0) return `${head}${start}${rest}`;
    const text = late.join('');
    const name = `late.${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
    if (!existsSync(join(cache, name))) writeFileAtomically(join(cache, name), Buffer.from(text));
    return `${head}${start}<link rel="stylesheet" href="/_astro/${name}">${rest}`;
  };
}

/** Copies the files that the built pages name, also of pages that this build didn't write, and forgets the others. */
export function writeLateStyles(root: string, pages: readonly string[]): void {
  const names = new Set(pages.flatMap((file) => fileName.exec(readFileSync(file, 'utf8'))?.[1] ?? []));
  mkdirSync(join(root, '_astro'), { recursive: true });
  for (const name of names) copyFileSync(join(cache, name), join(root, '_astro', name));
  for (const name of readdirSync(cache)) if (!names.has(name)) rmSync(join(cache, name));
}
