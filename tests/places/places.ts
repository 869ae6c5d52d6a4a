/**
 * Places in which people run the project. Each is one line of the table that `npm run test:places` prints: the site
 * starts there and answers in two languages, and one test file of each suite runs, or the command refuses at once.
 */
export type Place = {
  readonly name: string;
  /** Also part of `npm run test:all`. */
  readonly isQuick?: true;
  /** The path of the clone in the run's folder, by default one that several places share. */
  readonly folder?: string;
  /** Where the commands start, if not in the clone. */
  readonly link?: string;
  /** Whether the site is built there, because the place could change what is built; else a finished build is copied. */
  readonly builds?: true;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of `unshare`: what the place has of its own. */
  readonly namespaces?: readonly string[];
  /** Commands of bash's before the place's own, which are its arguments; `$CLONE` is the clone, `$ROOM` an empty folder. */
  readonly setUp?: string;
  readonly needsRoot?: true;
  /** The version of Node on the path; the packages are then installed anew. */
  readonly node?: number;
  /** Ports that somebody else listens on. */
  readonly taken?: readonly number[];
  /** How many clones run at once. */
  readonly clones?: number;
  /** What `npm start`, or `npm test`, says instead of working. */
  readonly startSays?: RegExp;
  readonly testsSay?: RegExp;
};

const asNobody = 'exec setpriv --reuid="$(id -u nobody)" --regid="$(id -g nobody)" --clear-groups --no-new-privs "$@"';
const hideBrowsers = `mount -t tmpfs tmpfs "$ROOM"
mkdir "$ROOM/over" "$ROOM/work"
mount -t overlay overlay -o "lowerdir=/usr/bin,upperdir=$ROOM/over,workdir=$ROOM/work" /usr/bin
rm -f /usr/bin/chromium* /usr/bin/google-chrome*`;
const inTerminal = 'exec script --quiet --return --command "stty cols 80; $(printf "%q " "$@")" /dev/null';
const noNetwork = 'ip link set lo up';

export const places: readonly Place[] = [
  { name: 'plain folder', builds: true },
  { name: 'space and accent', folder: 'Projets été/with space', builds: true },
  { name: 'parentheses', folder: 'tidemark (copy)', builds: true },
  { name: '200 characters', folder: `${'a-long-name-'.repeat(7)}/${'b-long-name-'.repeat(7)}`, builds: true },
  { name: 'symlinked folder', folder: 'linked', link: 'link to it' },
  {
    name: '#',
    isQuick: true,
    folder: 'c#',
    startSays: /because of "#" in this path: move/,
    testsSay: /because of "#"/,
  },
  {
    name: '%',
    isQuick: true,
    folder: '100%',
    startSays: /because of "%" in this path: move/,
    testsSay: /because of "%"/,
  },
  {
    name: 'brackets',
    isQuick: true,
    folder: '[work]',
    startSays: /because of "\[" in this path: move/,
    testsSay: /because of "\["/,
  },
  {
    name: 'root, mode 700, umask 077',
    needsRoot: true,
    folder: 'home/tidemark',
    setUp: 'chmod 700 "$CLONE/.."\numask 077',
  },
  {
    name: 'ordinary user, umask 077, no browser',
    folder: 'ordinary',
    needsRoot: true,
    namespaces: ['--mount'],
    setUp: `${hideBrowsers}
find "$CLONE" -type d -exec chmod 700 {} + -exec chown nobody {} +
find "$CLONE" -path "$CLONE/node_modules" -prune -o -path "$CLONE/dist" -prune -o -type f -exec chown nobody {} +
export HOME="$CLONE"
umask 077
${asNobody}`,
    testsSay:
      /✗ browser\n +npm test -- browser\n +There is no Chromium: run “apt-get install chromium-headless-shell” as root, or set CHROMIUM_PATH.*\d+ passed, 1 failed/s,
  },
  {
    name: 'little /dev/shm',
    needsRoot: true,
    namespaces: ['--mount'],
    setUp: 'mount -t tmpfs -o size=1m tmpfs /dev/shm',
  },
  { name: 'TZ=Asia/Kathmandu', folder: 'kathmandu', builds: true, env: { TZ: 'Asia/Kathmandu' } },
  { name: 'TZ=America/Chicago', env: { TZ: 'America/Chicago' } },
  { name: 'LANG=C', env: { LANG: 'C', LC_ALL: 'C' } },
  { name: 'LANG=tr_TR.UTF-8', folder: 'turkish', builds: true, env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
  { name: 'Node 20', folder: 'node-20', node: 20 },
  { name: 'Node 22', folder: 'node-22', node: 22 },
  { name: 'Node 24', folder: 'node-24', node: 24 },
  {
    name: 'port 8000 taken',
    taken: [8000, 8001],
    env: { PORT: '8000' },
    startSays: /port 8000 is in use by process \d+/,
  },
  { name: 'port 8001 taken', taken: [8001], env: { PORT: '8000' } },
  {
    name: 'no IPv6',
    needsRoot: true,
    namespaces: ['--net'],
    setUp: `echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6\n${noNetwork}`,
  },
  { name: 'no network', needsRoot: true, namespaces: ['--net'], setUp: noNetwork },
  { name: 'two clones at once', folder: 'twins', clones: 2 },
  {
    name: 'read-only, DATA_DIR elsewhere',
    needsRoot: true,
    namespaces: ['--mount'],
    setUp: 'mount --bind "$CLONE" "$CLONE"\nmount -o remount,bind,ro "$CLONE"\nexport DATA_DIR="$ROOM/data"',
    testsSay: /This user can’t write to \S+, where this command keeps what it makes: run it in a copy/,
  },
  { name: 'CI=true', env: { CI: 'true' } },
  {
    name: 'LANG=C, Chicago, CI, no network, little /dev/shm at once',
    needsRoot: true,
    namespaces: ['--net', '--mount'],
    setUp: `${noNetwork}\nmount -t tmpfs -o size=1m tmpfs /dev/shm`,
    env: { LANG: 'C', LC_ALL: 'C', TZ: 'America/Chicago', CI: 'true' },
  },
  { name: 'terminal of 80 columns', setUp: inTerminal },
];
