#!/usr/bin/env node
// Built from src/bridge/volumetrica by `npm run bridge:bundle`: change that, not this file. README.md describes it.

// src/bridge/core/run-program.ts
import { resolve } from "node:path";

// src/bridge/core/adapter.ts
var Pending = class extends Error {
  reason;
  until;
  constructor(message, reason, until = null) {
    super(message);
    this.reason = reason;
    this.until = until;
  }
};
var Refused = class extends Error {
};
var Unauthorized = class extends Error {
};

// src/shared/accounts/bridge-signature.ts
import { createHmac, timingSafeEqual } from "node:crypto";
var signatureHeaders = {
  timestamp: "X-Tidemark-Timestamp",
  signature: "X-Tidemark-Signature",
  requestSignature: "X-Tidemark-Request-Signature",
  answerSignature: "X-Tidemark-Answer-Signature"
};
var toleranceMs = 5 * 6e4;
function sign(secret, body, now) {
  const timestamp = String(now.getTime());
  return { timestamp, signature: signatureOf(secret, "v1", `${timestamp}.${body}`) };
}
function signRequest(secret, request, now) {
  return signRequestAt(secret, request, String(now.getTime()));
}
function signAnswer(secret, answer, now) {
  return signAnswerAt(secret, answer, String(now.getTime()));
}
function findRequestCoverage(secret, request, now) {
  return findCoverage(
    secret,
    request,
    now,
    request.requestSignature,
    signRequestAt(secret, request, request.timestamp)
  );
}
function isEqual(given, expected) {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
function findCoverage(secret, { timestamp, signature, body }, now, whole, expectedWhole) {
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return void 0;
  if (whole !== "") return isEqual(whole, expectedWhole) ? "whole" : void 0;
  return isEqual(signature, signatureOf(secret, "v1", `${timestamp}.${body}`)) ? "body" : void 0;
}
function signRequestAt(secret, request, timestamp) {
  const { method, path, idempotencyKey = "", body } = request;
  return signatureOf(secret, "v2", [timestamp, method, path, idempotencyKey, body].join("\n"));
}
function signAnswerAt(secret, { status, body, requestSignature }, timestamp) {
  return signatureOf(secret, "v2", [timestamp, status, requestSignature, body].join("\n"));
}
function signatureOf(secret, version, text) {
  return `${version}=${createHmac("sha256", secret).update(text).digest("hex")}`;
}

// src/bridge/core/signed-headers.ts
function signedHeaders(secret, request, at = Date.now()) {
  const now = new Date(at);
  const { timestamp, signature } = sign(secret, request.body, now);
  return {
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: signature,
    [signatureHeaders.requestSignature]: signRequest(secret, request, now)
  };
}

// src/bridge/core/ask-running.ts
async function askRunning({ secret, port }, path) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method: "POST", headers: signedHeaders(secret, { method: "POST", path, body: "" }), body: "" }
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(String(answer["error"]));
  return answer;
}

// src/bridge/core/commands.ts
function answerCommand({ adapter, outbox }, url) {
  if (url === "/refused") {
    const events = outbox.refused().map(([key, { status, event }]) => ({ key, status, type: event.type }));
    return [200, { events }];
  }
  if (url === "/tasks") return [200, { tasks: adapter.tasks() }];
  const [, kind, id = "", word] = /^\/(refused|transfers|tasks)\/([^/]+)\/(forget|made|repeat|confirm)$/.exec(url) ?? [];
  try {
    if (kind === "refused") outbox.forget(decodeURIComponent(id));
    else if (kind === "tasks" && adapter.confirmTask) adapter.confirmTask(decodeURIComponent(id));
    else if (kind === "transfers") adapter.settleTransfer(decodeURIComponent(id), word === "made");
    else return void 0;
    return [200, { ok: true }];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [404, { error: error.message }];
  }
}
async function runCommand(settings, [command, id, word], say) {
  if (command === "refused") {
    const { events } = await askRunning(settings, "/refused");
    for (const { key, status, type } of events) say(`${key}  ${type}, refused with ${status}`);
    if (events.length === 0) say("The site has refused nothing.");
    return true;
  }
  if (command === "tasks") {
    const { tasks } = await askRunning(settings, "/tasks");
    for (const each of tasks) say(`${each.id}  ${each.text}`);
    if (tasks.length === 0) say("Nothing waits for a person.");
    return true;
  }
  if (id === void 0) return false;
  if (command === "forget") await askRunning(settings, `/refused/${encodeURIComponent(id)}/forget`);
  else if (command === "confirm") await askRunning(settings, `/tasks/${encodeURIComponent(id)}/confirm`);
  else if (command === "transfer" && (word === "made" || word === "repeat"))
    await askRunning(settings, `/transfers/${encodeURIComponent(id)}/${word}`);
  else return false;
  return true;
}

// src/bridge/core/doctor.ts
import { mkdirSync } from "node:fs";
import { join } from "node:path";

// src/bridge/core/clock.ts
import { setTimeout as wait } from "node:timers/promises";
var realClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(Math.max(0, ms), void 0, signal ? { signal } : {}).catch(() => void 0)
};
async function repeat(clock, everyMs2, signal, step, say) {
  while (!signal.aborted) {
    await step().catch((error) => say(`will try again: ${error instanceof Error ? error.message : error}`));
    await clock.sleep(everyMs2, signal);
  }
}

// src/bridge/core/metrics.ts
function createMetrics() {
  const values = /* @__PURE__ */ new Map();
  const gauges = /* @__PURE__ */ new Map();
  return {
    count: (name, by = 1) => void values.set(name, (values.get(name) ?? 0) + by),
    gauge: (name, read) => void gauges.set(name, read),
    text: () => [...values, ...[...gauges].map(([name, read]) => [name, read()])].map(([name, value]) => `tidemark_bridge_${name} ${value}
`).join("")
  };
}

// src/lib/durations.ts
var secondMs = 1e3;
var minuteMs = 60 * secondMs;
var hourMs = 60 * minuteMs;
var dayMs = 24 * hourMs;

// src/bridge/core/recent.ts
function createRecent({ now }) {
  let [current, previous] = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
  let turnsAt = now() + dayMs;
  return {
    get: (key) => current.get(key) ?? previous.get(key),
    has: (key) => current.has(key) || previous.has(key),
    set(key, value) {
      if (now() >= turnsAt) {
        [current, previous, turnsAt] = [/* @__PURE__ */ new Map(), current, now() + dayMs];
      }
      current.set(key, value);
    }
  };
}

// src/bridge/core/site.ts
var maxSkewMs = minuteMs;
var Rejection = class extends Error {
  status;
  constructor(status, text) {
    super(`${status} ${text}`);
    this.status = status;
  }
};
var isFinal = (status) => [400, 409, 422].includes(status);
var isRejected = (error) => error instanceof Rejection && isFinal(error.status);
function createSite({ secret, target, clock = realClock }) {
  let skewMs2 = 0;
  return {
    skewMs: () => skewMs2,
    async post(path, message) {
      const body = JSON.stringify(message);
      const request = { method: "POST", path: `/api/bridge/${path}`, body };
      const response = await fetch(`${target}${request.path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...signedHeaders(secret, request, clock.now()) },
        body,
        signal: AbortSignal.timeout(6e4)
      });
      const siteNow = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(siteNow)) skewMs2 = clock.now() - siteNow;
      if (!response.ok) throw new Rejection(response.status, (await response.text()).slice(0, 500));
      return response.json();
    }
  };
}

// src/bridge/core/turns.ts
function shareRuns(step) {
  let running = Promise.resolve();
  let next;
  return () => {
    const begin = () => {
      next = void 0;
      running = step();
      return running;
    };
    next ??= running.then(begin, begin);
    return next;
  };
}
function createTurns() {
  const last = /* @__PURE__ */ new Map();
  return {
    take(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      const forget = () => {
        if (last.get(key) === turn) last.delete(key);
      };
      last.set(key, turn);
      turn.then(forget, forget);
      return turn;
    }
  };
}

// src/bridge/core/outbox.ts
var maxEvents = 5e3;
var maxEventsPerAccount = 1e3;
var maxPassing = 100;
var repeatedTypes = /* @__PURE__ */ new Set(["fill", "fill-fee"]);
var unknownStatus = 404;
var unknownMs = 5 * minuteMs;
var equityId = (at) => `open-profit-${at}`;
function createOutbox(store, site, say, clock) {
  const known = createRecent(clock);
  const strangers = /* @__PURE__ */ new Map();
  const passing = /* @__PURE__ */ new Map();
  async function sendRound() {
    const waiting = store.list("outbox").slice(0, maxEvents);
    const parcels = [...Map.groupBy(waiting, ([, { accountId }]) => accountId).values()].map(
      (list) => list.slice(0, maxEventsPerAccount)
    );
    if (parcels.length === 0) return false;
    const statuses3 = await deliver(parcels);
    const isSplit = (index) => isFinal(statuses3[index] ?? 500) && (parcels[index] ?? []).length > 1;
    const singles = parcels.flatMap((list, index) => isSplit(index) ? list.map((each) => [each]) : []);
    const all = [...parcels.filter((_, index) => !isSplit(index)), ...singles];
    const results = [...statuses3.filter((_, index) => !isSplit(index)), ...await deliver(singles)];
    const done = all.flatMap((list, index) => list.flatMap((each) => settle(each, results[index] ?? 500)));
    if (done.every(([collection]) => collection === "outbox")) store.note(...done);
    else store.write(...done);
    return done.length > 0;
  }
  async function sendUnread() {
    for (const [key, { accountId, file, reason, value }] of store.list(
      "unread"
    )) {
      const rows = [{ line: 1, reason, value: value.slice(0, 200) }];
      try {
        await site.post("unread-rows", { account: { accountId }, file, rows });
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
        if (error.status === unknownStatus) meetStranger(accountId);
        if (!isFinal(error.status)) continue;
        say(`the site refuses what couldn’t be booked: ${accountId}, ${file}: ${value} (${error.status})`);
      }
      store.write(["unread", key, null]);
    }
  }
  async function sendWaiting() {
    let due = store.list("outbox").map(([key]) => key);
    while (due.length > 0 && await sendRound()) {
      const left = due.filter((key) => store.get("outbox", key) !== void 0);
      if (left.length === due.length) break;
      due = left;
    }
    await sendUnread();
  }
  async function sendPassing() {
    const behind = new Set(store.list("outbox").map(([, { accountId }]) => accountId));
    const waiting = [...passing].filter(([accountId]) => !behind.has(accountId)).slice(0, maxPassing);
    for (const [accountId] of waiting) passing.delete(accountId);
    const keyed = waiting.map(([accountId, event]) => [[event.sourceId, { accountId, ...event }]]);
    await deliver(keyed);
  }
  const meetStranger = (accountId) => void strangers.set(accountId, strangers.get(accountId) ?? clock.now());
  function settle([key, value], status) {
    if (status === unknownStatus) meetStranger(value.accountId);
    else strangers.delete(value.accountId);
    if (status === 200) return [["outbox", key, null]];
    if (!isFinal(status)) return [];
    say(`the site refuses ${value.sourceId} of ${value.accountId} (${status})`);
    return [
      ["outbox", key, null],
      ["refused", key, { ...value, status }]
    ];
  }
  async function deliver(parcels) {
    if (parcels.length === 0) return [];
    const deliveries = parcels.map((list) => ({
      account: { accountId: list[0]?.[1].accountId },
      events: list.map(([, { sourceId, event }]) => ({ sourceId, event }))
    }));
    try {
      const answer = await site.post("events", { deliveries });
      return answer["deliveries"].map(({ status }) => status);
    } catch (error) {
      if (!isRejected(error)) throw error;
      if (parcels.length === 1) return [error.status];
      const half = Math.ceil(parcels.length / 2);
      return [...await deliver(parcels.slice(0, half)), ...await deliver(parcels.slice(half))];
    }
  }
  return {
    /**
     * Keeps events, and changes with them; each is sent once a day, and again after a restart, which changes nothing. What
     * the platform's clock dates ahead of ours happens now: the site would refuse it, and a balance of now must include it.
     */
    add(accountId, events, ...changes) {
      const keyOf = ({ sourceId }) => `${accountId} ${sourceId}`;
      const fresh = events.filter((each) => !known.has(keyOf(each))).map(({ sourceId, event }) => ({ sourceId, event: { ...event, at: Math.min(event.at, clock.now()) } }));
      const kept = fresh.map((each) => ["outbox", keyOf(each), { accountId, ...each }]);
      if (events.every(({ event }) => repeatedTypes.has(event.type))) store.note(...kept, ...changes);
      else store.write(...kept, ...changes);
      for (const each of fresh) known.set(keyOf(each), true);
    },
    /** Sends an event of which only an account's newest matters, such as its open profit, without keeping it on disk. */
    pass: (accountId, event) => void passing.set(accountId, event),
    /** Keeps a row that can't be booked, for the back office. */
    addUnread: (accountId, row) => store.write(["unread", `${accountId} ${row.file}`, { accountId, ...row }]),
    /** Sends all that waits now. @throws if the site can't be reached */
    flush: shareRuns(sendWaiting),
    /** Sends some of what passes; no event waits for it. @throws if the site can't be reached */
    flushPassing: shareRuns(sendPassing),
    size: () => store.list("outbox").length,
    refused: () => store.list("refused"),
    /** An account whose events wait because the site has not known it for minutes. */
    findStranger: () => [...strangers].find(([, since]) => clock.now() >= since + unknownMs)?.[0],
    /** Tries again what the site has refused; it may know better now. */
    retryRefused: () => {
      for (const [key, { status: _, ...value }] of store.list("refused"))
        store.write(["outbox", key, value], ["refused", key, null]);
    },
    /** A person has booked it by hand, or decided that it needn't be. */
    forget: (key) => store.write(["refused", key, null])
  };
}

// src/bridge/core/requests.ts
function createRequests(store) {
  const running = /* @__PURE__ */ new Map();
  async function carryOut(key, act2) {
    const stored = store.get("requests", key);
    if (stored && "answer" in stored) return stored.answer;
    const answer = await act2();
    store.write(["requests", key, { answer }]);
    return answer;
  }
  return {
    /** Two requests with the same key at once are one. */
    once(key, act2) {
      const before = running.get(key);
      const request = before ?? carryOut(key, act2).finally(() => running.delete(key));
      running.set(key, request);
      return request;
    }
  };
}

// src/bridge/core/store.ts
import { closeSync, existsSync, fsync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
var closed = -1;
var minLinesToCompact = 5e3;
function openStore(path, waitForDisk = fsyncSync) {
  const collections = /* @__PURE__ */ new Map();
  let lines = 0;
  const apply = (changes) => {
    for (const [collection, key, value] of changes) {
      const values = collections.get(collection) ?? /* @__PURE__ */ new Map();
      collections.set(collection, values);
      if (value === void 0 || value === null) values.delete(key);
      else values.set(key, value);
    }
  };
  for (const changes of readLines(path)) {
    apply(changes);
    lines += 1;
  }
  let file = openSync(path, "a", 384);
  const live = () => [...collections.values()].reduce((sum, { size }) => sum + size, 0);
  function append(target, changes) {
    writeSync(
      target,
      `
${JSON.stringify(changes.map(([collection, key, value]) => [collection, key, value ?? null]))}
`
    );
  }
  function compact() {
    const all = [...collections].flatMap(
      ([name, values]) => [...values].map(([key, value]) => [name, key, value])
    );
    const next = openSync(`${path}.new`, "w", 384);
    for (let from = 0; from < all.length; from += 1e3) append(next, all.slice(from, from + 1e3));
    waitForDisk(next);
    closeSync(next);
    renameSync(`${path}.new`, path);
    closeSync(file);
    file = openSync(path, "a", 384);
    lines = Math.ceil(all.length / 1e3);
  }
  let isSyncing = false;
  let isUnsynced = false;
  function syncSoon() {
    isUnsynced = true;
    if (isSyncing) return;
    isSyncing = true;
    isUnsynced = false;
    const synced = file;
    fsync(synced, (error) => {
      isSyncing = false;
      if (error && synced === file) throw error;
      if (isUnsynced) syncSoon();
    });
  }
  function take(changes) {
    apply(changes);
    lines += 1;
    if (lines > minLinesToCompact && lines > 2 * live()) compact();
  }
  return {
    get: (collection, key) => collections.get(collection)?.get(key),
    list: (collection) => [...collections.get(collection) ?? []],
    write(...changes) {
      if (changes.length === 0) return;
      append(file, changes);
      waitForDisk(file);
      isUnsynced = false;
      take(changes);
    },
    note(...changes) {
      if (changes.length === 0) return;
      append(file, changes);
      take(changes);
      syncSoon();
    },
    close() {
      waitForDisk(file);
      isUnsynced = false;
      closeSync(file);
      file = closed;
    }
  };
}
function readLines(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").split("\n").filter((line) => line !== "").flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

// src/bridge/core/doctor.ts
async function runDoctor(settings, connect) {
  mkdirSync(settings.folder, { recursive: true });
  const store = openStore(join(settings.folder, "bridge.jsonl"));
  const site = createSite(settings);
  const say = (line) => console.log(line);
  const outbox = createOutbox(store, site, say, realClock);
  const parts = { clock: realClock, store, outbox, requests: createRequests(store), metrics: createMetrics() };
  const adapter = connect({ ...parts, record: () => void 0, say });
  const checks = [
    [
      true,
      `The folder ${settings.folder} can be written; it knows ${store.list("accounts").length} accounts.`
    ],
    [
      outbox.refused().length === 0,
      `The site has refused ${outbox.refused().length} events; “refused” lists them.`
    ],
    await examineSite(settings),
    ...await adapter.examine()
  ];
  store.close();
  for (const [isFine, sentence] of checks) console.log(`${isFine ? "✓" : "✗"} ${sentence}`);
  if (checks.some(([isFine]) => !isFine)) process.exitCode = 1;
}
async function examineSite(settings) {
  try {
    const { headers } = await fetch(settings.target, { method: "HEAD", redirect: "manual" });
    const skewMs2 = Math.abs(Date.parse(headers.get("date") ?? "") - Date.now());
    if (skewMs2 > maxSkewMs)
      return [false, `This machine’s clock differs from the site’s by ${Math.round(skewMs2 / 1e3)} s.`];
    await createSite(settings).post("events", {});
    return [true, "The site answers."];
  } catch (error) {
    if (!(error instanceof Rejection)) return [false, `The site can’t be reached at ${settings.target}.`];
    if (error.status === 422) return [true, "The site is reachable and accepts our signature."];
    if (error.status === 404) return [false, "The site runs without PLATFORM_BRIDGE_URL."];
    return [false, `The site refuses our signature (${error.status}): compare PLATFORM_BRIDGE_SECRET.`];
  }
}

// src/bridge/core/run-bridge.ts
import { mkdirSync as mkdirSync3 } from "node:fs";
import { join as join3 } from "node:path";

// src/bridge/core/answer-requests.ts
async function answerRequest(parts, { method, url, body, idempotencyKey }) {
  if (method !== "POST") return [404, { error: "not found" }];
  const command = answerCommand(parts, url);
  if (command) return command;
  if (url === "/books") return [200, { books: await readBooks(parts) }];
  const message = JSON.parse(body || "{}");
  const [, encodedId, action] = /^\/accounts\/([^/]+)\/(reset|access|transfer|close)$/.exec(url) ?? [];
  const accountId = encodedId === void 0 ? String(message["accountId"]) : decodeURIComponent(encodedId);
  try {
    if (url === "/accounts") return await open(parts, accountId, message);
    if (action === void 0) return [404, { error: "not found" }];
    return await act(parts, action, { accountId, message, idempotencyKey });
  } catch (error) {
    return answerFailure(parts, accountId, error);
  }
}
async function readBooks({ adapter, outbox }) {
  if (!adapter.standing().isSynced) return [];
  const reports = await adapter.balances();
  if (outbox.size() > 0) return [];
  return reports.map(({ accountId, balanceCents, positions }) => ({ accountId, balanceCents, positions }));
}
function answerFailure({ say }, accountId, error) {
  const text = error instanceof Error ? error.message : String(error);
  say(`${accountId}: ${text}`);
  if (error instanceof Pending) return [202, { status: "pending", reason: error.reason, until: error.until }];
  return [error instanceof Refused ? 422 : 503, { error: text.slice(0, 200) }];
}
async function open({ adapter, requests }, accountId, message) {
  if (message["platform"] !== adapter.platform)
    return [422, { error: `this bridge serves ${adapter.platform}, not ${message["platform"]}` }];
  const request = message;
  return [200, await requests.once(`open ${accountId}`, () => adapter.open(request))];
}
async function act(parts, action, { accountId, message, idempotencyKey }) {
  const { adapter, store, requests } = parts;
  if (!store.get("accounts", accountId)) return [404, { error: "no such account" }];
  if (action === "access") return setAccess(parts, accountId, message);
  const key = `${action} ${accountId} ${idempotencyKey}`;
  if (action === "transfer") {
    const [amountCents, requestId] = [Number(message["amountCents"]), String(message["requestId"])];
    return [200, await requests.once(key, () => adapter.transfer(accountId, amountCents, requestId))];
  }
  const step = action === "reset" ? () => adapter.reset(accountId, idempotencyKey) : () => adapter.close(accountId);
  await requests.once(key, () => step().then(() => true));
  return [200, { ok: true }];
}
async function setAccess({ adapter, store }, accountId, access) {
  const newest = store.get("revisions", accountId) ?? 0;
  if (access.revision < newest) return [200, { ok: true }];
  store.write(["revisions", accountId, access.revision]);
  return [200, { ok: true, ...await adapter.setAccess(accountId, access) }];
}

// src/bridge/core/record.ts
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
var secretNames = /pass|token|secret|^sec$|^cid$|ticket|key/i;
var personNames = /^(?:email|name|firstName|lastName|fullName|comment|address|phone)$/;
function mask(value, name = "") {
  if (Array.isArray(value)) return value.map((each) => mask(each, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mask(each, key)]));
  if (secretNames.test(name)) return "•••";
  if (personNames.test(name)) return createHash("sha256").update(String(value)).digest("hex").slice(0, 8);
  return value;
}
function createRecorder(path, now) {
  return (direction, what, message) => {
    if (path === void 0) return;
    appendFileSync(path, `${JSON.stringify({ at: now(), direction, what, message: mask(message) })}
`, {
      mode: 384
    });
  };
}

// src/bridge/core/signature-memory.ts
import { createHmac as createHmac2 } from "node:crypto";
import { existsSync as existsSync2, mkdirSync as mkdirSync2, readFileSync as readFileSync2, writeFileSync } from "node:fs";
import { join as join2 } from "node:path";
function openSignatureMemory(folder, secret) {
  mkdirSync2(folder, { recursive: true });
  const path = join2(folder, "whole-requests-are-signed");
  const text = createHmac2("sha256", secret).update("whole requests are signed").digest("hex");
  let isKnown = existsSync2(path) && readFileSync2(path, "utf8") === text;
  return {
    /** Whether a request may be answered of which this much is signed. */
    accepts(coverage) {
      if (coverage === "body") return !isKnown;
      if (!isKnown) writeFileSync(path, text, { mode: 384, flush: true });
      isKnown = true;
      return true;
    }
  };
}

// src/bridge/core/signed-server.ts
import { createServer } from "node:http";
var maxBodyBytes = 1e6;
function createSignedServer({ secret, memory, clock = realClock, answer, open: open2, receive }) {
  const now = () => new Date(clock.now());
  async function decide(method, url, body, headers) {
    const read = method === "GET" ? open2[url] : void 0;
    if (read) return { answer: [200, read()] };
    if (receive && method === "POST" && url === "/webhook") return { answer: [receive(headers, body), {}] };
    const request = readRequest(method, url, body, headers);
    const { idempotencyKey = "", requestSignature } = request;
    const coverage = findRequestCoverage(secret, request, now());
    if (!coverage || !memory.accepts(coverage)) return { answer: [401, { error: "not signed" }] };
    const answered = await Promise.resolve().then(() => answer({ method, url, body, idempotencyKey })).catch(() => [400, { error: "not understood" }]);
    return { answer: answered, ...coverage === "whole" ? { requestSignature } : {} };
  }
  function signatureOf2(status, body, requestSignature) {
    const at = now();
    const { timestamp, signature } = sign(secret, body, at);
    const whole = requestSignature && signAnswer(secret, { status, body, requestSignature }, at);
    return {
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: signature,
      ...whole ? { [signatureHeaders.answerSignature]: whole } : {}
    };
  }
  return createServer((request, response) => {
    const pieces = [];
    let size = 0;
    request.on("data", (piece) => {
      size += piece.length;
      if (size > maxBodyBytes) request.destroy();
      else pieces.push(piece);
    });
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString("utf8");
      const decided = decide(request.method ?? "", request.url ?? "", body, request.headers);
      void decided.then(({ answer: [status, message], requestSignature }) => {
        const isText = typeof message === "string";
        const text = isText ? message : JSON.stringify(message);
        const type = isText ? "text/plain; charset=utf-8" : "application/json";
        response.writeHead(status, { "Content-Type": type, ...signatureOf2(status, text, requestSignature) });
        response.end(text);
      });
    });
  });
}
function readRequest(method, path, body, headers) {
  const read = (name) => String(headers[name.toLowerCase()] ?? "");
  return {
    ...{ method, path, body, idempotencyKey: read("Idempotency-Key") },
    timestamp: read(signatureHeaders.timestamp),
    signature: read(signatureHeaders.signature),
    requestSignature: read(signatureHeaders.requestSignature)
  };
}

// src/bridge/core/run-bridge.ts
var heartbeatMs = 3e4;
var flushMs = 50;
var balancesMs = 6e4;
var balancesPerMessage = 500;
var maxTasks = 500;
async function runBridge(settings, connect) {
  mkdirSync3(settings.folder, { recursive: true });
  const { clock = realClock, say = console.log } = settings;
  const store = openStore(join3(settings.folder, "bridge.jsonl"));
  const now = () => clock.now();
  const site = createSite(settings);
  const outbox = createOutbox(store, site, say, clock);
  outbox.retryRefused();
  const metrics = createMetrics();
  const requests = createRequests(store);
  const record = createRecorder(settings.recordTo, now);
  const adapter = connect({ clock, store, requests, outbox, metrics, record, say });
  metrics.gauge("outbox", outbox.size);
  metrics.gauge("refused", () => outbox.refused().length);
  metrics.gauge("synced", () => Number(adapter.standing().isSynced));
  metrics.gauge("feed_lag_ms", () => adapter.standing().feedLagMs);
  const parts = { adapter, store, requests, outbox, say };
  const server = createSignedServer({
    ...{ secret: settings.secret, memory: openSignatureMemory(settings.folder, settings.secret), clock },
    answer: (request) => answerRequest(parts, request),
    receive: adapter.receive,
    open: {
      "/health": () => ({ ok: true, accounts: store.list("accounts").length, ...adapter.standing() }),
      "/metrics": metrics.text
    }
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  async function passOn() {
    const startedAt = now();
    await outbox.flushPassing();
    await clock.sleep(now() - startedAt, signal);
  }
  const loops = [
    adapter.run(signal),
    repeat(clock, flushMs, signal, outbox.flush, say),
    repeat(clock, flushMs, signal, passOn, say),
    repeat(clock, heartbeatMs, signal, () => sendHeartbeat(adapter, outbox, site), say),
    repeat(clock, balancesMs, signal, () => sendBalances(adapter, outbox, site), say)
  ];
  await new Promise((listening) => server.listen(settings.port, listening));
  const { port } = server.address();
  say(`bridge on port ${port} for ${adapter.platform}`);
  return {
    url: `http://127.0.0.1:${port}`,
    adapter,
    store,
    async stop() {
      stopping.abort();
      server.closeAllConnections();
      server.close();
      await Promise.all(loops);
      store.close();
    }
  };
}
async function sendHeartbeat({ platform, capabilities, standing, tasks }, outbox, site) {
  await outbox.flush();
  const { isSynced, feedLagMs, maintenanceUntil, problem: ownProblem } = standing();
  const problem = describeUndelivered(outbox) ?? describeSkew(site) ?? ownProblem;
  if (!isSynced && maintenanceUntil === null && problem === void 0) return;
  const flags = {
    takesOrders: capabilities.includes("takesOrders"),
    enforcesPersonalStop: capabilities.includes("enforcesPersonalStop")
  };
  await site.post("heartbeat", {
    platform,
    capabilities,
    ...flags,
    feedLagMs: Math.round(feedLagMs),
    maintenanceUntil,
    problem: problem?.slice(0, 300) ?? null,
    tasks: tasks().slice(0, maxTasks)
  });
}
function describeSkew({ skewMs: skewMs2 = () => 0 }) {
  if (Math.abs(skewMs2()) <= maxSkewMs) return void 0;
  const seconds = Math.round(Math.abs(skewMs2()) / 1e3);
  return `The clock of the bridge’s machine is ${seconds} s ${skewMs2() > 0 ? "ahead of" : "behind"} the site’s. Correct it and start the bridge again.`;
}
function describeUndelivered(outbox) {
  const stranger = outbox.findStranger();
  if (stranger !== void 0) return `The site doesn’t know account ${stranger}, so its events wait at the bridge.`;
  const [first, ...others] = outbox.refused();
  if (!first) return void 0;
  const [, { sourceId, accountId, status }] = first;
  const more = others.length === 0 ? "" : ` and ${others.length} more events`;
  return `The site refuses ${sourceId} of ${accountId} (${status})${more}: the bridge’s command “refused” lists them.`;
}
async function sendBalances(adapter, outbox, site) {
  if (!adapter.standing().isSynced) return;
  const all = await adapter.balances();
  const reports = all.filter(({ balanceCents }) => Number.isSafeInteger(balanceCents));
  await outbox.flush();
  for (let from = 0; from < reports.length; from += balancesPerMessage) {
    const balances = reports.slice(from, from + balancesPerMessage).map(({ accountId, ...report }) => ({ account: { accountId }, ...report }));
    await site.post("balances", { balances });
  }
}

// src/bridge/core/run-program.ts
async function runProgram(program) {
  await run(program, process.argv.slice(2), process.env).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
async function run({ file, readSettings: readSettings2, connect, ...defaults }, args, environment) {
  const { PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: target } = environment;
  const [command = "start"] = args;
  if (!secret || !target)
    throw new Error("Set PLATFORM_BRIDGE_SECRET (the site’s secret) and TIDEMARK_URL (its address).");
  const folder = resolve(environment["BRIDGE_FOLDER"] ?? defaults.folder);
  const port = Number(environment["BRIDGE_PORT"] ?? defaults.port);
  const settings = readSettings2(environment, folder, port);
  const bridge = {
    ...{ secret, target: target.replace(/(?<!\/)\/+$/, ""), folder, port },
    recordTo: command === "record" ? resolve(folder, "recording.jsonl") : void 0
  };
  const connectTo = (parts) => connect(settings, parts);
  if (command === "doctor") return runDoctor(bridge, connectTo);
  if (await runCommand(bridge, args, console.log)) return;
  if (command !== "start" && command !== "record")
    throw new Error(`Use: node ${file}, or with doctor, record, refused, forget, tasks, confirm or transfer.`);
  const running = await runBridge(bridge, connectTo);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void running.stop());
}

// src/shared/exchange/contract-specs.ts
var contractSpecs = {
  ES: [0.25, 2, 125e3, 1, "HMUZ", "equity-index", 204, "ES"],
  MES: [0.25, 2, 12500, 10, "HMUZ", "equity-index", 52, "ES"],
  NQ: [0.25, 2, 5e4, 1, "HMUZ", "equity-index", 204, "NQ"],
  MNQ: [0.25, 2, 5e3, 10, "HMUZ", "equity-index", 52, "NQ"],
  RTY: [0.1, 2, 5e4, 1, "HMUZ", "equity-index", 204, "RTY"],
  M2K: [0.1, 2, 5e3, 10, "HMUZ", "equity-index", 52, "RTY"],
  YM: [1, 0, 5e4, 1, "HMUZ", "equity-index", 204, "YM"],
  MYM: [1, 0, 5e3, 10, "HMUZ", "equity-index", 52, "YM"],
  NKD: [5, 0, 25e4, 1, "HMUZ", "equity-index", 285, "NKD"],
  CL: [0.01, 2, 1e5, 1, "FGHJKMNQUVXZ", "energy-and-metals", 216, "CL"],
  MCL: [0.01, 2, 1e4, 10, "FGHJKMNQUVXZ", "energy-and-metals", 68, "CL"],
  QM: [0.025, 3, 125e3, 2, "FGHJKMNQUVXZ", "energy-and-metals", 186, "CL"],
  NG: [1e-3, 3, 1e5, 1, "FGHJKMNQUVXZ", "energy-and-metals", 226, "NG"],
  MNG: [1e-3, 3, 1e4, 10, "FGHJKMNQUVXZ", "energy-and-metals", 78, "NG"],
  QG: [5e-3, 3, 125e3, 4, "FGHJKMNQUVXZ", "energy-and-metals", 116, "NG"],
  RB: [1e-4, 4, 42e3, 1, "FGHJKMNQUVXZ", "energy-and-metals", 216, "RB"],
  HO: [1e-4, 4, 42e3, 1, "FGHJKMNQUVXZ", "energy-and-metals", 216, "HO"],
  GC: [0.1, 1, 1e5, 1, "GJMQVZ", "energy-and-metals", 226, "GC"],
  MGC: [0.1, 1, 1e4, 10, "GJMQVZ", "energy-and-metals", 68, "GC"],
  SI: [5e-3, 3, 25e4, 1, "HKNUZ", "energy-and-metals", 226, "SI"],
  SIL: [5e-3, 3, 5e4, 5, "HKNUZ", "energy-and-metals", 118, "SI"],
  HG: [5e-4, 4, 125e3, 1, "HKNUZ", "energy-and-metals", 226, "HG"],
  MHG: [5e-4, 4, 12500, 10, "HKNUZ", "energy-and-metals", 68, "HG"],
  PL: [0.1, 1, 5e4, 1, "FJNV", "energy-and-metals", 226, "PL"],
  "6E": [5e-5, 5, 62500, 1, "HMUZ", "rates-and-currencies", 226, "6E"],
  M6E: [1e-4, 4, 12500, 10, "HMUZ", "rates-and-currencies", 42, "6E"],
  "6B": [1e-4, 4, 62500, 1, "HMUZ", "rates-and-currencies", 226, "6B"],
  M6B: [1e-4, 4, 6250, 10, "HMUZ", "rates-and-currencies", 42, "6B"],
  "6J": [5e-7, 7, 62500, 1, "HMUZ", "rates-and-currencies", 226, "6J"],
  "6A": [5e-5, 5, 5e4, 1, "HMUZ", "rates-and-currencies", 226, "6A"],
  M6A: [1e-4, 4, 1e4, 10, "HMUZ", "rates-and-currencies", 42, "6A"],
  "6C": [5e-5, 5, 5e4, 1, "HMUZ", "rates-and-currencies", 226, "6C"],
  "6S": [5e-5, 5, 62500, 1, "HMUZ", "rates-and-currencies", 226, "6S"],
  "6N": [5e-5, 5, 5e4, 1, "HMUZ", "rates-and-currencies", 226, "6N"],
  ZB: [0.03125, 5, 312500, 1, "HMUZ", "rates-and-currencies", 158, "ZB"],
  UB: [0.03125, 5, 312500, 1, "HMUZ", "rates-and-currencies", 166, "UB"],
  ZN: [0.015625, 6, 156250, 1, "HMUZ", "rates-and-currencies", 152, "ZN"],
  TN: [0.015625, 6, 156250, 1, "HMUZ", "rates-and-currencies", 154, "TN"],
  ZF: [78125e-7, 7, 78125, 1, "HMUZ", "rates-and-currencies", 136, "ZF"],
  ZT: [390625e-8, 8, 78125, 1, "HMUZ", "rates-and-currencies", 136, "ZT"],
  ZC: [0.25, 2, 125e3, 1, "HKNUZ", "grains", 276, "ZC"],
  ZS: [0.25, 2, 125e3, 1, "FHKNQUX", "grains", 276, "ZS"],
  ZW: [0.25, 2, 125e3, 1, "HKNUZ", "grains", 276, "ZW"],
  ZM: [0.1, 1, 1e5, 1, "FHKNQUVZ", "grains", 276, "ZM"],
  ZL: [0.01, 2, 6e4, 1, "FHKNQUVZ", "grains", 276, "ZL"],
  LE: [0.025, 3, 1e5, 1, "GJMQVZ", "livestock", 276, "LE"],
  HE: [0.025, 3, 1e5, 1, "GJKMNQVZ", "livestock", 276, "HE"],
  GF: [0.025, 3, 125e3, 1, "FHJKQUVX", "livestock", 276, "GF"],
  MBT: [5, 0, 5e3, 10, "FGHJKMNQUVXZ", "crypto", 256, "MBT"],
  MET: [0.5, 2, 500, 10, "FGHJKMNQUVXZ", "crypto", 30, "MET"]
};

// src/shared/exchange/instruments.ts
function toInstrument(code) {
  const [tickSize, decimals, tickValueHundredths, ratio, months, session, feeCents, fullSize] = contractSpecs[code];
  return { code, tickSize, decimals, tickValueHundredths, ratio, months, session, feeCents, fullSize };
}
var codes = Object.keys(contractSpecs);
var instrumentCodes = codes;
var instruments = Object.fromEntries(codes.map((code) => [code, toInstrument(code)]));
function isInstrument(code) {
  return Object.hasOwn(instruments, code);
}

// src/shared/exchange/contract-month.ts
var monthLetters = "FGHJKMNQUVXZ";
var rollAheadMs = 21 * dayMs;

// src/bridge/core/contracts.ts
function parseContract(name, nowMs) {
  const [, instrument = "", letter = "", digits = ""] = /^([A-Z0-9]{1,6}?)([FGHJKMNQUVXZ])(\d{1,2})$/.exec(name) ?? [];
  if (instrument === "") return null;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((ahead) => thisYear - 1 + ahead).find((each) => String(each).endsWith(digits));
  if (year === void 0) return null;
  return { instrument, month: `${year}-${String(monthLetters.indexOf(letter) + 1).padStart(2, "0")}` };
}
function toTicks(instrument, price) {
  if (!isInstrument(instrument)) return null;
  const ticks = price / instruments[instrument].tickSize;
  const whole = Math.round(ticks);
  return Math.abs(ticks - whole) < 1e-6 ? whole : null;
}
function createContracts(askName, now) {
  const known = /* @__PURE__ */ new Map();
  const parse = (name) => name === void 0 ? null : parseContract(name, now());
  return {
    learn(id, name) {
      known.set(id, Promise.resolve(parse(name)));
    },
    find(id) {
      const found = known.get(id) ?? askName(id).then(parse);
      known.set(id, found);
      found.catch(() => known.delete(id));
      return found;
    }
  };
}

// src/bridge/core/access.ts
var unlocked = "Normal";
var checkMs = 1e3;
var judgedReasons = ["breach", "daily-limit", "personal-stop"];
function createAccess(vendor, { store, clock, outbox, say }) {
  const turns = createTurns();
  const queued = /* @__PURE__ */ new Set();
  const find = (accountId) => store.get("locks", accountId);
  async function set(accountId, access) {
    const { revision, trading, flatten = false, until = null, reason = "", haltedInstruments = [] } = access;
    if (trading) {
      const isLifted = await lift(accountId, "the site");
      if (!isLifted) throw new Pending("the vendor’s own lock stays until a person lifts it", "person");
      await vendor.stop?.(accountId, access.personalStop ?? null);
      await vendor.halt(accountId, haltedInstruments);
      return { effective: true };
    }
    if (!flatten) {
      await vendor.order(accountId, "close-only", reason);
      store.write(["locks", accountId, { revision, phase: "locked", until, reason }]);
      return { effective: true };
    }
    store.write(["locks", accountId, { revision, phase: "closing", until, reason }]);
    await vendor.order(accountId, "flatten", reason);
    await step(accountId);
    return { effective: find(accountId)?.phase === "locked" };
  }
  async function lift(accountId, reason) {
    const lock = find(accountId);
    if (!lock) return true;
    const isVendors = vendor.isOwnLock(store.get("risk", accountId) ?? unlocked);
    if (isVendors && !judgedReasons.includes(lock.reason)) return false;
    await vendor.order(accountId, "normal", reason);
    store.write(["locks", accountId, null]);
    return true;
  }
  async function step(accountId) {
    const lock = find(accountId);
    if (lock?.phase === "closing" && await vendor.isFlat(accountId)) {
      await vendor.order(accountId, "lock", "flat");
      const { revision } = lock;
      store.write(["locks", accountId, { ...lock, phase: "locked" }]);
      const event = { type: "access-effective", at: clock.now(), revision };
      outbox.add(accountId, [{ sourceId: `effective-${revision}`, event }]);
    } else if (lock?.phase === "locked" && lock.until !== null && clock.now() >= lock.until) {
      await lift(accountId, "the lock has ended");
    }
  }
  function stepAll() {
    for (const [accountId, { phase, until }] of store.list("locks")) {
      const isDue = phase === "closing" || until !== null && clock.now() >= until;
      if (!isDue || queued.has(accountId)) continue;
      queued.add(accountId);
      const work = () => {
        queued.delete(accountId);
        return step(accountId);
      };
      turns.take(accountId, work).catch((error) => say(`${accountId}: the lock will be tried again: ${error}`));
    }
  }
  return {
    set: (accountId, access) => turns.take(accountId, () => set(accountId, access)),
    inTurn: turns.take,
    run: (signal) => repeat(clock, checkMs, signal, async () => stepAll(), say),
    /** Positions have changed, or are now complete. */
    onPositions: stepAll,
    isLocked: (accountId) => find(accountId) !== void 0,
    /** The vendor's own lock: evidence, never a verdict. */
    onVendorLock(accountId, { state, floorCents, equityCents }) {
      if ((store.get("risk", accountId) ?? unlocked) === state) return;
      store.write(["risk", accountId, state]);
      const [at, isLocked] = [clock.now(), state !== unlocked];
      const event = {
        ...{ type: "platform-lock", at, isLocked, reason: state.slice(0, 200), floorCents, equityCents }
      };
      outbox.add(accountId, [{ sourceId: `risk-${at}-${state}`.slice(0, 80), event }]);
    }
  };
}

// src/bridge/volumetrica/accounts.ts
import { isDeepStrictEqual } from "node:util";

// src/shared/catalog/platforms.ts
var platformFacts = {
  rithmic: {
    name: "Rithmic",
    accountPrefix: "RTH",
    hasWebTerminal: false,
    routes: { payoutRequest: "payoutRequest", resetResult: "resetResult", marketResult: "marketResult" }
  },
  dxfeed: {
    name: "dxFeed",
    accountPrefix: "DXF",
    hasWebTerminal: true,
    routes: {
      payoutRequest: "payoutRequestDxfeed",
      resetResult: "resetResultDxfeed",
      marketResult: "marketResultDxfeed"
    }
  },
  tradovate: {
    name: "Tradovate",
    accountPrefix: "TDV",
    hasWebTerminal: false,
    routes: { payoutRequest: "payoutRequest", resetResult: "resetResult", marketResult: "marketResult" }
  }
};
var platforms = Object.keys(platformFacts);

// src/bridge/core/answers.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function parseAnswer(text) {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}

// src/bridge/core/throttle.ts
var Silenced = class extends Error {
  until;
  constructor(until, reason) {
    super(`${reason}: no request before ${new Date(until).toISOString()}`);
    this.until = until;
  }
};
function createThrottle(clock, { perHour }) {
  let times = [];
  let silentUntil = 0;
  let reason = "";
  return {
    /** @throws {Silenced} while nothing may be sent */
    take() {
      const now = clock.now();
      if (now < silentUntil) throw new Silenced(silentUntil, reason);
      times = times.filter((at) => at > now - hourMs);
      const [oldest = now] = times;
      if (times.length >= perHour) throw new Silenced(oldest + hourMs, "the hour’s requests are used up");
      times.push(now);
    },
    silence(ms, why) {
      silentUntil = Math.max(silentUntil, clock.now() + ms);
      reason = why;
      return new Silenced(silentUntil, why);
    },
    used: () => times.length
  };
}

// src/bridge/core/users.ts
import { createHash as createHash2, randomBytes } from "node:crypto";
function createUsers(store, vendor) {
  return async function openUser(request) {
    const digest = hashOf(request.email.toLowerCase());
    const stored = store.get("users", digest);
    const user = stored ?? {
      name: `td${digest.slice(0, 12)}`,
      password: `T${randomBytes(12).toString("base64url")}7a!`
    };
    if (!stored) store.write(["users", digest, user]);
    if (user.userId !== void 0) return { ...user, userId: user.userId };
    const userId = await vendor.find(user.name) ?? await vendor.create(user, request);
    store.write(["users", digest, { ...user, userId }]);
    return { ...user, userId };
  };
}
var hashOf = (text) => createHash2("sha256").update(text).digest("hex");
function accountName(prefix, accountId) {
  return `${prefix}${BigInt(`0x${hashOf(accountId).slice(0, 14)}`).toString().padStart(17, "0")}`;
}

// src/bridge/volumetrica/rest.ts
var timeoutMs = 15e3;
var minRetryMs = 1e3;
function createRest({ url, apiKey, open: open2 }, { clock, metrics, record }) {
  const throttle = createThrottle(clock, { perHour: open2.requestsPerHour });
  let unavailableMs = minRetryMs;
  let sent = 0;
  async function ask(method, path, query = {}, body) {
    throttle.take();
    sent += 1;
    record("out", `${method} ${path}`, { ...query, ...body });
    metrics.count("requests");
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const search = entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
    const response = await fetch(`${url}${path}${search}`, {
      method,
      headers: { "Content-Type": "application/json", "x-api-key": apiKey },
      signal: AbortSignal.timeout(timeoutMs),
      ...body === void 0 ? {} : { body: JSON.stringify(body) }
    });
    const text = await response.text();
    const retryAfterMs = Number(response.headers.get("retry-after") ?? Number.NaN) * 1e3;
    if (response.status === 429)
      throw throttle.silence(Number.isNaN(retryAfterMs) ? open2.retryMs : retryAfterMs, "too many requests");
    if (response.status === 503) {
      const waitMs = Number.isNaN(retryAfterMs) ? unavailableMs : retryAfterMs;
      unavailableMs = Math.min(2 * unavailableMs, minuteMs);
      throw throttle.silence(waitMs, "the vendor isn’t available");
    }
    if (response.status === 401 || response.status === 403) throw new Unauthorized("Volumetrica refuses the API key");
    const answer = parseAnswer(text);
    record("in", `${response.status} ${path}`, answer ?? text.slice(0, 500));
    const problem = findProblem(answer);
    if (problem !== void 0 && response.status < 500) throw new Refused(problem);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    unavailableMs = minRetryMs;
    if (response.status === 204) return {};
    if (!isObject(answer)) {
      if (answer === void 0 || answer === null) throw new Error(`${path} answered ${response.status} without JSON`);
      return { data: answer };
    }
    if (answer["success"] !== true && !("data" in answer)) throw new Error(`${path} answered without data`);
    return answer;
  }
  return {
    /** How many requests so far. */
    sent: () => sent,
    async get(path, query) {
      return (await ask("GET", path, query)).data;
    },
    /** @throws {Refused} with the vendor's words */
    async send(method, path, body, query) {
      const { data } = await ask(method, path, query, body);
      return isObject(data) ? data : {};
    },
    /** All pages of a list of everybody's rows, by the vendor's ids of accounts. */
    async getBulk(path, query) {
      const pages = [];
      let token;
      do {
        const page = await ask("GET", path, token ? { ...query, nextPageToken: token } : query);
        if (!isObject(page.data ?? {})) throw new Error(`${path} answered without rows by account`);
        for (const [vendorId, rows] of Object.entries(page.data ?? {})) pages.push([vendorId, rowsOf(rows)]);
        token = page.nextPageToken;
      } while (token);
      return pages;
    }
  };
}
function rowsOf(value) {
  const list = isObject(value) ? value["data"] ?? value["accounts"] : value;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
function toTime(value) {
  if (typeof value === "number") return value;
  const text = String(value);
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
var toCents = (dollars2) => Math.round(Number(dollars2) * 100);
function findProblem(answer) {
  if (!isObject(answer) || answer["success"] !== false) return void 0;
  const { message, error, errors } = answer;
  if (isObject(errors))
    return Object.entries(errors).map((each) => each.join(": ")).join("; ");
  return String(message ?? error ?? "the vendor answered success: false");
}

// src/bridge/volumetrica/accounts.ts
var permissions = { trading: 0, readOnly: 1, paused: 2, liquidateOnly: 3 };
var statuses = { enabled: 1, failed: 4, disabled: 8 };
var evaluation = 0;
function createAccounts(rest, rules, { store, clock }) {
  const ids = /* @__PURE__ */ new Map();
  const learn = (accountId, { vendorId, number }) => {
    ids.set(vendorId, accountId);
    ids.set(number, accountId);
  };
  for (const [accountId, account] of store.list("accounts")) learn(accountId, account);
  function get(accountId) {
    const account = store.get("accounts", accountId);
    if (!account) throw new Refused(`this bridge did not open ${accountId}`);
    return account;
  }
  const change = (accountId, changes) => store.write(["accounts", accountId, { ...get(accountId), ...changes }]);
  const openUser = createUsers(store, {
    async find(name) {
      const rows = rowsOf(await rest.get("/User/List", { filter: name }));
      const found = rows.find((row) => row["extEntityId"] === name);
      return found && String(found["id"]);
    },
    async create({ name, password }, { email, firstName, lastName, country, locale }) {
      const user = await rest.send("POST", "/User", {
        ...{ email, firstName, lastName, username: name, passwordToSet: password, extEntityId: name },
        ...country ? { country } : {},
        ...locale ? { language: locale.slice(0, 2) } : {}
      });
      return String(user["userId"]);
    }
  });
  async function open2(request) {
    try {
      return await openNow(request);
    } catch (error) {
      if (error instanceof Silenced) throw new Pending(error.message, "vendor-limit", error.until);
      throw error;
    }
  }
  async function openNow(request) {
    const { accountId } = request;
    const user = await openUser(request);
    const ruleId = await rules.ensure(request.rules, { halted: [], personalStop: null });
    const name = accountName(platformFacts.dxfeed.accountPrefix, accountId);
    const owned = rowsOf(await rest.get("/TradingAccount/ListByUserId", { userId: user.userId }));
    const row = owned.find(({ header }) => header === name) ?? await create(name, user.userId, request.rules, ruleId);
    const opened = { platformAccountId: name, user: user.name, secret: user.password };
    const vendorId = String(row["accountId"]);
    const account = {
      ...{ ...opened, vendorId, number: String(row["id"]), userId: user.userId, rules: request.rules, halted: [] },
      ...{ startedAt: null, isClosed: false }
    };
    await verify(account);
    await permit(vendorId, permissions.trading, "opened");
    const started = { ...account, startedAt: await findStart(account) };
    store.write(["accounts", accountId, started]);
    learn(accountId, started);
    return opened;
  }
  const create = (header, userId, { startingBalanceCents }, ruleId) => rest.send("POST", "/TradingAccount", {
    ...{ userId, balance: startingBalanceCents / 100, currency: 1, header, description: header },
    ...{ accountRuleId: ruleId, accountRuleReference: 0, enabled: true },
    ...{ tradingPermission: permissions.paused, mode: evaluation }
  });
  const permit = (accountId, tradingPermission, reason, forceClose = false) => rest.send("POST", "/TradingAccount/ChangePermission", { accountId, tradingPermission, forceClose, reason });
  async function readInfo(vendorId) {
    const info = await rest.get("/TradingAccount", { accountId: vendorId, includeOpenPl: true });
    if (!isObject(info)) throw new Error(`the vendor doesn’t show account ${vendorId}`);
    return info;
  }
  async function verify({ vendorId, rules: wanted, halted, personalStop = null }) {
    try {
      const ruleId = await rules.ensure(wanted, { halted, personalStop });
      const holds = async () => String((await readInfo(vendorId))["tradingRuleId"]) === ruleId;
      if (!await holds()) {
        await rest.send("POST", "/TradingAccount/ChangeTradingRule", {
          ...{ accountId: vendorId, ruleId, accountRuleReference: 0 }
        });
        if (!await holds()) throw new Refused("the vendor holds other limits: the account’s rule");
      }
    } catch (error) {
      if (error instanceof Refused) await permit(vendorId, permissions.paused, "limits differ");
      throw error;
    }
  }
  async function findStart({ vendorId, number }) {
    const now = clock.now();
    const from = new Date(now - 5 * 6e4).toISOString();
    const lists = await rest.getBulk("/Bulk/TransactionList", { utcStartDt: from });
    const rows = lists.filter(([id]) => id === vendorId || id === number).flatMap(([, own]) => own);
    return Math.max(now, ...rows.map((row) => toTime(row["utc"])));
  }
  return {
    ...{ get, open: open2, permit, readInfo, change },
    idOf: (vendorId) => ids.get(vendorId),
    list: () => store.list("accounts"),
    /** Holds these restrictions, and leaves the others as they are. */
    async restrict(accountId, changes) {
      const account = get(accountId);
      const { halted, personalStop = null } = account;
      const held = { halted, personalStop };
      if (isDeepStrictEqual({ ...held, ...changes }, held)) return;
      await verify({ ...account, ...changes });
      change(accountId, changes);
    },
    async reset(accountId, requestId) {
      const account = get(accountId);
      const { vendorId, rules: own } = account;
      if (store.get("resets", accountId) !== requestId) {
        change(accountId, { startedAt: null });
        await rest.send("POST", "/TradingAccount/Reset", {
          ...{ accountId: vendorId, status: statuses.enabled, permission: permissions.paused }
        });
        const { snapshot } = await readInfo(vendorId);
        if (toCents(snapshot?.["balance"]) !== own.startingBalanceCents)
          throw new Error("the vendor doesn’t show the starting balance yet");
        const started = { ...account, startedAt: await findStart(account) };
        store.write(["resets", accountId, requestId], ["accounts", accountId, started]);
      }
      await verify(get(accountId));
      await permit(vendorId, permissions.trading, "reset");
    },
    async close(accountId) {
      const { vendorId } = get(accountId);
      await rest.send("POST", "/TradingAccount/Disable", { accountId: vendorId, reason: "closed", forceClose: true });
      change(accountId, { isClosed: true });
    }
  };
}

// src/bridge/volumetrica/access.ts
var flattenAgainMs = 3e4;
function createVolumetricaAccess(rest, accounts, { halts, personalStops }, parts) {
  const { clock } = parts;
  const askedAt = /* @__PURE__ */ new Map();
  async function flatten(accountId, reason) {
    const { vendorId } = accounts.get(accountId);
    askedAt.set(accountId, clock.now());
    try {
      await accounts.permit(vendorId, permissions.readOnly, reason, true);
    } catch (error) {
      const isOff = error instanceof Refused && (await accounts.readInfo(vendorId))["status"] !== statuses.enabled;
      if (!isOff) throw error;
    }
    await rest.send("POST", "/Trading/CancelOrder", { accountId: vendorId, orderId: null });
    await rest.send("POST", "/Trading/FlatPosition", { accountId: vendorId, contractId: null });
  }
  async function lock(accountId, reason) {
    const { vendorId } = accounts.get(accountId);
    const isLocked = async () => {
      const { tradingPermission, status } = await accounts.readInfo(vendorId);
      return tradingPermission === permissions.readOnly || status !== statuses.enabled;
    };
    if (await isLocked()) return;
    await accounts.permit(vendorId, permissions.readOnly, reason);
    if (!await isLocked()) throw new Error("the vendor doesn’t show the lock yet");
  }
  async function unlock(accountId, reason) {
    const { vendorId } = accounts.get(accountId);
    const { status } = await accounts.readInfo(vendorId);
    if (status !== statuses.enabled)
      await rest.send("POST", "/TradingAccount/Enable", {
        ...{ accountId: vendorId, tradingPermission: permissions.trading }
      });
    await accounts.permit(vendorId, permissions.trading, reason);
  }
  return createAccess(
    {
      async order(accountId, what, reason) {
        if (what === "flatten") return flatten(accountId, reason);
        if (what === "lock") return lock(accountId, reason);
        if (what === "normal") return unlock(accountId, reason);
        return accounts.permit(accounts.get(accountId).vendorId, permissions.liquidateOnly, reason);
      },
      async isFlat(accountId) {
        const { positions } = await accounts.readInfo(accounts.get(accountId).vendorId);
        if (rowsOf(positions).every((row) => row["quantity"] === 0)) return true;
        if (clock.now() >= (askedAt.get(accountId) ?? 0) + flattenAgainMs) await flatten(accountId, "not flat yet");
        return false;
      },
      isOwnLock: (state) => state !== unlocked,
      async stop(accountId, limits) {
        const personalStop = personalStops === "rule" && limits ? { ...limits, trades: null } : null;
        await accounts.restrict(accountId, { personalStop });
      },
      async halt(accountId, instruments2) {
        if (halts === "person" && instruments2.length > 0)
          throw new Pending(`a person must halt ${instruments2.join(", ")} at the vendor`, "person");
        if (halts === "rule") await accounts.restrict(accountId, { halted: instruments2.toSorted() });
      }
    },
    parts
  );
}

// node_modules/@date-fns/tz/tzOffset/index.js
var offsetFormatCache = {};
var offsetCache = {};
function tzOffset(timeZone, date) {
  try {
    const format = offsetFormatCache[timeZone] ||= new Intl.DateTimeFormat("en-US", {
      timeZone,
      timeZoneName: "longOffset"
    }).format;
    const offsetStr = format(date).split("GMT")[1];
    if (offsetStr in offsetCache) return offsetCache[offsetStr];
    return calcOffset(offsetStr, offsetStr.split(":"));
  } catch {
    if (timeZone in offsetCache) return offsetCache[timeZone];
    const captures = timeZone?.match(offsetRe);
    if (captures) return calcOffset(timeZone, captures.slice(1));
    return NaN;
  }
}
var offsetRe = /([+-]\d\d):?(\d\d)?/;
function calcOffset(cacheStr, values) {
  const hours = +(values[0] || 0);
  const minutes = +(values[1] || 0);
  const seconds = +(values[2] || 0) / 60;
  return offsetCache[cacheStr] = hours * 60 + minutes > 0 ? hours * 60 + minutes + seconds : hours * 60 - minutes - seconds;
}

// src/shared/exchange/chicago.ts
var zone = "America/Chicago";
function chicagoClock(atMs) {
  const localMs = atMs + tzOffset(zone, new Date(atMs)) * minuteMs;
  const date = Math.floor(localMs / dayMs);
  return { date, minutes: (localMs - date * dayMs) / minuteMs };
}
function chicagoTime(date, minutes) {
  const middayMs = date * dayMs + dayMs * 0.75;
  return date * dayMs + (minutes - tzOffset(zone, new Date(middayMs))) * minuteMs;
}
function isWeekend(date) {
  const weekday = ((date + 4) % 7 + 7) % 7;
  return weekday === 0 || weekday === 6;
}
function formatDate(date) {
  return new Date(date * dayMs).toISOString().slice(0, 10);
}
function parseDate(text) {
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms)) return null;
  const date = ms / dayMs;
  return formatDate(date) === text ? date : null;
}

// src/shared/exchange/exchange-calendar.ts
var calendarCoveredUntil = "2028-12-31";
var regularCloses = {
  "equity-index": 960,
  "rates-and-currencies": 960,
  "energy-and-metals": 960,
  grains: 800,
  livestock: 785,
  crypto: 960
};
var exchangeHolidays = {
  "2026-01-01": ["closed", "New Year’s Day", [null, null, null, null, null, null]],
  "2026-01-19": ["halt", "Martin Luther King Jr. Day", [720, 720, 810, null, null, 960]],
  "2026-02-16": ["halt", "Presidents’ Day", [720, 720, 810, null, null, 960]],
  "2026-04-03": ["early", "Good Friday with the jobs report", [495, 615, null, null, null, 615]],
  "2026-05-25": ["halt", "Memorial Day", [720, 720, 810, null, null, 960]],
  "2026-06-19": ["halt", "Juneteenth", [720, 720, 720, null, null, 720]],
  "2026-07-03": ["halt", "Independence Day (observed)", [720, 720, 720, null, null, 720]],
  "2026-09-07": ["halt", "Labor Day", [720, 720, 810, null, null, 810]],
  "2026-11-26": ["halt", "Thanksgiving", [720, 720, 810, null, null, 810]],
  "2026-11-27": ["early", "Day after Thanksgiving", [735, 735, 825, 725, 725, 825]],
  "2026-12-24": ["early", "Christmas Eve", [735, 735, 765, 725, 725, 765]],
  "2026-12-25": ["closed", "Christmas Day", [null, null, null, null, null, null]],
  "2027-01-01": ["closed", "New Year’s Day", [null, null, null, null, null, null]],
  "2027-01-18": ["halt", "Martin Luther King Jr. Day", [720, 720, 810, null, null, 810]],
  "2027-02-15": ["halt", "Presidents’ Day", [720, 720, 810, null, null, 810]],
  "2027-03-26": ["closed", "Good Friday", [null, null, null, null, null, null]],
  "2027-05-31": ["halt", "Memorial Day", [720, 720, 810, null, null, 810]],
  "2027-06-18": ["halt", "Juneteenth (observed)", [720, 720, 720, null, null, 720]],
  "2027-07-05": ["halt", "Independence Day (observed)", [720, 720, 810, null, null, 810]],
  "2027-09-06": ["halt", "Labor Day", [720, 720, 810, null, null, 810]],
  "2027-11-25": ["halt", "Thanksgiving", [720, 720, 810, null, null, 810]],
  "2027-11-26": ["early", "Day after Thanksgiving", [735, 735, 825, 725, 725, 825]],
  "2027-12-24": ["closed", "Christmas Day (observed)", [null, null, null, null, null, null]],
  "2028-01-17": ["halt", "Martin Luther King Jr. Day", [720, 720, 810, null, null, 810]],
  "2028-02-21": ["halt", "Presidents’ Day", [720, 720, 810, null, null, 810]],
  "2028-04-14": ["closed", "Good Friday", [null, null, null, null, null, null]],
  "2028-05-29": ["halt", "Memorial Day", [720, 720, 810, null, null, 810]],
  "2028-06-19": ["halt", "Juneteenth", [720, 720, 810, null, null, 810]],
  "2028-07-03": ["early", "Day before Independence Day", [735, 960, 960, 800, 785, 960]],
  "2028-07-04": ["halt", "Independence Day", [720, 720, 810, null, null, 810]],
  "2028-09-04": ["halt", "Labor Day", [720, 720, 810, null, null, 810]],
  "2028-11-23": ["halt", "Thanksgiving", [720, 720, 810, null, null, 810]],
  "2028-11-24": ["early", "Day after Thanksgiving", [735, 735, 825, 725, 725, 825]],
  "2028-12-25": ["closed", "Christmas Day", [null, null, null, null, null, null]]
};

// src/shared/exchange/holidays.ts
var groups = Object.keys(regularCloses);
var holidays = new Map(
  Object.entries(exchangeHolidays).map(([date, [kind, name, minutes]]) => {
    const stops = Object.fromEntries(groups.map((group, index) => [group, minutes[index] ?? null]));
    const lastMinutes = Math.max(...minutes.map((each) => each ?? 0));
    return [date, { kind, name, stops, lastMinutes }];
  })
);

// src/shared/exchange/trading-day.ts
var boundaryMinutes = 17 * 60;
var closeMinutes = 16 * 60;
var lastDate = parseDate(calendarCoveredUntil) ?? 0;
var remedy = "add the next year to content/catalog/calendar.yaml, build and restart";
var recentSpan = null;
function tradingDaySpan(atMs) {
  return spanOf(atMs);
}
function spanOf(atMs) {
  if (recentSpan !== null && atMs >= recentSpan.startsAt && atMs < recentSpan.endsAt) return recentSpan;
  const date = tradingDateFrom(sessionDateOf(atMs));
  recentSpan = {
    day: asTradingDay(date),
    startsAt: chicagoTime(previousTradingDate(date), boundaryMinutes),
    closesAt: chicagoTime(date, lastMinutesOf(date)),
    endsAt: chicagoTime(date, boundaryMinutes)
  };
  return recentSpan;
}
var namedFromMinutes = 20 * 60;
function sessionDateOf(atMs) {
  const { date, minutes } = chicagoClock(atMs);
  return minutes < boundaryMinutes ? date : date + 1;
}
function holidayOn(date) {
  return holidays.get(formatDate(date));
}
function hasSession(date) {
  if (date > lastDate) throw new RangeError(`the exchange's calendar ends on ${calendarCoveredUntil}: ${remedy}`);
  return !isWeekend(date) && holidayOn(date)?.kind !== "closed";
}
function isTradingDate(date) {
  return hasSession(date) && holidayOn(date)?.kind !== "halt";
}
function lastMinutesOf(date) {
  return holidayOn(date)?.lastMinutes ?? closeMinutes;
}
function tradingDateFrom(date) {
  let found = date;
  while (!isTradingDate(found)) found += 1;
  return found;
}
function previousTradingDate(date) {
  let found = date - 1;
  while (!isTradingDate(found)) found -= 1;
  return found;
}
function asTradingDay(date) {
  return formatDate(date);
}

// src/bridge/volumetrica/feed.ts
var recoveryMs = 10 * minuteMs;
var recentMs = 5 * secondMs;
var figuresEveryMs = secondMs;
var allEveryMs = 15 * secondMs;
var shareOfPolls = 0.8;
var pollsToCatchUp = 5;
var askAloneMs = minuteMs;
var askedAlone = 5;
function createFeed({ clock, store, outbox, metrics, say }, { rest, accounts, fills, infos, money, open: open2, onRead }) {
  const turns = createTurns();
  const requestMs = hourMs / (open2.requestsPerHour * shareOfPolls);
  let readUntil;
  let readAllAt;
  let figuresAt = Number.NEGATIVE_INFINITY;
  let paidUntil = 0;
  let rereadAt = Number.NEGATIVE_INFINITY;
  let okAt;
  let problem;
  let listed = /* @__PURE__ */ new Set();
  let waking = new AbortController();
  async function readInfos(now) {
    figuresAt = now;
    const answer = await rest.get("/Bulk/AccountsInfosEnabled");
    listed = /* @__PURE__ */ new Set();
    for (const [vendorId, info] of Object.entries(isObject(answer) ? answer : {})) {
      const accountId = accounts.idOf(vendorId);
      if (accountId === void 0 || !isObject(info)) continue;
      listed.add(accountId);
      infos.take(accountId, info, now);
    }
    const alone = accounts.list().filter(([id, { isClosed, startedAt }]) => !isClosed && startedAt !== null && !listed.has(id)).filter(([id]) => now >= infos.readAt(id) + askAloneMs);
    for (const [accountId, { vendorId }] of alone.slice(0, askedAlone))
      infos.take(accountId, await accounts.readInfo(vendorId), now);
  }
  async function readFills(from) {
    const ids = /* @__PURE__ */ new Set();
    const byAccount = /* @__PURE__ */ new Map();
    for (const [vendorId, rows] of await rest.getBulk("/Bulk/FillList", { utcStartDt: new Date(from).toISOString() })) {
      const accountId = accounts.idOf(vendorId);
      for (const row of rows) ids.add(String(row["fillId"]));
      if (accountId !== void 0) byAccount.set(accountId, [...byAccount.get(accountId) ?? [], ...rows]);
    }
    for (const [accountId, rows] of byAccount) await fills.take(accountId, rows);
    return ids;
  }
  async function pollNewest(from) {
    const now = clock.now();
    const hasNews = waking.signal.aborted;
    waking = new AbortController();
    const areFiguresDue = hasNews || now >= figuresAt + figuresEveryMs;
    await Promise.all([areFiguresDue && readInfos(now), readFills(from - recentMs)]);
    end(now);
  }
  function end(now) {
    infos.tellEquities();
    readUntil = now;
    okAt = now;
    problem = void 0;
    onRead();
  }
  async function poll() {
    const now = clock.now();
    waking = new AbortController();
    const cursor = store.get("cursors", "fills");
    if (readUntil !== void 0 && outbox.size() === 0 && readUntil !== cursor)
      store.write(["cursors", "fills", readUntil]);
    const isReread = now >= rereadAt + open2.rereadMs;
    const sessionStart = tradingDaySpan(now).startsAt;
    const recent = readAllAt === void 0 ? (cursor ?? now) - recoveryMs : readAllAt - open2.overlapMs;
    const from = isReread ? Math.min(recent, sessionStart) : recent;
    await readInfos(now);
    const [ids] = await Promise.all([readFills(from), money.read(from)]);
    if (isReread) {
      fills.compare(from, ids, (accountId) => listed.has(accountId));
      fills.forgetBefore(from - dayMs);
      rereadAt = now;
      metrics.count("rereads");
    }
    readAllAt = now;
    end(now);
  }
  function pollNext() {
    const isAllDue = clock.now() >= (readAllAt ?? 0) + Math.min(allEveryMs, open2.rereadMs);
    return readUntil === void 0 || isAllDue ? poll() : pollNewest(readUntil);
  }
  const pollNow = () => turns.take("poll", poll);
  return {
    pollNow,
    /** Something has happened: the next poll doesn't wait. */
    wake: () => waking.abort(),
    async run(signal) {
      while (!signal.aborted) {
        let waitMs = open2.pollMs;
        const [startedAt, sentBefore] = [clock.now(), rest.sent()];
        await turns.take("poll", pollNext).catch((error) => {
          say(`will poll again: ${error instanceof Error ? error.message : error}`);
          if (error instanceof Silenced) waitMs = Math.max(waitMs, error.until - clock.now());
          if (error instanceof Unauthorized) {
            waitMs = minuteMs;
            problem = `${error.message}: correct VOLUMETRICA_API_KEY and start the bridge again.`;
          }
        });
        paidUntil = Math.max(paidUntil, startedAt) + (rest.sent() - sentBefore) * requestMs;
        const pauseMs = Math.max(0, paidUntil - clock.now()) / pollsToCatchUp;
        await clock.sleep(pauseMs, signal);
        await clock.sleep(waitMs - pauseMs, AbortSignal.any([signal, waking.signal]));
      }
    },
    /** What only an operator can solve. */
    problem: () => problem,
    isSynced: () => okAt !== void 0 && clock.now() - okAt <= Math.max(1e4, 5 * open2.pollMs),
    async report() {
      const since = clock.now();
      await pollNow();
      return infos.report(since, fills.changedAt);
    }
  };
}

// src/bridge/volumetrica/fills.ts
var missesUntilGone = 2;
function createFills({ clock, store, outbox, metrics, say }, accounts, contracts, { sells, goneFills }) {
  const changedAt = /* @__PURE__ */ new Map();
  const misses = /* @__PURE__ */ new Map();
  let lagMs = 0;
  async function takeRow(accountId, row, { events, changes }) {
    const id = String(row["fillId"]);
    const sourceId = sourceIdOf(id);
    const quantity = Number(row["quantity"]) * (sells === "negative" ? 1 : -1);
    const reported = store.get("fills", id);
    const contract = await contracts.find(Number(row["contractId"]));
    const priceTicks = contract && toTicks(contract.instrument, Number(row["price"]));
    if (!contract || priceTicks === null) return reportUnread(accountId, id, row);
    const [at, feeCents] = [toTime(row["executeDtUtc"]), Math.abs(toCents(row["commissions"] ?? 0))];
    const side = quantity < 0 ? "sell" : "buy";
    const now = {
      accountId,
      at,
      quantity: quantity || null,
      priceTicks,
      feeCents,
      times: reported?.times ?? 0
    };
    if (!reported) {
      if (quantity === 0) return;
      const fill = { type: "fill", at, ...contract, side, quantity: Math.abs(quantity), priceTicks, feeCents };
      events.push({ sourceId, event: fill });
      changes.push(["fills", id, now]);
      metrics.count("fills");
      lagMs = Math.max(0, clock.now() - at);
      return;
    }
    misses.delete(id);
    const times = reported.times + 1;
    const before = events.length;
    if (reported.quantity !== now.quantity || reported.priceTicks !== priceTicks)
      events.push(correction(id, times, quantity === 0 ? null : { side, quantity: Math.abs(quantity), priceTicks }));
    if (reported.feeCents !== feeCents) {
      const event = { type: "fill-fee", at: clock.now(), of: sourceId, feeCents };
      events.push({ sourceId: `fee-${id}-${times}`, event });
    }
    if (events.length > before) changes.push(["fills", id, { ...now, times }]);
  }
  function correction(id, times, fill) {
    metrics.count("corrections");
    const event = { type: "fill-correction", at: clock.now(), of: sourceIdOf(id), fill };
    return { sourceId: `correction-${id}-${times}`, event };
  }
  function reportUnread(accountId, id, row) {
    if (store.get("unreadable", id)) return;
    metrics.count("refused_fills");
    const value = `${row["quantity"]} ${row["symbolName"]}, contract ${row["contractId"]}, at ${row["price"]}`;
    say(`fill ${id} of ${accountId} can't be booked: ${value}`);
    outbox.addUnread(accountId, { file: `Volumetrica fill ${id}`, reason: "instrument", value });
    store.write(["unreadable", id, true]);
  }
  function add(accountId, { events, changes }) {
    if (events.length === 0) return;
    outbox.add(accountId, events, ...changes);
    changedAt.set(accountId, clock.now());
  }
  return {
    async take(accountId, rows) {
      const changed = { events: [], changes: [] };
      const taken = /* @__PURE__ */ new Set();
      for (const row of rows) {
        if (taken.has(row["fillId"])) continue;
        taken.add(row["fillId"]);
        await takeRow(accountId, row, changed);
      }
      add(accountId, changed);
    },
    /** Compares with a complete list since a time; only of accounts that the vendor currently lists. */
    compare(sinceMs, listed, isAccountListed) {
      for (const [id, reported] of store.list("fills")) {
        const { accountId, at, quantity } = reported;
        const { startedAt } = accounts.get(accountId);
        if (at < sinceMs || quantity === null || listed.has(id)) continue;
        if (startedAt === null || at <= startedAt || !isAccountListed(accountId)) continue;
        const count = (misses.get(id) ?? 0) + 1;
        misses.set(id, count);
        if (count !== missesUntilGone) continue;
        metrics.count("gone_fills");
        if (goneFills === "report") say(`fill ${id} of ${accountId} is no longer in the vendor's list`);
        else {
          const changes = [["fills", id, { ...reported, quantity: null, times: reported.times + 1 }]];
          add(accountId, { events: [correction(id, reported.times + 1, null)], changes });
        }
      }
    },
    /** Forgets what is older than anything that is read again. */
    forgetBefore(time) {
      const old = store.list("fills").filter(([, { at }]) => at < time);
      store.write(...old.map(([id]) => ["fills", id, null]));
    },
    changedAt: (accountId) => changedAt.get(accountId) ?? 0,
    lagMs: () => lagMs
  };
}
var sourceIdOf = (id) => `fill-${id.padStart(12, "0")}`;

// src/bridge/volumetrica/infos.ts
var quietMs = 2e3;
var equityEveryMs = 1e3;
var centsOrNull = (dollars2) => typeof dollars2 === "number" ? toCents(dollars2) : null;
function createInfos({ clock, outbox, metrics }, accounts, contracts, access) {
  const infos = /* @__PURE__ */ new Map();
  const changed = /* @__PURE__ */ new Set();
  const reported = /* @__PURE__ */ new Map();
  function tellEquity(accountId, { readAt, balanceCents, positions, equityCents }) {
    if (equityCents === null || positions.length === 0) return;
    const [before, openProfitCents] = [reported.get(accountId), equityCents - balanceCents];
    if (before && (before.openProfitCents === openProfitCents || readAt < before.at + equityEveryMs)) return;
    reported.set(accountId, { at: readAt, openProfitCents });
    metrics.count("equities");
    const event = { type: "equity", at: readAt, openProfitCents };
    outbox.pass(accountId, { sourceId: equityId(readAt), event });
  }
  function stateOf(accountId, info) {
    if (info["status"] === statuses.failed) return "ChallengeFailed";
    if (info["status"] === statuses.disabled) return "Disabled";
    if (info["tradingPermission"] === permissions.paused) return "RiskPause";
    if (access.isLocked(accountId)) return unlocked;
    if (info["tradingPermission"] === permissions.readOnly) return "ReadOnly";
    return info["tradingPermission"] === permissions.liquidateOnly ? "LiquidateOnly" : unlocked;
  }
  return {
    take(accountId, row, readAt) {
      const { startedAt, isClosed } = accounts.get(accountId);
      const snapshot = isObject(row["snapshot"]) ? row["snapshot"] : {};
      if (startedAt === null || isClosed || typeof snapshot["balance"] !== "number") return;
      const positions = rowsOf(row["positions"]).map((each) => ({ contractId: Number(each["contractId"]), quantity: Number(each["quantity"]) })).filter(({ quantity }) => quantity !== 0);
      const equityCents = centsOrNull(snapshot["equity"]);
      infos.set(accountId, { readAt, balanceCents: toCents(snapshot["balance"]), equityCents, positions });
      changed.add(accountId);
      access.onVendorLock(accountId, {
        state: stateOf(accountId, row),
        floorCents: centsOrNull(snapshot["stopDrawdownBalance"]),
        equityCents
      });
    },
    /** Tells the open profit of what was read, once the fills that led to it have been read too. */
    tellEquities() {
      for (const accountId of changed) {
        const info = infos.get(accountId);
        if (info) tellEquity(accountId, info);
      }
      changed.clear();
    },
    readAt: (accountId) => infos.get(accountId)?.readAt ?? 0,
    /** Of accounts that were read since a time and are quiet. */
    async report(since, changedAt) {
      const reports = [];
      for (const [accountId, { readAt, balanceCents, positions }] of infos) {
        if (readAt < since || readAt - changedAt(accountId) < quietMs) continue;
        if (accounts.get(accountId).startedAt === null) continue;
        const held = [];
        for (const { contractId, quantity } of positions) {
          const contract = await contracts.find(contractId);
          if (contract) held.push({ ...contract, quantity });
        }
        reports.push({ accountId, at: Math.min(readAt, clock.now()), balanceCents, positions: held });
      }
      return reports;
    }
  };
}

// src/bridge/core/transfers.ts
var personAfterMs = 10 * minuteMs;
function createTransfers(vendor, { store, clock }) {
  const find = (id) => store.get("transfers", id);
  async function transfer(accountId, amountCents, requestId) {
    if (Math.abs(amountCents) > vendor.maxCents)
      throw new Refused(`${amountCents} cents are more than the vendor moves at once`);
    const id = requestId.slice(0, 64);
    const before = await findTime(accountId, id);
    if (before !== null) return { transferredAt: before };
    const earlier = find(id);
    if (!earlier) await send(id, { accountId, amountCents, sentAt: clock.now(), transferredAt: null });
    else if (clock.now() >= earlier.sentAt + personAfterMs)
      throw new Pending(`a person must look for the transfer ${id}`, "person");
    const transferredAt = await findTime(accountId, id);
    if (transferredAt === null) throw new Error(`the vendor’s log doesn’t show the transfer ${id} yet`);
    return { transferredAt };
  }
  async function send(id, sent) {
    store.write(["transfers", id, sent]);
    try {
      await vendor.send(sent.accountId, sent.amountCents, id);
    } catch (error) {
      if (error instanceof Refused || error instanceof Silenced || error instanceof Unauthorized)
        store.write(["transfers", id, null]);
      throw error;
    }
  }
  async function findTime(accountId, id) {
    const known = find(id)?.transferredAt ?? null;
    if (known !== null) return known;
    await vendor.look(accountId, id);
    return find(id)?.transferredAt ?? null;
  }
  return {
    transfer,
    find,
    list: () => store.list("transfers"),
    /** The vendor's log shows a transfer. */
    confirm(id, transferredAt) {
      const sent = find(id);
      if (sent?.transferredAt === null) store.write(["transfers", id, { ...sent, transferredAt }]);
    },
    /** What only a person can find out. */
    tasks: () => store.list("transfers").flatMap(([id, sent]) => {
      const { accountId, amountCents, sentAt, transferredAt } = sent;
      if (transferredAt !== null || clock.now() < sentAt + personAfterMs) return [];
      const amount = `${(amountCents / 100).toFixed(2)} dollars ${vendor.describe(id, sent)}`;
      const text = `Look in the vendor’s records of ${vendor.platformAccountIdOf(accountId)} for ${amount}. Then run the command, with “repeat” if they weren’t moved.`;
      const command = `node ${vendor.script} transfer ${id} made`;
      return [{ id, accountId, kind: "transfer-money", text, command, requestedAt: sentAt }];
    }),
    /** A person has looked. @throws {Refused} if nobody has to */
    settle(id, isMade) {
      const sent = find(id);
      if (!sent || sent.transferredAt !== null) throw new Refused(`the transfer ${id} isn’t in doubt`);
      store.write(["transfers", id, isMade ? { ...sent, transferredAt: sent.sentAt } : null]);
    }
  };
}

// src/bridge/volumetrica/money.ts
var types = { deposit: 1, withdrawal: 2, adjustment: 3 };
var actions = { withdraw: 3, deposit: 4 };
var maxCents = 1e8;
var skewMs = 10 * minuteMs;
function createMoney(rest, accounts, parts) {
  const { store, outbox, metrics } = parts;
  const transfers = createTransfers(
    {
      ...{ maxCents, script: "volumetrica-bridge.mjs" },
      // Never with the flag that moves the drawdown: a payout leaves the floor where it is.
      send: (accountId, amountCents) => rest.send("POST", "/TradingAccount/UpdateBalance", {
        ...{ accountId: accounts.get(accountId).vendorId, value: Math.abs(amountCents) / 100 },
        action: amountCents < 0 ? actions.withdraw : actions.deposit
      }),
      async look(_accountId, id) {
        const sent = transfers.find(id);
        if (sent) await read(sent.sentAt - skewMs);
      },
      platformAccountIdOf: (accountId) => accounts.get(accountId).platformAccountId,
      describe: (_id, { sentAt }) => `at about ${new Date(sentAt).toISOString()}`
    },
    parts
  );
  function findOwn(accountId, amountCents, at) {
    const isIt = (id) => {
      const sent = transfers.find(id);
      return sent?.accountId === accountId && sent.amountCents === amountCents && at >= sent.sentAt - skewMs;
    };
    return transfers.list().map(([id]) => id).find((id) => store.get("claims", id) === void 0 && isIt(id));
  }
  function take(accountId, row) {
    const transactionId = String(row["transactionId"]);
    const amountCents = amountOf(row);
    if (amountCents === 0 || store.get("claimed", transactionId)) return;
    const at = toTime(row["utc"]);
    const own = findOwn(accountId, amountCents, at);
    if (own !== void 0) {
      store.write(["claimed", transactionId, own], ["claims", own, transactionId]);
      transfers.confirm(own, at);
      return;
    }
    const { startedAt } = accounts.get(accountId);
    if (startedAt === null || at <= startedAt) return;
    metrics.count("adjustments");
    const event = { type: "adjustment", at, amountCents, cause: "correction" };
    outbox.add(accountId, [{ sourceId: `cash-${transactionId}`, event }], ["claimed", transactionId, "not ours"]);
  }
  async function read(since) {
    const query = { utcStartDt: new Date(since).toISOString() };
    for (const [vendorId, rows] of await rest.getBulk("/Bulk/TransactionList", query)) {
      const accountId = accounts.idOf(vendorId);
      if (accountId !== void 0) for (const row of rows) take(accountId, row);
    }
  }
  return { ...transfers, read };
}
function amountOf(row) {
  const cents = toCents(row["amount"]);
  if (row["type"] === types.deposit) return Math.abs(cents);
  if (row["type"] === types.withdrawal) return -Math.abs(cents);
  return row["type"] === types.adjustment ? cents : 0;
}

// src/bridge/volumetrica/limits.ts
import { createHash as createHash3 } from "node:crypto";

// src/shared/accounts/drawdown/trailing.ts
var trailing = {
  fields: ["maxLossCents", "lock"],
  trails: true,
  floorCents({ maxLossCents, lock }, startingBalanceCents, highWaterMarkCents) {
    const trailedCents = highWaterMarkCents - maxLossCents;
    return lock === null ? trailedCents : Math.min(trailedCents, startingBalanceCents + lock.offsetCents);
  },
  lockCents: ({ lock }, startingBalanceCents) => lock === null ? null : startingBalanceCents + lock.offsetCents
};

// src/shared/accounts/drawdown/end-of-day.ts
var endOfDayDrawdown = { ...trailing, marks: "close" };

// src/shared/accounts/drawdown/intraday.ts
var intradayDrawdown = { ...trailing, marks: "equity" };

// src/shared/accounts/drawdown/none.ts
var noDrawdown = {
  fields: [],
  marks: "close",
  trails: false,
  floorCents: () => null,
  lockCents: () => null
};

// src/shared/accounts/drawdown/static.ts
var staticDrawdown = {
  fields: ["maxLossCents"],
  marks: "close",
  trails: false,
  floorCents: ({ maxLossCents }, startingBalanceCents) => startingBalanceCents - maxLossCents,
  lockCents: () => null
};

// src/shared/accounts/drawdown/registry.ts
var drawdownRules = {
  none: noDrawdown,
  static: staticDrawdown,
  "end-of-day": endOfDayDrawdown,
  intraday: intradayDrawdown
};
var drawdownModes = Object.keys(drawdownRules);
function ruleOf(mode) {
  return drawdownRules[mode];
}
function findMaxLoss(drawdown) {
  return "maxLossCents" in drawdown ? drawdown.maxLossCents : null;
}
function findLock({ drawdown, startingBalanceCents }) {
  return ruleOf(drawdown.mode).lockCents(drawdown, startingBalanceCents);
}

// src/bridge/volumetrica/limits.ts
var drawdownModes2 = { static: 1, intraday: 2, "end-of-day": 3 };
var noLimit = 0;
var stopsAtStart = 1;
var stopsAtStartAnd = 2;
var failsAccount = 1;
var locksDay = 3;
var fromStartBalance = 1;
var runsUpFromStartBalance = 0;
var dollars = (cents) => cents / 100;
function wholeDollars(cents) {
  if (cents % 100 !== 0) throw new Refused(`the vendor holds no limit of ${dollars(cents)} dollars`);
  return cents / 100;
}
function ruleOf2(rules, symbols, { halted, personalStop }) {
  const content = {
    startingBalance: dollars(rules.startingBalanceCents),
    currency: 1,
    ...drawdownOf(rules),
    ...dailyLossOf(rules, personalStop?.lossCents ?? null),
    ...dailyProfitOf(personalStop?.profitCents ?? null),
    symbolContracts: symbols.map(({ symbolId, instrument }) => ({
      symbolId,
      maxContracts: halted.includes(instrument) ? 0 : rules.maxContracts * ratioOf(instrument)
    }))
  };
  const digest = createHash3("sha256").update(JSON.stringify(content)).digest("hex");
  return { description: `tidemark-${digest.slice(0, 24)}`, ...content };
}
function drawdownOf(rules) {
  const { drawdown, startingBalanceCents } = rules;
  const maxLossCents = findMaxLoss(drawdown);
  if (drawdown.mode === "none" || maxLossCents === null) return { maxDrawdownAction: 0 };
  const lock = drawdown.mode === "static" ? null : findLock(rules);
  const offset = lock === null ? null : lock - startingBalanceCents;
  return {
    maxDrawdownMode: drawdownModes2[drawdown.mode],
    maxDrawdownMoney: wholeDollars(maxLossCents),
    maxDrawdownAction: failsAccount,
    maxDrawdownThresholdLimitMode: offset === null ? noLimit : offset === 0 ? stopsAtStart : stopsAtStartAnd,
    ...offset === null || offset === 0 ? {} : { maxDrawdownThresholdLimitValue: dollars(offset) }
  };
}
function dailyLossOf({ dailyLoss }, ownCents) {
  if (ownCents !== null && (dailyLoss.mode === "none" || ownCents < dailyLoss.limitCents))
    return {
      ...{ maxIntradayDrawdownMode: fromStartBalance, maxIntradayDrawdownMoney: wholeDollars(ownCents) },
      maxIntradayDrawdownAction: locksDay
    };
  if (dailyLoss.mode === "none") return { maxIntradayDrawdownAction: 0 };
  return {
    maxIntradayDrawdownMode: fromStartBalance,
    maxIntradayDrawdownMoney: wholeDollars(dailyLoss.limitCents),
    maxIntradayDrawdownAction: dailyLoss.mode === "soft" ? locksDay : failsAccount
  };
}
function dailyProfitOf(ownCents) {
  if (ownCents === null) return {};
  return {
    ...{ maxIntradayRunupMode: runsUpFromStartBalance, maxIntradayRunupMoney: wholeDollars(ownCents) },
    maxIntradayRunupAction: locksDay
  };
}
var ratioOf = (instrument) => isInstrument(instrument) ? instruments[instrument].ratio : 1;
function listedSymbols(rows, nowMs) {
  return rows.flatMap((row) => {
    const [name = ""] = String(row["name"]).replace(/^\//, "").split(":");
    const instrument = isInstrument(name) ? name : parseContract(name, nowMs)?.instrument ?? "";
    return isInstrument(instrument) ? [{ symbolId: Number(row["id"]), instrument }] : [];
  }).sort((left, right) => left.symbolId - right.symbolId);
}
function findMismatches(wanted, held) {
  return Object.entries(wanted).filter(([name, value]) => name !== "symbolContracts" && (held[name] ?? null) !== value).map(([name]) => name).concat(capsOf(wanted) === capsOf(held) ? [] : ["symbolContracts"]);
}
function capsOf(rule) {
  const caps = rule["symbolContracts"] ?? [];
  return caps.map(({ symbolId, maxContracts }) => `${symbolId} ${maxContracts}`).sort().join();
}

// src/bridge/volumetrica/rules.ts
function createRules(rest, { clock, say }) {
  const turns = createTurns();
  let symbols;
  async function readSymbols() {
    const now = clock.now();
    if (!symbols || now >= symbols.readAt + hourMs)
      symbols = { list: listedSymbols(rowsOf(await rest.get("/Symbol/List")), now), readAt: now };
    return symbols.list;
  }
  async function find(name) {
    const rows = rowsOf(await rest.get("/TradingRule/List", { skip: -1, take: -1 }));
    return rows.find((row) => row["description"] === name);
  }
  async function create(rule) {
    const { success, errors } = await rest.send("POST", "/TradingRule/Validate", rule);
    if (success === false)
      throw new Refused(`the vendor refuses the limits: ${Object.values(isObject(errors) ? errors : {}).join("; ")}`);
    await rest.send("POST", "/TradingRule", rule);
    const created = await find(rule["description"]);
    if (!created) throw new Error("the vendor’s list doesn’t show the new rule yet");
    return created;
  }
  async function ensure(rule) {
    const held = await find(rule["description"]) ?? await create(rule);
    const ruleId = String(held["ruleId"]);
    const mismatches = findMismatches(rule, held);
    if (mismatches.length === 0) return ruleId;
    say(`rule ${rule["description"]}: the vendor holds other limits: ${mismatches.join(", ")}`);
    await rest.send("PUT", "/TradingRule", rule, { id: ruleId });
    const left = findMismatches(rule, await find(rule["description"]) ?? {});
    if (left.length > 0) throw new Refused(`the vendor holds other limits: ${left.join(", ")}`);
    return ruleId;
  }
  return {
    readSymbols,
    /** The id of the vendor's rule with these limits. @throws {Refused} if the vendor holds other ones */
    async ensure(rules, restrictions) {
      const rule = ruleOf2(rules, await readSymbols(), restrictions);
      return turns.take(String(rule["description"]), () => ensure(rule));
    }
  };
}

// src/shared/orders/types.ts
var addOns = ["market-data", "funded-reset"];
var exchanges = ["CME", "CBOT", "NYMEX", "COMEX"];
var lineItems = ["package", ...addOns, "coupon"];

// src/bridge/volumetrica/settings.ts
var defaultProducts = exchanges.map((exchange, index) => `${exchange}:${index}:${index + 4}`).join(",");
function readSettings(source) {
  const apiKey = source["VOLUMETRICA_API_KEY"];
  if (!apiKey) throw new Error("Set VOLUMETRICA_API_KEY: volumetrica.md says where to find it.");
  const text = (name, otherwise) => source[`VOLUMETRICA_${name}`] ?? otherwise;
  const number = (name, otherwise) => {
    const value = Number(text(name, String(otherwise)));
    if (!Number.isInteger(value) || value < 0) throw new Error(`VOLUMETRICA_${name} must be a whole number.`);
    return value;
  };
  const secret = source["VOLUMETRICA_WEBHOOK_SECRET"];
  return {
    url: text("URL", "https://dxfeed.volumetricaprop.com/api/v2/Propsite").replace(/(?<!\/)\/+$/, ""),
    apiKey,
    webhook: secret ? { header: text("WEBHOOK_HEADER", "x-api-key").toLowerCase(), secret } : null,
    dataPlatform: number("DATA_PLATFORM", 0),
    open: {
      requestsPerHour: number("REQUESTS_PER_HOUR", 2e4),
      retryMs: number("RETRY_MS", minuteMs),
      pollMs: number("POLL_MS", 250),
      overlapMs: number("OVERLAP_MS", 2 * minuteMs),
      rereadMs: number("REREAD_MS", 10 * minuteMs),
      goneFills: text("GONE_FILLS", "report") === "bust" ? "bust" : "report",
      sells: text("SELLS", "negative") === "positive" ? "positive" : "negative",
      halts: text("HALTS", "rule") === "person" ? "person" : "rule",
      personalStops: text("PERSONAL_STOPS", "rule") === "site" ? "site" : "rule",
      dataMonths: number("DATA_MONTHS", 1),
      dataProducts: readProducts(text("DATA_PRODUCTS", defaultProducts))
    }
  };
}
function readProducts(text) {
  const entries = text.split(",").map((each) => {
    const [, exchange, top, depth] = /^([A-Z]+):(\d+):(\d+)$/.exec(each.trim()) ?? [];
    if (exchange === void 0) throw new Error("VOLUMETRICA_DATA_PRODUCTS must look like CME:0:4,CBOT:1:5.");
    return [exchange, { top: Number(top), depth: Number(depth) }];
  });
  return Object.fromEntries(entries);
}
function describeOpen({ open: open2, webhook }) {
  const products = Object.entries(open2.dataProducts).map(([name, { top, depth }]) => `${name} ${top} and ${depth}`);
  return [
    `how many requests an hour are allowed; at most ${open2.requestsPerHour} are sent (VOLUMETRICA_REQUESTS_PER_HOUR), and none for ${open2.retryMs} ms after a 429 without a time (VOLUMETRICA_RETRY_MS).`,
    `how often the lists may be polled; every ${open2.pollMs} ms at most, less often where the hour’s requests demand it (VOLUMETRICA_POLL_MS).`,
    `how late a fill may appear in the list; ${open2.overlapMs} ms are read again each time (VOLUMETRICA_OVERLAP_MS), and the whole session every ${open2.rereadMs} ms (VOLUMETRICA_REREAD_MS).`,
    `how a bust is shown; a fill that the list no longer has is taken as ${open2.goneFills === "bust" ? "a bust" : "a fault, and said"} (VOLUMETRICA_GONE_FILLS).`,
    `whether sells are ${open2.sells} quantities (VOLUMETRICA_SELLS).`,
    `whether a rule of 0 contracts still lets positions be closed; halts are ${open2.halts === "rule" ? "set so" : "left to a person"} (VOLUMETRICA_HALTS).`,
    `whether an intraday drawdown and run-up that disable the day count from its starting balance, include open profit and end with the session, also in a rule that is changed during it; personal stops are ${open2.personalStops === "rule" ? "set so" : "left to the site’s lock"} (VOLUMETRICA_PERSONAL_STOPS).`,
    `the numbers of the data products; ${products.join(", ")} (VOLUMETRICA_DATA_PRODUCTS), for ${open2.dataMonths} months at a time (VOLUMETRICA_DATA_MONTHS).`,
    webhook ? `which header webhooks carry; ${webhook.header} is compared (VOLUMETRICA_WEBHOOK_HEADER).` : "for a webhook: without VOLUMETRICA_WEBHOOK_SECRET none is taken, and changes are seen only at the next poll."
  ];
}

// src/bridge/volumetrica/data-products.ts
function productsOf(packages, exchanges2) {
  const numbers = packages.flatMap((name) => {
    const [, exchange] = /^cme-professional:([A-Z]+)$/.exec(name) ?? [];
    if (exchange !== void 0) return exchanges2[exchange] ? [exchanges2[exchange].depth] : [];
    if (name === "cme-top") return exchanges2["CME"] ? [exchanges2["CME"].top] : [];
    if (name === "cme-all-depth") return Object.values(exchanges2).map(({ depth }) => depth);
    return name === "cme-all-top" || name === "market-data" ? Object.values(exchanges2).map(({ top }) => top) : [];
  });
  return [...new Set(numbers)].sort((left, right) => left - right);
}

// src/bridge/volumetrica/subscriptions.ts
var statuses2 = { disabled: 0, active: 1, scheduled: 2, userOnHold: 3, firmOnHold: 4 };
var everyMs = 5e3;
var lookAgainMs = minuteMs;
var renewAheadMs = dayMs;
function createSubscriptions(rest, accounts, { dataPlatform, open: open2 }, { store, clock, outbox, say }) {
  const turns = createTurns();
  const failed = /* @__PURE__ */ new Map();
  const lookedAt = /* @__PURE__ */ new Map();
  const accountsOf = (userId) => accounts.list().flatMap(([id, each]) => each.userId === userId && !each.isClosed ? [id] : []);
  const packagesOf = (userId) => accountsOf(userId).flatMap((id) => store.get("data", id) ?? []);
  function take(row) {
    const [userId, id] = [String(row["userId"]), String(row["subscriptionId"])];
    const before = store.get("subscriptions", userId);
    const [version, status] = [Number(row["lastVersionId"] ?? 0), Number(row["status"])];
    if (before?.id === id && version < before.version) return;
    const products = Array.isArray(row["dxDataProducts"]) ? row["dxDataProducts"].map(Number) : before?.products ?? [];
    const expiresAt = row["expiration"] ? toTime(row["expiration"]) : null;
    store.write(["subscriptions", userId, { id, version, status, products, expiresAt }]);
    const agreement = agreementOf(status);
    if (agreement === null || before?.id === id && before.status === status) return;
    const link = String(row["dxAgreementLink"] ?? "");
    const url = agreement === "unsigned" && /^https:\/\/\S{1,490}$/.test(link) ? link : null;
    const event = { type: "data-agreement", at: clock.now(), status: agreement, url };
    for (const accountId of accountsOf(userId))
      outbox.add(accountId, [{ sourceId: `data-${id}-${version}-${status}`.slice(0, 80), event }]);
  }
  async function find(userId) {
    const rows = rowsOf(await rest.get("/Subscription/List")).filter((row2) => row2["userId"] === userId);
    const row = rows.findLast((each) => each["status"] !== statuses2.disabled) ?? rows.at(-1);
    if (row) take(row);
  }
  async function refresh(userId, id) {
    lookedAt.set(userId, clock.now());
    const row = await rest.get("/Subscription", { subscriptionId: id });
    if (!isObject(row)) return;
    take({ ...row, userId });
    const isExpected = packagesOf(userId).some((name) => name.startsWith("cme-professional"));
    if (row["status"] !== statuses2.firmOnHold || !isExpected) return;
    await rest.send("POST", "/Subscription/Confirm", { subscriptionId: id, confirmationId: row["confirmationId"] });
    take({ ...await rest.get("/Subscription", { subscriptionId: id }), userId });
  }
  const detailsOf = (userId, dataFeedProducts, startsAt) => ({
    ...{ userId, dataFeedProducts, platform: dataPlatform, enabled: true },
    ...{ startDate: new Date(startsAt).toISOString(), durationMonths: open2.dataMonths }
  });
  async function reconcile(userId) {
    const wanted = productsOf(packagesOf(userId), open2.dataProducts);
    if (!store.get("subscriptions", userId)) await find(userId);
    const held = store.get("subscriptions", userId);
    const now = clock.now();
    const isOver = !held || held.expiresAt !== null && held.expiresAt <= now + renewAheadMs;
    if (wanted.length === 0) {
      if (held && held.status !== statuses2.disabled) await change(userId, "/Subscription/Deactive", held.id);
    } else if (isOver) {
      const startsAt = Math.max(now, held?.expiresAt ?? now);
      take({ ...await rest.send("POST", "/Subscription", detailsOf(userId, wanted, startsAt)), userId });
    } else if (held.products.toSorted().join() !== wanted.toSorted().join()) {
      const query = { subscriptionId: held.id };
      take({ ...await rest.send("PUT", "/Subscription", detailsOf(userId, wanted, now), query), userId });
    } else if (held.status === statuses2.disabled) await change(userId, "/Subscription/Active", held.id);
    else if (held.status !== statuses2.active && now >= (lookedAt.get(userId) ?? 0) + lookAgainMs)
      await refresh(userId, held.id);
  }
  async function change(userId, path, subscriptionId) {
    await rest.send("POST", path, { subscriptionId });
    await refresh(userId, subscriptionId);
  }
  async function reconcileAll() {
    for (const userId of new Set(accounts.list().map(([, each]) => each.userId))) {
      if (clock.now() < (failed.get(userId) ?? 0)) continue;
      await turns.take(userId, () => reconcile(userId)).catch((error) => {
        failed.set(userId, clock.now() + lookAgainMs);
        say(`market data of user ${userId} will be tried again: ${error}`);
      });
    }
  }
  return {
    take,
    /** The packages that an account has; the subscription follows. */
    set(accountId, packages) {
      const before = store.get("data", accountId) ?? [];
      if (before.join() !== packages.join()) store.write(["data", accountId, packages]);
      failed.delete(accounts.get(accountId).userId);
    },
    run: (signal) => repeat(clock, everyMs, signal, reconcileAll, say)
  };
}
function agreementOf(status) {
  if (status === statuses2.active) return "signed";
  if (status === statuses2.userOnHold) return "unsigned";
  if (status === statuses2.firmOnHold) return "professional";
  return status === statuses2.disabled || status === statuses2.scheduled ? null : "on-hold";
}

// src/bridge/volumetrica/webhooks.ts
var subscription = 2;
function createWebhooks({ webhook }, subscriptions, wake, { metrics, record, say }) {
  return (headers, body) => {
    if (!webhook || !isEqual(String(headers[webhook.header] ?? ""), webhook.secret)) return 401;
    metrics.count("webhooks");
    try {
      const message = JSON.parse(body);
      record("in", "webhook", message);
      if (!isObject(message)) return 200;
      if (message["category"] === subscription && isObject(message["object"])) subscriptions.take(message["object"]);
      else wake();
    } catch (error) {
      say(`a webhook can't be read: ${error}`);
    }
    return 200;
  };
}

// src/bridge/volumetrica/adapter.ts
function createVolumetricaAdapter(settings, parts) {
  const { open: open2 } = settings;
  const rest = createRest(settings, parts);
  const rules = createRules(rest, parts);
  const accounts = createAccounts(rest, rules, parts);
  const contracts = createContracts(
    (contractId) => rest.get("/Symbol/ContractName", { contractId }).then((name) => String(name).replace(/^\//, "")),
    () => parts.clock.now()
  );
  const access = createVolumetricaAccess(rest, accounts, open2, parts);
  const fills = createFills(parts, accounts, contracts, open2);
  const infos = createInfos(parts, accounts, contracts, access);
  const money = createMoney(rest, accounts, parts);
  const feed = createFeed(parts, { rest, accounts, fills, infos, money, open: open2, onRead: access.onPositions });
  const subscriptions = createSubscriptions(rest, accounts, settings, parts);
  const receive = createWebhooks(settings, subscriptions, feed.wake, parts);
  return {
    platform: "dxfeed",
    capabilities: [
      ...["canOpen", "canReset", "canLock", "canFlatten", "canTransfer", "canClose", "holdsLimits"],
      ...["setsMarketData", "enforcesPersonalStop", "reportsFees"],
      ...open2.personalStops === "rule" ? ["holdsPersonalStop"] : [],
      ...open2.goneFills === "bust" ? ["reportsBusts"] : []
    ],
    async run(signal) {
      await Promise.all([feed.run(signal), access.run(signal), subscriptions.run(signal)]);
    },
    receive,
    standing: () => ({
      ...{ isSynced: feed.isSynced(), feedLagMs: fills.lagMs(), maintenanceUntil: null },
      problem: feed.problem()
    }),
    open: accounts.open,
    reset: (accountId, requestId) => access.inTurn(accountId, async () => {
      await feed.pollNow();
      await accounts.reset(accountId, requestId);
    }),
    async setAccess(accountId, request) {
      if (request.marketData) subscriptions.set(accountId, request.marketData);
      return access.set(accountId, request);
    },
    transfer: money.transfer,
    tasks: money.tasks,
    settleTransfer: money.settle,
    close: (accountId) => access.inTurn(accountId, () => accounts.close(accountId)),
    balances: feed.report,
    async examine() {
      const questions = describeOpen(settings).map((sentence) => [true, `Ask your vendor ${sentence}`]);
      try {
        const known = new Set((await rules.readSymbols()).map(({ instrument }) => instrument));
        const missing = instrumentCodes.filter((code) => !known.has(code));
        const symbols = missing.length === 0 ? "Volumetrica lists every instrument of the site." : `Volumetrica doesn’t list ${missing.join(", ")}: nobody can trade them there.`;
        return [[true, "Volumetrica accepts the API key."], [known.size > 0, symbols], ...questions];
      } catch (error) {
        return [[false, error instanceof Error ? error.message : String(error)], ...questions];
      }
    }
  };
}

// src/bridge/volumetrica/main.ts
await runProgram({
  ...{ file: "volumetrica-bridge.mjs", folder: "./volumetrica-data", port: 8702 },
  ...{ readSettings, connect: createVolumetricaAdapter }
});
