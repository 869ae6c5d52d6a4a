import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

// Its programs for Java and Linux start slower than they are of use.
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

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

/** Beyond this time recheck seldom decides; attacks take over. */
const decidingMs = 400;
const attackLength = 30_000;
/** A linear pattern needs about a millisecond, a quadratic one half a second. */
const maxAttackMs = 40;

/** The words and characters that a pattern mentions, and one of each common class. */
function samplesOf({ source }: Pattern) {
  const text = source
    .replace(/\\[pP]\{\w+\}/g, 'é')
    .replace(/\\[a-zA-Z]/g, '')
    .replace(/\\(.)/g, '$1');
  const characters = new Set([
    ...'0aAé \n"',
    ...text.replace(/[\^$*+?{}|()[\]]/g, ''),
    ...source.replace(/[\w\s\\]/g, ''),
  ]);
  return {
    characters: [...characters].slice(0, 24),
    words: [...new Set(text.match(/[\p{L}\p{N}/<"=:.-]{2,}/gu) ?? [])].slice(0, 16),
  };
}

/** What an attacker repeats: each word, each character, and pairs of the most common ones. */
function listPumps(pattern: Pattern): readonly string[] {
  const { characters, words } = samplesOf(pattern);
  const pairs = characters.slice(0, 9).flatMap((left) => characters.slice(0, 9).map((right) => left + right));
  return [...new Set([...words, ...words.map((word) => `${word} `), ...characters, ...pairs])];
}

/** Repeats a pump after each start, longer and longer, so that an exponential pattern is found before it hangs. */
function findSlowAttack(pattern: Pattern): string | undefined {
  const { words } = samplesOf(pattern);
  const regex = new RegExp(pattern.source, pattern.flags);
  const starts = ['', ...words.slice(0, 1)];
  /** Of this thread, whatever else the machine does. */
  const msOf = (text: string) => {
    const before = process.threadCpuUsage();
    text.replace(regex, '');
    return process.threadCpuUsage(before).user / 1_000;
  };
  for (const length of [28, 40, 500, attackLength]) {
    for (const pump of listPumps(pattern)) {
      const attack = pump.repeat(Math.ceil(length / pump.length));
      for (const text of starts.flatMap((start) => [`${start}${attack}\0`, `${start}${attack}0`])) {
        // Garbage isn't collected three times.
        if (msOf(text) > maxAttackMs && msOf(text) > maxAttackMs && msOf(text) > maxAttackMs)
          return `${length} characters of ${JSON.stringify(pump)}`;
      }
    }
  }
  return undefined;
}

/** The text that makes a pattern slower than linear; undefined if recheck proves that none does, or no attack succeeds. */
function judge(pattern: Pattern): string | undefined {
  if (pattern.flags.includes('y')) return findSlowAttack(pattern);
  const verdict = checkSync(pattern.source, pattern.flags, { checker: 'automaton', timeout: decidingMs });
  if (verdict.status === 'vulnerable') return verdict.attack.pattern;
  return verdict.status === 'safe' ? undefined : findSlowAttack(pattern);
}

const folder = 'node_modules/.cache/patterns';
const judgedBy = [process.version, readFileSync(import.meta.filename, 'utf8')].join();

/** Judges each pattern once, and those found linear not again while this check and Node stay the same. */
export function findSlowness(pattern: Pattern): string | undefined {
  const text = JSON.stringify([judgedBy, pattern.source, pattern.flags]);
  const known = `${folder}/${createHash('sha256').update(text).digest('hex')}`;
  if (existsSync(known)) return undefined;
  const attack = judge(pattern);
  mkdirSync(folder, { recursive: true });
  if (attack === undefined) writeFileSync(known, '');
  return attack;
}
