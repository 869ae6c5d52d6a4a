import { createHash } from 'node:crypto';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { defaultLocale } from '#i18n/locales.ts';
import { readYaml } from './content-error.ts';
import type { LintFinding, Tree } from './work-tree.ts';

/** Sentences that state a behavior or a figure, each with what proves it. */
export const proofsFile = 'content/proofs.yaml';

const proofSchema = z.strictObject({
  /** Words of the English text, without a line break. */
  says: z.string().min(1),
  /** A text such as `faq/1-26-soft-daily-limit-merit`, or a file of strings such as `strings/programs`. */
  in: z.string().regex(/^[a-z-]+\/[a-z0-9-]+$/),
  /** A test’s file and title, or a data file and the path to a value. */
  by: z.string().regex(/^\S+: .+$/, 'as “tests/unit/x.test.ts: the title” or “content/catalog/x.yaml: field.of.it”'),
  /** A digest of that test or value when somebody last compared it with the sentence. */
  seen: z.string(),
});

type Proof = z.infer<typeof proofSchema>;

function readProofs(tree: Tree): readonly Proof[] {
  return readYaml(tree.read(proofsFile), proofsFile, z.array(proofSchema));
}

const textOf = ({ in: text }: Proof) => {
  const [folder, name] = text.split('/');
  return folder === 'strings'
    ? `public/locales/${defaultLocale}/${name}.json`
    : `content/${folder}/${defaultLocale}/${name}.md`;
};

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

/** A digest of the test or value that `by` names; undefined if there is none. */
function digestProof(tree: Tree, by: string): string | undefined {
  const [, file = '', name = ''] = /^(\S+): (.+)$/.exec(by) ?? [];
  const source = tree.read(file);
  const value = file.endsWith('.yaml') ? parseDocument(source).getIn(name.split('.')) : findTest(source, name);
  if (value === undefined) return undefined;
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
}

/** The list with the digest of each proof as it is now. */
export function recordProofs(tree: Tree): string {
  let text = tree.read(proofsFile);
  for (const { by, seen } of readProofs(tree)) {
    const line = `  by: ${JSON.stringify(by)}\n  seen: `;
    text = text.replaceAll(`${line}${JSON.stringify(seen)}`, `${line}${JSON.stringify(digestProof(tree, by) ?? '')}`);
  }
  return text;
}

/** Finds sentences that are gone, proofs that are gone, and proofs that changed since somebody compared the sentence with them. */
export function lintProofs(tree: Tree): LintFinding[] {
  return readProofs(tree).flatMap((proof): LintFinding[] => {
    const { says, by, seen } = proof;
    const file = textOf(proof);
    if (!tree.read(file).includes(says))
      return [
        {
          kind: 'error',
          text: `${proofsFile}: ${file} doesn’t say “${says}”: write what it says, or remove the entry`,
        },
      ];
    const digest = digestProof(tree, by);
    if (digest === seen) return [];
    const what =
      digest === undefined
        ? 'doesn’t exist: name what proves it now'
        : 'has changed: compare it in every language, then run npm run content -- --record';
    return [{ kind: 'error', text: `${file}: “${says}” is proven by ${by}, which ${what}` }];
  });
}
