import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say, seconds, stop } from './console.mjs';
import { projectEnvironment, root } from './install.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place));
}

function run(command, parameters) {
  const result = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: projectEnvironment({ DEBIAN_FRONTEND: 'noninteractive' }),
  });
  return result.status === 0;
}

/** The path of a Chromium for the browser tests: installed, else Debian's package, else Playwright's own. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const since = Date.now();
  say('Chromium not found: installing it for the browser tests…');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']) &&
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  }
  const installed = findBrowser();
  if (installed) {
    say(`Chromium is installed, ${seconds(since)}`);
    return installed;
  }
  if (run('playwright', ['install', 'chromium'])) return '';
  return stop('could not install Chromium: install it yourself, or set CHROMIUM_PATH');
}
