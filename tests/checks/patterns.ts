import { readFileSync } from 'node:fs';
import type { Concatenation, Element, Node, NoParent, Quantifier } from 'refa';
import { CharSet, isDisjointWith, JS, NFA } from 'refa';
import { analyse as findReports } from 'scslre';
import ts from 'typescript';

export type Pattern = { readonly source: string; readonly flags: string; readonly place: string };

/** The scripts in a file: all of it, or an Astro file's front matter and script elements. */
function scriptOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.astro')) return text;
  const [, head = '', body = ''] = text.split(/^---$/m);
  return [head, ...[...body.matchAll(/<script\b[^<>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script)].join('\n');
}

/** The text of `new RegExp(…)`, with a word for each inserted part. Undefined for a variable. */
function textOf(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('Greek');
}

function readPattern(node: ts.Node): Omit<Pattern, 'place'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
  const [source, flags] = [textOf(node.arguments?.[0]), textOf(node.arguments?.[1])];
  return source === undefined || flags === undefined ? undefined : { source, flags };
}

export function listPatterns(path: string): Pattern[] {
  const file = ts.createSourceFile(path, scriptOf(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = readPattern(node);
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (pattern) found.push({ ...pattern, place: `${path}:${line}` });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Loose<Of extends Node> = NoParent<Of>;

function isNullable(element: Loose<Element>): boolean {
  if (element.type === 'Quantifier' && element.min === 0) return true;
  if (element.type !== 'Quantifier' && element.type !== 'Alternation') return false;
  return element.alternatives.some(({ elements }) => elements.every(isNullable));
}

/** The characters that may stand before `^`: none, or with the flag `m` the ends of a line. Undefined for other elements. */
function beforeStart(element: Loose<Element>): CharSet | undefined {
  if (element.type !== 'Assertion' || element.kind !== 'behind' || !element.negate) return undefined;
  const [only] = element.alternatives[0]?.elements ?? [];
  const allowed = only?.type === 'CharacterClass' ? only.characters.negate() : undefined;
  return allowed !== undefined && allowed.size <= lineEnds ? allowed : undefined;
}

/** An automaton has a state for each copy, so that many are counted as unlimited. */
/** `\n`, `\r`, U+2028 and U+2029. */
const lineEnds = 4;
const manyCopies = 12;

/** A copy whose assertions always hold, except `^`: a match that begins later has something before it. */
function withoutAssertions(element: Loose<Element>): Loose<Element> {
  const characters = beforeStart(element);
  if (characters !== undefined) return { type: 'CharacterClass', characters };
  if (element.type === 'CharacterClass' || element.type === 'Unknown') return { ...element };
  if (element.type === 'Assertion')
    return { type: 'Alternation', alternatives: [{ type: 'Concatenation', elements: [] }] };
  const alternatives = element.alternatives.map(
    ({ elements }): Loose<Concatenation> => ({
      type: 'Concatenation',
      elements: elements.map((each) => withoutAssertions(each)),
    }),
  );
  if (element.type === 'Alternation' || element.max < manyCopies) return { ...element, alternatives };
  return { ...element, alternatives, min: Math.min(element.min, 1), max: Number.POSITIVE_INFINITY };
}

function toNfa(elements: readonly Loose<Element>[], maxCharacter: number): NFA {
  const simple = elements.map((each) => withoutAssertions(each));
  return NFA.fromRegex([{ type: 'Concatenation', elements: simple }], { maxCharacter });
}

type Repetition = {
  readonly loop: Loose<Quantifier>;
  readonly before: readonly Loose<Element>[];
  readonly canFail: boolean;
};

/** The unbounded repetitions of a pattern, with what is before each. */
function listRepetitions(
  { elements }: Loose<Concatenation>,
  before: readonly Loose<Element>[] = [],
  canFail = false,
): Repetition[] {
  return elements.flatMap((element, index) => {
    const start = [...before, ...elements.slice(0, index)];
    const failsAfter = canFail || !elements.slice(index + 1).every(isNullable);
    if (element.type !== 'Quantifier' && element.type !== 'Alternation') return [];
    const inside = element.alternatives.flatMap((each) => listRepetitions(each, start, failsAfter));
    const isLoop = element.type === 'Quantifier' && element.max === Number.POSITIVE_INFINITY;
    return isLoop ? [{ loop: element, before: start, canFail: failsAfter }, ...inside] : inside;
  });
}

/**
 * Repetitions that can contain what stands before them, such as `.*` in `/a.*b/`: in `aaaa…`, each `a` starts a match
 * that reads to the end.
 */
function findRepeatedStarts({ source, flags }: Pattern): number {
  if (flags.includes('y')) return 0;
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { expression, maxCharacter } = parser.parse({ backreferences: 'disable' });
  const all = CharSet.all(maxCharacter);
  const anything: Loose<Element> = {
    ...{ type: 'Quantifier', min: 0, max: Number.POSITIVE_INFINITY, lazy: false },
    alternatives: [{ type: 'Concatenation', elements: [{ type: 'CharacterClass', characters: all }] }],
  };
  const repetitions = expression.alternatives.flatMap((each) => listRepetitions(each));
  return repetitions.filter(({ loop, before, canFail }) => {
    if (!canFail || before.length === 0) return false;
    const start = toNfa(before, maxCharacter);
    start.withoutEmptyWord();
    const endsInStart = toNfa([anything], maxCharacter);
    endsInStart.append(start);
    return !isDisjointWith(toNfa([{ ...loop, min: 0 }], maxCharacter), endsInStart);
  }).length;
}

/** Why a text can make a pattern slower than linear; empty if none can. */
export function findSlowness(pattern: Pattern): string[] {
  const { reports } = findReports(pattern);
  const starts = findRepeatedStarts(pattern) > 0 ? ['a repetition contains what stands before it'] : [];
  return [...reports.map(({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`), ...starts];
}
