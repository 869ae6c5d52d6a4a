import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { z } from 'zod';
import { errorsOf, placeAt, readYaml } from './content-error.ts';
import { claimFile, listClaims } from './lint-claims.ts';
import { type LintFinding, type Tree, toErrors } from './work-tree.ts';

/** Sentences that state a behavior or a figure, by what proves them. */
export const proofsFile = 'content/proofs.yaml';

const proofSchema = z.strictObject({
  /** A test’s file and title, a data file and the path to a value, or who keeps what no program does. */
  by: z
    .string()
    .regex(
      /^(?:\S+\.(?:ts|yaml)|people|readers|law|vendor): .+$/,
      'as “tests/unit/x.test.ts: the title”, “content/catalog/x.yaml: field.of.it” or “people: who does it”',
    ),
  /** A digest of that test or value when somebody last compared it with the sentences. */
  seen: z.string(),
  /** Words of each English sentence, by text: `faq/1-26-soft-daily-limit-merit`, or `strings/programs`. */
  says: z.record(z.string().regex(/^[a-z-]+\/[a-z0-9-]+$/), z.array(z.string().min(1)).min(1)),
});

function readProofs(tree: Tree) {
  return readYaml(tree.read(proofsFile), proofsFile, z.array(proofSchema));
}

/** The lines of a test, from `test` to its end at the same indentation. */
function findTest(source: string, title: string): string | undefined {
  const lines = source.split('\n');
  const titleAt = lines.findIndex((line) => line.includes(title));
  const start = lines.findLastIndex((line, index) => index <= titleAt && /^\s*test\b/.test(line));
  if (titleAt === -1 || start === -1) return undefined;
  const [indent = ''] = /^\s*/.exec(lines[start] ?? '') ?? [];
  const end = lines.findIndex(
    (line, index) =>
      index >= titleAt && /^(?:\}\)|\)|test.*\);$)/.test(line.slice(indent.length)) && line.startsWith(indent),
  );
  return lines.slice(start, end + 1).join('\n');
}

/** A digest of the test or value that `by` names, or of `by` where nothing of ours proves it; undefined if there is none. */
function digestProof(tree: Tree, by: string): string | undefined {
  const [, file = '', name = ''] = /^(\S+\.\w+): (.+)$/.exec(by) ?? [];
  const value = file.endsWith('.yaml') ? findValue(tree.read(file), name) : findTest(tree.read(file), name);
  if (value === undefined && file !== '') return undefined;
  return createHash('sha256')
    .update(JSON.stringify(value ?? by))
    .digest('hex')
    .slice(0, 8);
}

/** A value by the path of its fields; a row of a list has its code or id. */
function findValue(source: string, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    if (!Array.isArray(value)) return (value as Record<string, unknown> | undefined)?.[key];
    return value.find(({ code, id }) => code === key || id === key);
  }, parse(source));
}

/** The list with the digest of each proof as it is now. */
export function recordProofs(tree: Tree): string {
  let text = tree.read(proofsFile);
  for (const { by, seen } of readProofs(tree)) {
    const line = `by: ${JSON.stringify(by)}\n  seen: `;
    text = text.replaceAll(`${line}${JSON.stringify(seen)}`, `${line}${JSON.stringify(digestProof(tree, by) ?? '')}`);
  }
  return text;
}

/**
 * Finds sentences without an owner, sentences and proofs that are gone, and proofs that changed since somebody compared
 * the sentences with them.
 */
export function lintProofs(tree: Tree): LintFinding[] {
  const broken = errorsOf(() => readProofs(tree));
  return toErrors(broken.length > 0 ? broken : findProofErrors(tree));
}

function findProofErrors(tree: Tree): readonly string[] {
  const proofs = readProofs(tree);
  const rows = proofs.flatMap(({ by, says }) =>
    Object.entries(says).flatMap(([text, words]) => words.map((word) => ({ by, text, word }))),
  );
  const placeOf = (file: string, words: string) => placeAt(file, tree.read(file), tree.read(file).indexOf(words));
  const gone = rows
    .filter(({ text, word }) => !tree.read(claimFile(text)).includes(word))
    .map(
      ({ text, word }) =>
        `${placeOf(proofsFile, word)}: ${claimFile(text)} doesn’t say “${word}”: write what it says, or remove the words`,
    );
  const unowned = listClaims(tree)
    .filter(({ text, sentence }) => !rows.some((row) => row.text === text && sentence.includes(row.word)))
    .map(
      ({ text, sentence }) =>
        `${placeOf(claimFile(text), sentence)}: nothing proves “${sentence}”: add its words to ${proofsFile}, at the test, value or person that keeps it`,
    );
  const changed = proofs.flatMap(({ by, seen, says }) => {
    const digest = digestProof(tree, by);
    const what =
      digest === undefined
        ? 'doesn’t exist: name what proves them now'
        : 'has changed: compare them in every language, then run npm run content -- --record';
    const texts = Object.keys(says).join(', ');
    return digest === seen ? [] : [`${placeOf(proofsFile, by)}: ${by}, which proves sentences in ${texts}, ${what}`];
  });
  return [...gone, ...unowned, ...changed];
}
