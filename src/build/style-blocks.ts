/** A rule of a style sheet, or a group of rules such as `@layer components`. */
export type StyleBlock = {
  /** The selectors, or the at-rule that holds `rules`. */
  readonly head: string;
  /** Everything between the braces; undefined for a statement or declaration. */
  readonly body: string | undefined;
  /** Of a group, or of a rule that holds others. */
  readonly rules?: readonly StyleBlock[];
  /** The selectors of a rule; undefined for everything else. */
  readonly selectors?: readonly Selector[];
};

export type Selector = {
  /** What must be there for it to match: classes, ids, component marks, and elements as `<table`. */
  readonly marks: readonly string[];
  /** Whether it applies only to what somebody points at, presses, selects or has moved the focus to. */
  readonly isInteractive: boolean;
};

const group = /^@(?:layer|media|supports|container)\b/;
const interactive = /:(?:hover|active|focus(?:-visible|-within)?|:selection)\b/;

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
function readSelector(selector: string): Selector {
  let plain = selector;
  for (let shorter = ''; shorter !== plain; ) {
    shorter = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  const marks = [...plain.matchAll(/[.#][a-zA-Z_][\w-]*|\[data-astro-cid-\w+\]/g)].map(([mark]) => mark);
  const names = plain.replace(/\[[^[\]]*\]/g, '').matchAll(/(?:^|[\s>+~])([a-z][a-z\d-]*)/g);
  return { marks: [...marks, ...[...names].map(([, name]) => `<${name}`)], isInteractive: interactive.test(plain) };
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
    else {
      const selectors = splitSelectors(head).map(readSelector);
      blocks.push({ head, body, selectors, ...(body.includes('{') && { rules: readStyles(body) }) });
    }
  }
  return blocks;
}
