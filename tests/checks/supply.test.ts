import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

type Manifest = { readonly dependencies?: Record<string, string>; readonly devDependencies?: Record<string, string> };
type Locked = Manifest & {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
};

describe.each(['.', 'tests/bench', 'tests/mutation'])('the lock file of %s', (folder) => {
  const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  const manifest = read('package.json') as Manifest;
  const { '': root, ...packages } = (read('package-lock.json') as { packages: Record<string, Locked> }).packages;

  test('locks what package.json names, in one exact version each', () => {
    expect(root?.dependencies ?? {}).toEqual(manifest.dependencies ?? {});
    expect(root?.devDependencies ?? {}).toEqual(manifest.devDependencies ?? {});
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^(?:npm:\S+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('has a SHA-512 of every package, and no place to load it from', () => {
    const entries = Object.entries(packages).filter(([, { link, inBundle }]) => !link && !inBundle);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)).toEqual(
      [],
    );
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });
});

type Service = { readonly image?: string; readonly mem_limit?: string };

test('every container has a memory limit', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const without = Object.entries(services).filter(([, { mem_limit: limit = '' }]) => !/^\d+[mg]$/.test(limit));
  expect(without.map(([name]) => name)).toEqual([]);
});

test('the workflows run both commands on three systems on each push, everything each night, and may change nothing here', () => {
  const folder = '.github/workflows';
  const texts = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  for (const text of texts) expect(parse(text)).toMatchObject({ permissions: { contents: 'read' } });
  expect(parse(readFileSync(`${folder}/tests.yml`, 'utf8'))).toMatchObject({
    on: { push: null, schedule: [{ cron: expect.any(String) }] },
    jobs: {
      systems: {
        strategy: {
          matrix: { system: ['ubuntu-latest', 'macos-latest', 'windows-latest'], command: ['start', 'test'] },
        },
      },
      everything: { steps: expect.arrayContaining([{ run: 'npm run test:all' }]) },
    },
  });
});
