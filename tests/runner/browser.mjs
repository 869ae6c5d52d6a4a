import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say, seconds, stop } from '../../src/tools/console.mjs';
import { commandOf, projectEnvironment, root } from '../../src/tools/install.mjs';

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** Chromium without a user interface: pages take a tenth less time. */
const shellPlaces = ['/usr/bin/chromium-headless-shell'];

const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

const findFirst = (places) => places.find((place) => place && existsSync(place));

/** Path of a Chromium for the browser tests: the headless shell if there is one, else any. */
export const findTestBrowser = () => findFirst([process.env.CHROMIUM_PATH, ...shellPlaces, ...chromiumPlaces]);
const findBrowser = () => findFirst([process.env.CHROMIUM_PATH, ...chromiumPlaces]);
export const findFirefox = () => findFirst([process.env.FIREFOX_PATH, ...firefoxPlaces]);

export const findWebKitDriver = () =>
  existsSync('/usr/bin/Xvfb') ? findFirst([process.env.WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver']) : undefined;

function run(command, parameters) {
  const result = spawnSync(...commandOf(command, parameters), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    env: projectEnvironment({ DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }),
  });
  return { isDone: result.status === 0, errors: result.stderr ?? '' };
}

const lockLimitMs = 300_000;
// Fails soon on a machine without a network.
const aptOptions = ['Acquire::Retries=0', 'Acquire::http::Timeout=20', 'Acquire::https::Timeout=20'].flatMap((each) => [
  '-o',
  each,
]);

/** Runs apt-get, once another process has released its lock. */
function runApt(...parameters) {
  for (const since = Date.now(); ; ) {
    const { isDone, errors } = run('apt-get', [...parameters, '-qq', ...aptOptions]);
    if (isDone || !/Could not get lock/.test(errors) || Date.now() - since > lockLimitMs) {
      if (!isDone) process.stderr.write(errors);
      return;
    }
    say(`another process is installing packages; waiting, ${seconds(since)}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
  }
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs Debian packages. After a failed update, the lists may still be new enough. */
function installPackages(names) {
  runApt('update');
  runApt('install', '-y', '--no-install-recommends', ...names);
}

/** @returns what `find` finds, before or after installing Debian packages */
function ensure(name, packages, find) {
  const found = find();
  if (found || !mayInstall()) return found;
  const since = Date.now();
  say(`${name} not found: installing ${packages.join(' and ')}…`);
  installPackages(packages);
  const installed = find();
  if (installed) say(`${name} is installed, ${seconds(since)}`);
  return installed;
}

/**
 * Installs Playwright's own Chromium, which Playwright finds by itself. Its installer tries an unreachable server for
 * minutes, so it is asked only if the server answers.
 */
async function ensurePlaywrightBrowser() {
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return true;
  const host = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? 'https://cdn.playwright.dev';
  const isReachable = await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
  return isReachable && run('playwright', ['install', 'chromium']).isDone;
}

const howToInstall = (packageName) =>
  existsSync('/usr/bin/apt-get') ? `run “apt-get install ${packageName}” as root` : 'install Google Chrome';

const ensureChromium = async (packageName, find) =>
  ensure('Chromium', [packageName], find) ??
  ((await ensurePlaywrightBrowser())
    ? ''
    : stop(`There is no Chromium: ${howToInstall(packageName)}, or set CHROMIUM_PATH to one.`));

/** Path of a Chromium for the browser tests; empty if Playwright's own is used. */
export const ensureTestBrowser = () => ensureChromium('chromium-headless-shell', findTestBrowser);

/** Path of a full Chromium; empty if Playwright's own is used. */
export const ensureBrowser = () => ensureChromium('chromium', findBrowser);

/** Installs the other engines, and qpdf, if they can be installed; a line names each that can't. */
export function ensureOtherBrowsers() {
  const skip = (engine, variable) =>
    say(`SKIPPED: the journeys in ${engine}, because it isn’t installed; set ${variable} to run them`);
  if (!ensure('Firefox', ['firefox-esr'], findFirefox)) skip('Firefox', 'FIREFOX_PATH');
  if (!ensure('WebKit', ['webkit2gtk-driver', 'xvfb'], findWebKitDriver))
    skip('WebKit', 'WEBKIT_DRIVER_PATH and install Xvfb');
  if (!ensure('qpdf', ['qpdf'], () => findFirst(['/usr/bin/qpdf', '/opt/homebrew/bin/qpdf'])))
    say('SKIPPED: qpdf’s check of each PDF, because it isn’t installed');
}
