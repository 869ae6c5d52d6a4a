import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Files below these paths that git tracks or would track. */
export function listFiles(...paths: string[]): string[] {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]);
  return [...new Set(output.toString().split('\0'))].filter((path) => path && existsSync(path));
}

const importPattern = /(?:^|[\s;])(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;

/** `imports` of package.json, the longest name first: what `#…` stands for. */
const named = Object.entries<string>(JSON.parse(readFileSync('package.json', 'utf8')).imports)
  .map(([name, path]) => [name.slice(0, -1), normalize(path.slice(0, -1))] as const)
  .toSorted(([a], [b]) => b.length - a.length);

/** @param to a path from the root, without a suffix like `?url`, or a package's name */
export type Import = {
  readonly from: string;
  readonly to: string;
  readonly external: boolean;
  readonly specifier: string;
};

function resolveImport(file: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return normalize(join(dirname(file), path));
  const [name, folder] = named.find(([start]) => path.startsWith(start)) ?? [];
  return name !== undefined && folder !== undefined ? folder + path.slice(name.length) : undefined;
}

export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    const to = resolveImport(file, specifier);
    return { from: file, to: to ?? specifier, external: to === undefined, specifier };
  });
}

/** Import cycles, each as the list of its files, found once by depth-first search. */
export function cyclesOf(imports: readonly Pick<Import, 'from' | 'to'>[]): string[] {
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

const loadedPattern = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?from\s*)?['"]([.#][^'"]+\.tsx?)['"]/gm;

/** The files that are loaded together with this script: no types and no lazy imports. */
export function loadedWith(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(loadedPattern)) {
    loadedWith(resolveImport(file, target) ?? target, seen);
  }
  return seen;
}

/** Each list of names that src/shared exports, by its name and file. */
export async function collectLists(): Promise<ReadonlyMap<string, readonly string[]>> {
  const isList = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.length > 1 && value.every((each) => typeof each === 'string');
  const modules = listFiles('src/shared')
    .filter((file) => file.endsWith('.ts'))
    .map(async (file) => [file, (await import(/* @vite-ignore */ `../../${file}`)) as object] as const);
  return new Map(
    (await Promise.all(modules)).flatMap(([file, module]) =>
      Object.entries(module).flatMap(([name, value]) =>
        isList(value) ? [[`${name} of ${file}`, value] as const] : [],
      ),
    ),
  );
}
