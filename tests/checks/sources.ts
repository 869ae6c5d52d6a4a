import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Files git tracks or would track below the given paths. */
export function listFiles(...paths: string[]): string[] {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]);
  return [...new Set(output.toString().split('\0'))].filter((path) => path && existsSync(path));
}

const importPattern = /(?:^|[\s;])(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;

export type Import = { readonly from: string; readonly to: string; readonly external: boolean };

/** The imports of a file: relative ones as paths from the root, others as the package's name. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => {
    const target = match[1] ?? match[2] ?? '';
    const external = !target.startsWith('.');
    return { from: file, to: external ? target : normalize(join(dirname(file), target)), external };
  });
}
