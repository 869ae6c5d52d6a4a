import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

const maxLines = 100;

function listLong(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): string[] => {
    const inner: string[] = [];
    ts.forEachChild(node, (child) => void inner.push(...visit(child)));
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return inner;
    const [first, last] = [lineOf(node.getStart()), lineOf(node.end)];
    return last - first < maxLines ? inner : [`${file}:${first + 1}`, ...inner];
  };
  return visit(source);
}

test(`no function is longer than ${maxLines} lines`, () => {
  const long = listFiles('src')
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap(listLong);
  expect(long, 'divide it into parts with names').toEqual([]);
});
