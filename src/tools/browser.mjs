import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say, seconds, stop } from './console.mjs';
import { projectEnvironment, root } from './install.mjs';

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium without a user interface: pages take a tenth less time. */
const shellPlaces = ['/usr/bin/chromium-headless-shell'];

const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

const findFirst = (places) => places.find((place) => place && existsSync(place));
const findBrowser = () => findFirst([process.env.CHROMIUM_PATH, ...chromiumPlaces]);
const findShell = () => findFirst([process.env.CHROMIUM_PATH, ...shellPlaces]);
const findFirefox = () => findFirst([process.env.FIREFOX_PATH, ...firefoxPlaces]);

function run(command, parameters) {
  const result = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: projectEnvironment({ DEBIAN_FRONTEND: 'noninteractive' }),
  });
  return result.status === 0;
}

/** Installs a Debian package if this process has the permission. @returns whether it did */
function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  // Fails fast on a machine without a network.
  const shortTimeouts = [
    '-o',
    'Acquire::Retries=0',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'Acquire::https::Timeout=20',
  ];
  return (
    run('apt-get', ['update', '-qq', ...shortTimeouts]) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...shortTimeouts, name])
  );
}

/** Path of a Chromium for the browser tests: the headless shell if it is installed or can be installed, else any. */
export function ensureTestBrowser() {
  const found = findShell();
  if (found) return found;
  const since = Date.now();
  say('Chromium’s headless shell not found: installing it for the browser tests…');
  installPackage('chromium-headless-shell');
  const installed = findShell();
  if (!installed) return ensureBrowser();
  say(`the headless shell is installed, ${seconds(since)}`);
  return installed;
}

/** Path of a full Chromium: installed, else Debian's package, else Playwright's own. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const since = Date.now();
  say('Chromium not found: installing it…');
  installPackage('chromium');
  const installed = findBrowser();
  if (installed) {
    say(`Chromium is installed, ${seconds(since)}`);
    return installed;
  }
  if (run('playwright', ['install', 'chromium'])) return '';
  return stop('could not install Chromium: install it yourself, or set CHROMIUM_PATH');
}

/** Path of a Firefox for its own browser tests: installed, else Debian's package; empty if there is none. */
export function ensureFirefox() {
  const found = findFirefox();
  if (found) return found;
  const since = Date.now();
  say('Firefox not found: installing it for its browser tests…');
  installPackage('firefox-esr');
  const installed = findFirefox();
  if (installed) say(`Firefox is installed, ${seconds(since)}`);
  else say('SKIPPED: the journeys in Firefox, because none could be installed; set FIREFOX_PATH to run them');
  return installed ?? '';
}
