import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { waitLimitMs } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { startBrowser } from './start-browser.ts';
import { type Engine, until } from './visitor.ts';

type WebKit = { readonly driver: string; close(): Promise<void> };

/** GTK's settings without animations: with them, WebKitGTK 2.50 crashes in any transition from page to page. */
function makeSettings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n');
  return folder;
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill();
  });
}

/** Starts WebKit's driver on a screen in memory. */
async function openWebKit(executablePath: string): Promise<WebKit> {
  const folder = makeSettings();
  const size = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  // It chooses a free display and writes its number to the third channel.
  const screen = spawn('Xvfb', ['-displayfd', '3', ...size], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = await new Promise<string>((done, fail) => {
    screen.once('error', fail);
    (screen.stdio[3] as Readable).once('data', (number: Buffer) => done(`:${String(number).trim()}`));
  });
  const port = await freePort();
  const child = spawn(executablePath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, XDG_CONFIG_HOME: folder, GDK_BACKEND: 'x11' },
  });
  const driver = `http://127.0.0.1:${port}`;
  await until('WebKit’s driver', async () => (await fetch(`${driver}/status`)).ok);
  return {
    driver,
    async close() {
      await end(child);
      await end(screen);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Sends a command of the WebDriver protocol. @throws with the protocol's name of the error */
async function send(url: string, method: 'POST' | 'DELETE', body: object = {}): Promise<unknown> {
  const signal = AbortSignal.timeout(waitLimitMs);
  const answer = await fetch(url, { method, signal, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}

async function startSession(executablePath: string): Promise<{ readonly session: string; readonly webKit: WebKit }> {
  const webKit = await openWebKit(executablePath);
  try {
    const capabilities = { alwaysMatch: { pageLoadStrategy: 'normal' } };
    const { sessionId } = (await send(`${webKit.driver}/session`, 'POST', { capabilities })) as { sessionId: string };
    return { session: `${webKit.driver}/session/${sessionId}`, webKit };
  } catch (error) {
    await webKit.close();
    throw error;
  }
}

/** A window of a WebKit of its own, without data of earlier ones. */
export async function openWebKitPage(executablePath: string): Promise<{ engine: Engine; close(): Promise<void> }> {
  const { session, webKit } = await startBrowser(() => startSession(executablePath));
  const post = (path: string, body?: object) => send(`${session}/${path}`, 'POST', body);
  await post('window/rect', { x: 0, y: 0, width: 1280, height: 900 });
  const run = (inPage: (argument: never) => unknown, argument: unknown) =>
    post('execute/sync', { script: `return (${inPage}).apply(null, arguments)`, args: [argument ?? null] });

  /** The first element on screen and enabled that a selector finds and, if a text is given, that has this text. */
  const shown = ([selector = '', text]: readonly (string | undefined)[]) =>
    [...document.querySelectorAll<HTMLButtonElement>(selector)].find(
      (element) => (!text || element.textContent?.trim() === text) && element.checkVisibility() && !element.disabled,
    ) ?? null;
  /** Does something to an element, as soon as the page has it and allows it. */
  const act = (selector: string, text: string | undefined, work: (path: string) => Promise<unknown>) =>
    until(`${selector} ${text ?? ''} to be on screen and enabled`, async () => {
      const found = (await run(shown, [selector, text])) as Record<string, string> | null;
      if (found === null) return false;
      await work(`element/${Object.values(found)[0]}`);
      return true;
    });
  const select = ([selector = '', value = '']: readonly string[]) => {
    const list = document.querySelector(selector);
    if (!(list instanceof HTMLSelectElement)) return false;
    list.value = value;
    for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
    return true;
  };

  const engine: Engine = {
    async goto(url) {
      await post('url', { url });
    },
    evaluate: (inPage, argument) => run(inPage as never, argument) as never,
    async click(selector, text) {
      await act(selector, text, (element) => post(`${element}/click`));
    },
    async fill(selector, value) {
      await act(selector, undefined, async (element) => {
        if (await run(select, [selector, value])) return;
        await post(`${element}/clear`);
        await post(`${element}/value`, { text: value });
      });
    },
  };
  return {
    engine,
    async close() {
      await send(session, 'DELETE');
      await webKit.close();
    },
  };
}
