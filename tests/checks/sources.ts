import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Files below these paths that git tracks or would track. */
export function listFiles(...paths: string[]): string[] {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]);
  return [...new Set(output.toString().split('\0'))].filter((path) => path && existsSync(path));
}

const importPattern = /(?:^|[\s;])(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;

export type Import = { readonly from: string; readonly to: string; readonly external: boolean };

/** A file's imports: relative ones as paths from the root without a suffix like `?url`, others as package names. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => {
    const target = match[1] ?? match[2] ?? '';
    const external = !target.startsWith('.');
    const path = target.replace(/\?.*$/, '');
    return { from: file, to: external ? target : normalize(join(dirname(file), path)), external };
  });
}

/** Import cycles, each as the list of its files, found once by depth-first search. */
export function cyclesOf(imports: readonly Import[]): string[] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (trail.includes(file) || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...trail, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return cycles;
}

const loadedPattern = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?from\s*)?['"](\.[^'"]+\.tsx?)['"]/gm;

/** The files that are loaded together with this script: no types and no lazy imports. */
export function loadedWith(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(loadedPattern)) {
    loadedWith(normalize(join(dirname(file), target)), seen);
  }
  return seen;
}
