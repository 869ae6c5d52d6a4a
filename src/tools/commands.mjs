import { ensureBuilt } from './build.mjs';

/** A step that runs a script with its first arguments; those of the command line follow. */
export const script =
  (path, ...first) =>
  (args) => [{ name: first[0] ?? path.replace(/^.*\/|\.\w+$/g, ''), command: ['node', path, ...first, ...args] }];

export const tool = (name, ...first) => script(`src/tools/${name}`, ...first);
const toolForEach = (name, verbs) => Object.fromEntries(verbs.map((verb) => [verb, tool(name, verb)]));

export const build = { name: 'build', command: ['node', 'src/tools/build-site.mjs'] };
/** The steps of a script that needs the site. */
export const onBuild = (steps) => (args) => [build, ...steps(args).map((step) => ({ ...step, needs: ['build'] }))];

/** The steps of each command of package.json and of its subcommands; what it does without one is ''. */
export const commands = {
  format: { '': () => [{ name: 'format', command: ['biome', 'check', '--write', '.'] }] },
  build: {
    '': () => [{ name: 'build', call: () => ensureBuilt({ force: true }) }],
    bridges: tool('bundle-bridge.ts'),
    monitoring: tool('observability.ts'),
  },
  content: {
    '': tool('content.ts'),
    scope: tool('content-scope.ts'),
  },
  release: { publish: onBuild(tool('release.ts', 'publish')) },
};

/** Run beside a live server and in its image, so they install, build and write nothing in the project's folder. */
export const operatorCommands = {
  release: toolForEach('release.ts', ['roll-back', 'list']),
  db: {
    ...toolForEach('database.ts', ['migrate', 'status', 'reset', 'backup', 'restore', 'archive', 'restore-archive']),
    doctor: tool('database.ts', 'doctor'),
    'rotate-secrets': tool('database.ts', 'rotate-secrets'),
    'rotate-certificate-key': tool('rotate-certificate-key.ts'),
    'move-accounts': tool('move-accounts.ts'),
    'verify-audit': tool('staff.ts', 'verify'),
  },
  staff: {
    ...toolForEach('staff.ts', ['appoint', 'remove', 'suspend', 'restore', 'correct-address']),
    ...toolForEach('person.ts', ['end-sessions', 'reset-second-factor']),
  },
};
