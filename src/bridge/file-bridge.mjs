#!/usr/bin/env node
// A bridge for firms that get statements as files. It needs only Node 20 or later. The README.md beside it describes
// the protocol, which a bridge to a platform's own interface also uses.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readStatement } from './statements.mjs';

const toleranceMs = 5 * 60_000;
const eventsPerDelivery = 1_000;
const maxBodyBytes = 1_000_000;

export function sign(secret, body, at = Date.now()) {
  const timestamp = String(at);
  const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': `v1=${hex}` };
}

function isSigned(secret, body, headers) {
  const timestamp = headers['x-tidemark-timestamp'] ?? '';
  const signature = headers['x-tidemark-signature'] ?? '';
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Date.now() - Number(timestamp)) > toleranceMs) return false;
  const expected = sign(secret, body, Number(timestamp))['X-Tidemark-Signature'];
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

/** The accounts this bridge has opened, in a file that is replaced as a whole, so that a crash leaves the old one. */
function openAccountStore(folder) {
  const path = join(folder, 'accounts.json');
  const accounts = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return {
    accounts,
    save() {
      writeFileSync(`${path}.new`, JSON.stringify(accounts, null, 2), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

/** Repeating a request returns the same account: its id is the idempotency key. */
function openAccount(store, { accountId, platform, email }) {
  const existing = store.accounts[accountId];
  if (existing) return existing;
  const number = 100_001 + Object.keys(store.accounts).length;
  const prefix = platform === 'dxfeed' ? 'DXF' : 'RTH';
  const account = {
    platform,
    platformAccountId: `${prefix}-${number}`,
    user: `${
      String(email)
        .split('@')[0]
        .replace(/[^a-z0-9]/gi, '')
        .slice(0, 12) || 'trader'
    }-${number}`,
    secret: randomBytes(9).toString('base64url'),
    resets: [],
    closed: false,
  };
  store.accounts[accountId] = account;
  store.save();
  return account;
}

/**
 * Ignores a message older than the newest one. Files can't close positions: an operator reads accounts.json and closes
 * them.
 */
function setAccess(account, { revision = 0, trading, flatten = false, until = null, reason = null, marketData }) {
  if (revision < (account.access?.revision ?? 0)) return;
  account.access = { revision, trading, flatten, until, reason, marketData };
}

/** Once per request id. Files can't move money: an operator reads accounts.json and moves it on the platform. */
function transferMoney(account, { requestId, amountCents }) {
  account.transfers ??= {};
  account.transfers[requestId] ??= { amountCents, transferredAt: Date.now() };
  return { transferredAt: account.transfers[requestId].transferredAt };
}

function respond(store, method, url, body, idempotencyKey) {
  if (method === 'GET' && url === '/health') return [200, { ok: true, accounts: Object.keys(store.accounts).length }];
  if (method !== 'POST') return [404, { error: 'not found' }];
  const message = JSON.parse(body);
  if (url === '/accounts') {
    const { platformAccountId, user, secret } = openAccount(store, message);
    return [200, { platformAccountId, user, secret }];
  }
  const [, id, action] = /^\/accounts\/([^/]+)\/(reset|access|transfer|close)$/.exec(url) ?? [];
  const account = id && store.accounts[decodeURIComponent(id)];
  if (!account) return [404, { error: 'no such account' }];
  if (action === 'close') account.closed = true;
  else if (action === 'access') setAccess(account, message);
  else if (action === 'transfer') {
    const transferred = transferMoney(account, message);
    store.save();
    return [200, transferred];
  } else if (!account.resets.includes(idempotencyKey)) account.resets.push(idempotencyKey);
  store.save();
  return [200, { ok: true }];
}

function serve(settings, store) {
  return createServer((request, response) => {
    const pieces = [];
    let size = 0;
    request.on('data', (piece) => {
      size += piece.length;
      if (size > maxBodyBytes) request.destroy();
      else pieces.push(piece);
    });
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      let result;
      try {
        const open = request.method === 'GET' && request.url === '/health';
        result =
          open || isSigned(settings.secret, body, request.headers)
            ? respond(store, request.method, request.url, body, request.headers['idempotency-key'] ?? '')
            : [401, { error: 'not signed' }];
      } catch {
        result = [400, { error: 'not understood' }];
      }
      const text = JSON.stringify(result[1]);
      response.writeHead(result[0], { 'Content-Type': 'application/json', ...sign(settings.secret, text) });
      response.end(text);
    });
  });
}

async function post(settings, path, message) {
  const body = JSON.stringify(message);
  const response = await fetch(`${settings.target}/api/bridge/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...sign(settings.secret, body) },
    body,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** Sent after each check of the folder, when everything in it has been delivered. */
async function sendHeartbeats(settings, store) {
  const platforms = new Set(Object.values(store.accounts).map(({ platform }) => platform));
  for (const platform of platforms) await post(settings, 'heartbeat', { platform });
}

/** `RTH-100001.csv` or `RTH-100001 2026-11-20.csv`: the account's number, then any text that distinguishes files. */
const parseAccountNumber = (file) => /^[A-Za-z0-9-]+/.exec(basename(file, '.csv'))?.[0] ?? '';

/** Sends new and changed files. A changed file is sent in full: known fills count once. */
export async function sendStatements(settings, store, sent, say = console.log) {
  for (const file of readdirSync(settings.statements)
    .filter((name) => name.endsWith('.csv'))
    .sort()) {
    const path = join(settings.statements, file);
    const version = `${statSync(path).size}-${statSync(path).mtimeMs}`;
    if (sent.get(file) === version) continue;
    const platformAccountId = parseAccountNumber(file);
    const known = Object.values(store.accounts).find((account) => account.platformAccountId === platformAccountId);
    if (!known) {
      say(`${file}: this bridge did not open account ${platformAccountId}`);
      sent.set(file, version);
      continue;
    }
    const { events, problems } = readStatement(readFileSync(path, 'utf8'));
    for (const problem of problems) say(`${file}: cannot read: ${problem}`);
    for (let from = 0; from < events.length; from += eventsPerDelivery) {
      const part = events.slice(from, from + eventsPerDelivery);
      const { accepted, duplicates } = await post(settings, 'events', {
        account: { platform: known.platform, platformAccountId },
        events: part,
      });
      say(`${file}: ${accepted} new, ${duplicates} known`);
    }
    // Only now, so that a failed delivery is sent again in the next round.
    sent.set(file, version);
  }
}

export function startBridge(settings, say = console.log) {
  mkdirSync(settings.statements, { recursive: true });
  const store = openAccountStore(settings.folder);
  const server = serve(settings, store);
  const sent = new Map();
  let timer;
  let stopped = false;
  const checkFolder = async () => {
    await sendStatements(settings, store, sent, say)
      .then(() => sendHeartbeats(settings, store))
      .catch((error) => say(`will try again: ${error.message}`));
    if (!stopped) timer = setTimeout(checkFolder, settings.everyMs);
  };
  server.listen(settings.port, () => {
    say(`bridge on port ${server.address().port}, statements in ${settings.statements}`);
    void checkFolder();
  });
  return {
    server,
    stop() {
      stopped = true;
      clearTimeout(timer);
      server.close();
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: target, BRIDGE_FOLDER = './bridge-data' } = process.env;
  if (!secret || !target) {
    console.error('Set PLATFORM_BRIDGE_SECRET (the site’s secret) and TIDEMARK_URL (its address).');
    process.exit(1);
  }
  const folder = resolve(BRIDGE_FOLDER);
  startBridge({
    secret,
    target: target.replace(/\/+$/, ''),
    folder,
    statements: join(folder, 'statements'),
    port: Number(process.env.BRIDGE_PORT ?? 8700),
    everyMs: Number(process.env.BRIDGE_EVERY_MS ?? 10_000),
  });
}
