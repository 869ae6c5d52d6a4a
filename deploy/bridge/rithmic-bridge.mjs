#!/usr/bin/env node
// Built from src/bridge/rithmic by `npm run bridge:bundle`: change that, not this file. README.md describes it.

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
async function repeat(clock, everyMs, signal, step, say) {
  while (!signal.aborted) {
    await step().catch((error) => say(`will try again: ${error instanceof Error ? error.message : error}`));
    await clock.sleep(everyMs, signal);
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
  let skewMs = 0;
  return {
    skewMs: () => skewMs,
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
      if (!Number.isNaN(siteNow)) skewMs = clock.now() - siteNow;
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
    const statuses = await deliver(parcels);
    const isSplit = (index) => isFinal(statuses[index] ?? 500) && (parcels[index] ?? []).length > 1;
    const singles = parcels.flatMap((list, index) => isSplit(index) ? list.map((each) => [each]) : []);
    const all = [...parcels.filter((_, index) => !isSplit(index)), ...singles];
    const results = [...statuses.filter((_, index) => !isSplit(index)), ...await deliver(singles)];
    const done = all.flatMap((list, index) => list.flatMap((each) => settle(each, results[index] ?? 500)));
    if (done.every(([collection2]) => collection2 === "outbox")) store.note(...done);
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
    for (const [collection2, key, value] of changes) {
      const values = collections.get(collection2) ?? /* @__PURE__ */ new Map();
      collections.set(collection2, values);
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
${JSON.stringify(changes.map(([collection2, key, value]) => [collection2, key, value ?? null]))}
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
    get: (collection2, key) => collections.get(collection2)?.get(key),
    list: (collection2) => [...collections.get(collection2) ?? []],
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
async function runDoctor(settings, connect2) {
  mkdirSync(settings.folder, { recursive: true });
  const store = openStore(join(settings.folder, "bridge.jsonl"));
  const site = createSite(settings);
  const say = (line) => console.log(line);
  const outbox = createOutbox(store, site, say, realClock);
  const parts = { clock: realClock, store, outbox, requests: createRequests(store), metrics: createMetrics() };
  const adapter = connect2({ ...parts, record: () => void 0, say });
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
    const skewMs = Math.abs(Date.parse(headers.get("date") ?? "") - Date.now());
    if (skewMs > maxSkewMs)
      return [false, `This machine’s clock differs from the site’s by ${Math.round(skewMs / 1e3)} s.`];
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
async function runBridge(settings, connect2) {
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
  const adapter = connect2({ clock, store, requests, outbox, metrics, record, say });
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
function describeSkew({ skewMs = () => 0 }) {
  if (Math.abs(skewMs()) <= maxSkewMs) return void 0;
  const seconds = Math.round(Math.abs(skewMs()) / 1e3);
  return `The clock of the bridge’s machine is ${seconds} s ${skewMs() > 0 ? "ahead of" : "behind"} the site’s. Correct it and start the bridge again.`;
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
async function run({ file, readSettings: readSettings2, connect: connect2, ...defaults }, args, environment) {
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
  const connectTo = (parts) => connect2(settings, parts);
  if (command === "doctor") return runDoctor(bridge, connectTo);
  if (await runCommand(bridge, args, console.log)) return;
  if (command !== "start" && command !== "record")
    throw new Error(`Use: node ${file}, or with doctor, record, refused, forget, tasks, confirm or transfer.`);
  const running = await runBridge(bridge, connectTo);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void running.stop());
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

// src/bridge/core/maintenance.ts
function findWindowEnd(windows, atMs, marginMs = 0) {
  const { date } = chicagoClock(atMs);
  const weekday = (date + 4) % 7;
  for (const [from, to] of windows[weekday] ?? []) {
    const [startsAt, endsAt] = [chicagoTime(date, from), chicagoTime(date, 0) + to * minuteMs];
    if (atMs >= startsAt - marginMs && atMs < endsAt) return endsAt;
  }
  return null;
}

// src/bridge/rithmic/accounts.ts
import { existsSync as existsSync3, readFileSync as readFileSync3 } from "node:fs";

// src/bridge/core/describe-tasks.ts
var dollarsOf = (cents) => `$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
function describeOpening(what, rules) {
  const {
    startingBalanceCents = 0,
    maxContracts,
    drawdown,
    dailyLoss
  } = rules ?? {};
  const { maxLossCents } = drawdown ?? {};
  const { limitCents } = dailyLoss ?? {};
  return [
    `Open ${what}`,
    `a balance of ${dollarsOf(startingBalanceCents)}`,
    ...maxContracts === void 0 ? [] : [`a limit of ${maxContracts} contracts`],
    ...maxLossCents === void 0 ? [] : [`a maximum loss of ${dollarsOf(maxLossCents)}`],
    ...limitCents === void 0 ? [] : [`a daily limit of ${dollarsOf(limitCents)}`]
  ].join(", ").concat(".");
}
function describeAccess(platformAccountId, message) {
  const { trading, flatten, until, reason, marketData, haltedInstruments } = message;
  const cause = reason ? ` (${reason})` : "";
  const end = typeof until === "number" ? ` until ${new Date(until).toISOString()}` : "";
  const stop = flatten === true ? `Cancel all orders of ${platformAccountId}, close its positions at the market and reject new orders${end}${cause}.` : `Let ${platformAccountId} only close positions${end}${cause}.`;
  const names = (list) => Array.isArray(list) && list.length > 0 ? list.join(", ") : "none";
  return [
    trading === true ? `Let ${platformAccountId} trade.` : stop,
    `Its market data: ${names(marketData)}.`,
    ...haltedInstruments === void 0 ? [] : [`No position may be opened in: ${names(haltedInstruments)}.`]
  ].join(" ");
}
function describeTransfer(platformAccountId, amountCents) {
  return amountCents < 0 ? `Withdraw ${dollarsOf(amountCents)} from ${platformAccountId}, once it is flat.` : `Deposit ${dollarsOf(amountCents)} into ${platformAccountId}.`;
}

// src/bridge/core/person-tasks.ts
var collection = "tasks";
function createPersonTasks({ store, clock, say }, program) {
  const list = () => store.list(collection).map(([, task]) => task);
  function create(wanted) {
    const id = `T${(store.get("counters", collection) ?? 0) + 1}`;
    const command = wanted.command ?? `node ${program} confirm ${id}`;
    const task = { id, ...wanted, command, requestedAt: clock.now(), confirmedAt: null };
    store.write([collection, id, task], ["counters", collection, Number(id.slice(1))]);
    say(`${id}: ${task.text} (${command})`);
    return task;
  }
  const findTask = ({ accountId, kind, key }) => list().find((each) => each.accountId === accountId && each.kind === kind && each.key === key);
  function withdraw(accountId, kind, exceptKey) {
    const outdated = list().filter(
      (each) => each.accountId === accountId && each.kind === kind && each.key !== exceptKey
    );
    store.write(...outdated.map(({ id }) => [collection, id, null]));
  }
  return {
    withdraw,
    /** @returns when a person did it. @throws {Pending} until then */
    require(wanted) {
      const { confirmedAt } = findTask(wanted) ?? create(wanted);
      if (confirmedAt === null) throw new Pending(wanted.text, "person");
      return confirmedAt;
    },
    /** @throws {Refused} if there is no such task */
    confirm(id) {
      const task = store.get(collection, id);
      if (!task) throw new Refused(`there is no task ${id}`);
      if (task.confirmedAt === null) store.write([collection, id, { ...task, confirmedAt: clock.now() }]);
    },
    /** Those that nobody has confirmed, oldest first. */
    open: () => list().filter(({ confirmedAt }) => confirmedAt === null).map(({ key: _, confirmedAt: __, ...task }) => task)
  };
}

// src/bridge/rithmic/accounts.ts
function createAccounts({ poolPath }, parts) {
  const { store, clock, outbox } = parts;
  const tasks = createPersonTasks(parts, "rithmic-bridge.mjs");
  const byVendorId = new Map(
    store.list("accounts").map(([id, { platformAccountId }]) => [platformAccountId, id])
  );
  function get(accountId) {
    const account = store.get("accounts", accountId);
    if (!account) throw new Refused(`this bridge did not open ${accountId}`);
    return account;
  }
  const findFree = (startingBalanceCents) => readPool(poolPath).find(
    ({ platformAccountId, cents }) => cents === startingBalanceCents && !byVendorId.has(platformAccountId)
  );
  async function open2({ accountId, rules }) {
    const { startingBalanceCents } = rules;
    const free = findFree(startingBalanceCents);
    if (!free) {
      store.write(["waiting", accountId, { startingBalanceCents }]);
      const text = describeMissing(rules, poolPath);
      tasks.require({ accountId, kind: "open-account", key: accountId, text, command: "accounts.csv" });
      throw new Pending(text, "person");
    }
    const { platformAccountId, user, secret } = free;
    const opened = { platformAccountId, user, secret };
    store.write(
      ["accounts", accountId, { ...opened, startingBalanceCents }],
      ["behind", accountId, clock.now()],
      ["waiting", accountId, null]
    );
    tasks.withdraw(accountId, "open-account");
    byVendorId.set(platformAccountId, accountId);
    return opened;
  }
  return {
    open: open2,
    get,
    tasks,
    idOf: (vendorId) => byVendorId.get(vendorId),
    list: () => store.list("accounts").map(([id, { platformAccountId }]) => [id, platformAccountId]),
    /** Tells the site of openings that wait and that an account is there for now. */
    announceFree() {
      for (const [accountId, { startingBalanceCents }] of store.list("waiting")) {
        if (!findFree(startingBalanceCents)) continue;
        const at = clock.now();
        const event = { type: "opening", at, status: "opened", reason: null, until: null };
        outbox.add(accountId, [{ sourceId: `opening-${at}`, event }], ["waiting", accountId, null]);
      }
    },
    async reset(accountId, requestId) {
      const { platformAccountId, startingBalanceCents } = get(accountId);
      const start = (startingBalanceCents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
      const text = `Reset ${platformAccountId} to its starting balance of $${start}, without positions and orders, and let it trade.`;
      tasks.require({ accountId, kind: "reset-account", key: requestId, text });
    },
    async setAccess(accountId, access) {
      const text = describeAccess(get(accountId).platformAccountId, access);
      const key = `${access.revision} ${text}`;
      tasks.withdraw(accountId, "set-access", key);
      tasks.require({ accountId, kind: "set-access", key, text });
      return { effective: true };
    },
    async transfer(accountId, amountCents, requestId) {
      const text = `${describeTransfer(get(accountId).platformAccountId, amountCents)} Note ${requestId} on the broker’s ticket.`;
      return { transferredAt: tasks.require({ accountId, kind: "transfer-money", key: requestId, text }) };
    },
    async close(accountId) {
      const text = `Close ${get(accountId).platformAccountId} for trading permanently.`;
      tasks.require({ accountId, kind: "close-account", key: accountId, text });
    },
    /** @throws {Refused} for an account that must be in the list first */
    confirm(id) {
      const task = tasks.open().find((each) => each.id === id);
      if (task?.kind === "open-account")
        throw new Refused(`add the account to ${poolPath}; the bridge takes it from there`);
      tasks.confirm(id);
    },
    /** Whether nobody is moving its money at the broker, so that its balance can be compared. */
    isSettled: (accountId) => tasks.open().every((each) => each.accountId !== accountId || !["reset-account", "transfer-money"].includes(each.kind))
  };
}
function describeMissing(rules, poolPath) {
  const opening = describeOpening("an account for the trader, with its limits set", rules);
  return `${opening} Then add a line to ${poolPath}: account,user,password,${rules.startingBalanceCents / 100}`.slice(
    0,
    1e3
  );
}
function readPool(path) {
  if (!existsSync3(path)) return [];
  return readFileSync3(path, "utf8").split(/\r?\n/).flatMap((line) => {
    const cells = line.replace(/^\uFEFF/, "").split(",").map((cell) => cell.trim());
    const [platformAccountId = "", user = ""] = cells;
    const [secret, cents] = [cells.slice(2, -1).join(","), Math.round(Number(cells.at(-1)) * 100)];
    return cells.length >= 4 && cents > 0 ? [{ platformAccountId, user, secret, cents }] : [];
  });
}

// src/bridge/rithmic/wire.ts
var numbers = {
  templateId: 154467,
  templateVersion: 153634,
  userMsg: 132760,
  rowCode: 132764,
  code: 132766,
  user: 131003,
  password: 130004,
  appName: 130002,
  appVersion: 131803,
  systemName: 153628,
  plant: 153621,
  heartbeatInterval: 153633,
  fcmId: 154013,
  ibId: 154014,
  userType: 154036,
  maxOrderSessions: 140012,
  accountId: 154008,
  productCode: 100749,
  commissionFillRate: 156969,
  notifyType: 153625,
  isSnapshot: 110121,
  basketId: 110300,
  symbol: 110100,
  exchange: 110101,
  transactionType: 112003,
  fillPrice: 110307,
  fillSize: 110308,
  fillId: 110311,
  fillDate: 110310,
  sequenceNumber: 112002,
  correctedSequence: 149264,
  seconds: 150100,
  microseconds: 150101,
  startIndex: 153002,
  finishIndex: 153003,
  request: 1e5,
  netQuantity: 156967,
  openProfit: 156961,
  accountBalance: 156970,
  cashOnHand: 156971
};
var nameOf = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
var doubles = /* @__PURE__ */ new Set(["heartbeatInterval", "commissionFillRate", "fillPrice"]);
var lengthBytes = 4;
var maxMessageBytes = 1e6;
function putVarint(bytes, value) {
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 128);
  bytes.push(Number(left));
}
function encode(values) {
  const bytes = [];
  for (const [name, given] of Object.entries(values)) {
    for (const value of Array.isArray(given) ? given : [given]) {
      const wireType = typeof value === "string" ? 2 : doubles.has(name) ? 1 : 0;
      putVarint(bytes, numbers[name] * 8 + wireType);
      if (typeof value === "string") {
        const text = Buffer.from(value);
        putVarint(bytes, text.length);
        bytes.push(...text);
      } else if (wireType === 1) {
        const double = Buffer.alloc(8);
        double.writeDoubleLE(value);
        bytes.push(...double);
      } else putVarint(bytes, value);
    }
  }
  const framed = new Uint8Array(lengthBytes + bytes.length);
  new DataView(framed.buffer).setUint32(0, bytes.length);
  framed.set(bytes, lengthBytes);
  return framed;
}
function decode(bytes) {
  const message = {};
  let at = 0;
  const takeVarint = () => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new Error("a number is too long");
  };
  const take = (wireType) => {
    if (wireType === 0) return Number(BigInt.asIntN(64, takeVarint()));
    const size = wireType === 1 ? 8 : wireType === 5 ? 4 : wireType === 2 ? Number(takeVarint()) : Number.NaN;
    if (!(at + size <= bytes.length)) throw new Error(`a field of type ${wireType} is cut short`);
    at += size;
    if (wireType === 1) return bytes.readDoubleLE(at - size);
    return wireType === 5 ? bytes.readFloatLE(at - size) : bytes.toString("utf8", at - size, at);
  };
  while (at < bytes.length) {
    const tag = Number(takeVarint());
    const [name, value] = [nameOf.get(Math.floor(tag / 8)), take(tag % 8)];
    if (name === void 0) continue;
    message[name] ??= [];
    message[name].push(value);
  }
  return message;
}
function createReader(onMessage) {
  let rest = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= lengthBytes) {
      const size = rest.readUInt32BE(0);
      if (size > maxMessageBytes) throw new Error(`a message of ${size} bytes`);
      if (rest.length < lengthBytes + size) return;
      const message = decode(rest.subarray(lengthBytes, lengthBytes + size));
      rest = rest.subarray(lengthBytes + size);
      onMessage(message);
    }
  };
}
var textOf = (message, name) => String(message[name]?.[0] ?? "");
var numberOf = (message, name) => Number(message[name]?.[0] ?? 0);
var timeOf = (message) => numberOf(message, "seconds") * 1e3 + Math.floor(numberOf(message, "microseconds") / 1e3);

// src/bridge/rithmic/plant.ts
var plantNumbers = { order: 2, pnl: 4 };
var templates = {
  ...{ login: 10, logout: 12, systems: 16, heartbeat: 18, loginInfo: 300, accounts: 302, productRates: 306 },
  ...{ orderUpdates: 308, replayExecutions: 3506, pnlUpdates: 400, pnlSnapshot: 402 }
};
var pushes = { reject: 75, forcedLogout: 77, order: 352, position: 450, account: 451 };
var pushed = /* @__PURE__ */ new Set([pushes.order, pushes.position, pushes.account]);
var Denied = class extends Error {
};
var answerMs = 30 * secondMs;
var minDelayMs = secondMs;
var maxDelayMs = minuteMs;
var silentIntervals = 2;
async function runPlant(plant, settings, parts, handlers, signal) {
  const { clock, say } = parts;
  let delayMs = minDelayMs;
  while (!signal.aborted) {
    const now = clock.now();
    await clock.sleep((findWindowEnd(settings.open.maintenance, now) ?? now) - now, signal);
    if (signal.aborted) return;
    let waitMs;
    try {
      const end = await runSession(plant, settings, parts, handlers, signal);
      delayMs = end === "failed" ? Math.min(2 * delayMs, maxDelayMs) : minDelayMs;
      waitMs = end === "forced" ? settings.open.forcedLogoutWaitMs : delayMs;
      if (end === "forced")
        handlers.onProblem(
          `Rithmic has ended the ${plant} session: another program signs in as this user. Next try at ${new Date(clock.now() + waitMs).toISOString()}.`
        );
    } catch (error) {
      handlers.onLost();
      const text = error instanceof Error ? error.message : String(error);
      say(`${plant} plant: ${text}`);
      if (error instanceof Denied) {
        handlers.onProblem(`Rithmic refuses the sign-in: ${text}. Correct it and start the bridge again.`);
        return;
      }
      delayMs = Math.min(2 * delayMs, maxDelayMs);
      waitMs = delayMs;
    }
    handlers.onLost();
    await clock.sleep(waitMs, signal);
  }
}
async function runSession(plant, settings, parts, { inTurn, onReady, onNotice, onProblem }, signal) {
  let end = "failed";
  const connection = await connect(settings.gateway, parts, (template, message) => {
    if (template === pushes.forcedLogout) {
      end = "forced";
      connection.close();
    } else onNotice(template, message);
  });
  const stop = () => connection.close(templates.logout);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const intervalMs = await inTurn(() => signIn(connection, plant, settings));
    onProblem(void 0);
    void keepAlive(connection, intervalMs, parts);
    onReady(connection).then(
      () => {
        if (end === "failed") end = "lost";
      },
      (error) => {
        parts.say(`${plant} plant: ${error instanceof Error ? error.message : error}`);
        connection.close();
      }
    );
    await connection.closed;
    return end;
  } finally {
    signal.removeEventListener("abort", stop);
    connection.close();
  }
}
async function signIn(connection, plant, { login, open: open2 }) {
  const [answer = {}] = await connection.ask(templates.login, {
    ...login,
    ...{ templateVersion: open2.templateVersion, plant: plantNumbers[plant] }
  });
  return Math.max(1, numberOf(answer, "heartbeatInterval")) * secondMs;
}
async function listSystems({ gateway }, parts) {
  const connection = await connect(gateway, parts, () => void 0);
  const rows = await connection.ask(templates.systems).finally(() => connection.close());
  return rows.flatMap(({ systemName = [] }) => systemName.map(String));
}
async function visit(plant, settings, parts, act2) {
  const connection = await connect(settings.gateway, parts, () => void 0);
  try {
    await signIn(connection, plant, settings);
    return await act2(connection);
  } finally {
    connection.close(templates.logout);
  }
}
async function keepAlive(connection, intervalMs, { clock }) {
  while (!connection.ended.aborted) {
    connection.send(templates.heartbeat, {});
    await clock.sleep(intervalMs, connection.ended);
    if (clock.now() - connection.heardAt() > silentIntervals * intervalMs) connection.close();
  }
}
async function connect(gateway, parts, onNotice) {
  const { clock, metrics, record, say } = parts;
  const socket = new WebSocket(gateway);
  socket.binaryType = "arraybuffer";
  const ending = new AbortController();
  let heardAt = clock.now();
  let nextId = 1;
  const asked = /* @__PURE__ */ new Map();
  function send(templateId, values) {
    record("out", `template ${templateId}`, values);
    if (socket.readyState === WebSocket.OPEN) socket.send(encode({ templateId, ...values }));
  }
  function close(farewell) {
    if (ending.signal.aborted) return;
    if (farewell !== void 0) send(farewell, {});
    ending.abort();
    socket.close();
    for (const { fail } of asked.values()) fail(new Error("the connection is lost"));
    asked.clear();
  }
  function takeAnswer(message) {
    const id = textOf(message, "userMsg");
    const waiting = asked.get(id);
    if (!waiting) return false;
    const [code, ...words] = (message.code ?? []).map(String);
    if (code !== "7") waiting.rows.push(message);
    if (code === void 0) return true;
    asked.delete(id);
    if (code === "0" || code === "7") waiting.answer(waiting.rows);
    else waiting.fail(new Denied([code, ...words].join(" ")));
    return true;
  }
  function take(message) {
    heardAt = clock.now();
    metrics.count("messages");
    const template = numberOf(message, "templateId");
    record("in", `template ${template}`, message);
    const isNotice = pushed.has(template);
    if (!isNotice && takeAnswer(message)) return;
    if (template === pushes.reject) say(`Rithmic rejects a request: ${(message.code ?? []).join(" ")}`);
    else onNotice(template, message);
  }
  const read = createReader(take);
  socket.addEventListener("message", ({ data }) => {
    try {
      read(new Uint8Array(data));
    } catch (error) {
      say(`the connection is closed: ${error instanceof Error ? error.message : error}`);
      close();
    }
  });
  const closed2 = new Promise((resolve2) => ending.signal.addEventListener("abort", () => resolve2()));
  socket.addEventListener("close", () => close());
  socket.addEventListener("error", () => close());
  await new Promise((opened, failed) => {
    socket.addEventListener("open", () => opened());
    ending.signal.addEventListener("abort", () => failed(new Error(`${gateway} can’t be reached`)));
  });
  return {
    ...{ send, close, closed: closed2, ended: ending.signal, heardAt: () => heardAt },
    async ask(template, values = {}) {
      const id = String(nextId);
      nextId += 1;
      const answered = new AbortController();
      const answer = new Promise((resolve2, reject) => {
        asked.set(id, { rows: [], answer: resolve2, fail: reject });
      });
      if (ending.signal.aborted) asked.get(id)?.fail(new Error("the connection is lost"));
      send(template, { userMsg: id, ...values });
      void clock.sleep(answerMs, answered.signal).then(() => {
        if (!answered.signal.aborted) asked.get(id)?.fail(new Error(`template ${template} wasn’t answered`));
      });
      return answer.finally(() => {
        answered.abort();
        asked.delete(id);
      });
    }
  };
}

// src/bridge/rithmic/examine.ts
async function examine(settings, parts, accounts) {
  const running = await askRunningBridge(settings.port);
  const checks = running ? [running] : await signInOnce(settings, parts, accounts);
  const { templateVersion, fillKey, corrections, balance, forcedLogoutWaitMs, maintenanceText } = settings.open;
  const questions = [
    `the field numbers and template version ${templateVersion} are a public client’s; compare them with your R|API kit (RITHMIC_TEMPLATE_VERSION).`,
    `a fill is known by its ${fillKey.join(", ")} (RITHMIC_FILL_KEY).`,
    `a notice that names a corrected sequence number ${corrections === "apply" ? "changes that fill" : "is for a person"} (RITHMIC_CORRECTIONS).`,
    `the balance without open profit is ${balance === "cashOnHand" ? "cash_on_hand" : "account_balance"} (RITHMIC_BALANCE).`,
    `after a forced logout, the bridge waits ${forcedLogoutWaitMs / 6e4} minutes (RITHMIC_FORCED_LOGOUT_WAIT_MS).`,
    `it is in maintenance ${maintenanceText || "never"}, Chicago time (RITHMIC_MAINTENANCE).`
  ];
  return [...checks, ...questions.map((question) => [true, `Ask your vendor: ${question}`])];
}
async function askRunningBridge(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2e3) });
    const { isSynced, problem } = await response.json();
    return [
      isSynced,
      problem ?? `The bridge on port ${port} ${isSynced ? "is synced" : "isn’t synced yet"}; nothing else signed in.`
    ];
  } catch {
    return void 0;
  }
}
async function signInOnce(settings, parts, accounts) {
  try {
    const systems = await listSystems(settings, parts);
    const { systemName } = settings.login;
    const isKnown = systems.includes(systemName);
    const system = [
      isKnown,
      `The gateway has ${isKnown ? "" : "no "}system “${systemName}”: ${systems.join(", ")}.`
    ];
    if (!isKnown) return [system];
    return await visit("order", settings, parts, async (link) => {
      const [info = {}] = await link.ask(templates.loginInfo);
      const rows = await link.ask(templates.accounts, { fcmId: textOf(info, "fcmId"), ibId: textOf(info, "ibId") });
      const readable = new Set(rows.map((row) => textOf(row, "accountId")));
      const hidden = accounts.list().filter(([, vendorId]) => !readable.has(vendorId));
      const sessions = numberOf(info, "maxOrderSessions");
      return [
        system,
        [true, "Rithmic accepts the user and password."],
        [
          sessions !== 1,
          `The user may have ${sessions || "an unknown number of"} order sessions; the bridge takes one, and a second sign-in beyond the limit ends it.`
        ],
        [
          hidden.length === 0,
          hidden.length === 0 ? "The user may read all accounts of this bridge." : `The user may not read ${hidden.map(([, id]) => id).join(", ")}.`
        ]
      ];
    });
  } catch (error) {
    return [[false, `Rithmic: ${error instanceof Error ? error.message : error}`]];
  }
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

// src/bridge/rithmic/fills.ts
var fillNotice = 5;
var buy = 1;
var sequencesKeptMs = 4 * dayMs;
var correctionWaitMs = minuteMs;
function createFills({ clock, store, outbox, metrics, say }, { fillKey, corrections }, accountIdOf, onFill) {
  const rates = /* @__PURE__ */ new Map();
  const waiting = /* @__PURE__ */ new Map();
  const early = /* @__PURE__ */ new Map();
  let lagMs = 0;
  const sourceIdOf = (message) => `fill-${fillKey.map((name) => pad(textOf(message, name))).join("-")}`.replace(/[^\x21-\x7e]/g, "_").slice(0, 80);
  const sequenceOf = (message, name = "sequenceNumber") => `${textOf(message, "accountId")} ${textOf(message, name)}`;
  const isCorrection = (message) => !["", "0", textOf(message, "sequenceNumber")].includes(textOf(message, "correctedSequence"));
  function refuse(accountId, message, reason) {
    const side = numberOf(message, "transactionType") === buy ? "Buy" : "Sell";
    const value = `${side} ${numberOf(message, "fillSize")} ${textOf(message, "symbol")} at ${numberOf(message, "fillPrice")}`;
    metrics.count("refused_fills");
    say(`${accountId}: ${reason}: ${value}`);
    const file = `Rithmic ${reason} ${textOf(message, "fillId") || textOf(message, "sequenceNumber")}`.slice(0, 120);
    outbox.addUnread(accountId, { file, reason: "instrument", value });
  }
  function read(message) {
    const contract = parseContract(textOf(message, "symbol"), clock.now());
    const priceTicks = contract && toTicks(contract.instrument, numberOf(message, "fillPrice"));
    if (!contract || priceTicks === null) return null;
    const side = numberOf(message, "transactionType") === buy ? "buy" : "sell";
    return { contract, trade: { side, quantity: numberOf(message, "fillSize"), priceTicks } };
  }
  function feeOf(vendorId, { instrument }, quantity) {
    const rate = rates.get(vendorId)?.get(instrument);
    if (rate !== void 0) return Math.round(rate * quantity * 100);
    return isInstrument(instrument) ? instruments[instrument].feeCents * quantity : 0;
  }
  function book(accountId, vendorId, message) {
    const fill = read(message);
    if (!fill) {
      refuse(accountId, message, "fill");
      return;
    }
    const [at, sourceId] = [timeOf(message), sourceIdOf(message)];
    const feeCents = feeOf(vendorId, fill.contract, fill.trade.quantity);
    const event = { type: "fill", at, ...fill.contract, ...fill.trade, feeCents };
    if (message.isSnapshot?.[0] !== 1) lagMs = Math.max(0, clock.now() - at);
    add(accountId, vendorId, message, [{ sourceId, event }], sourceId);
  }
  function correct(accountId, vendorId, message, of) {
    const isBust = numberOf(message, "notifyType") !== fillNotice || numberOf(message, "fillSize") === 0;
    const fill = isBust ? null : read(message);
    if (fill === null && !isBust || corrections === "ask") {
      refuse(accountId, message, "correction");
      return;
    }
    const [at, number] = [timeOf(message), pad(textOf(message, "sequenceNumber")).slice(0, 60)];
    const event = { type: "fill-correction", at, of, fill: fill?.trade ?? null };
    const events = [{ sourceId: `correction-${number}`, event }];
    if (fill) {
      const feeCents = feeOf(vendorId, fill.contract, fill.trade.quantity);
      events.push({ sourceId: `fee-${number}`, event: { type: "fill-fee", at, of, feeCents } });
    }
    add(accountId, vendorId, message, events, of);
  }
  function add(accountId, vendorId, message, events, of) {
    const [at, sequence] = [timeOf(message), sequenceOf(message)];
    if (store.get("sequences", sequence)?.sourceId === of) outbox.add(accountId, events);
    else {
      outbox.add(accountId, events, ["sequences", sequence, { sourceId: of, at }]);
      metrics.count(isCorrection(message) ? "corrections" : "fills");
    }
    onFill(vendorId, textOf(message, "symbol"), at);
    for (const [key, { message: waited }] of early) {
      if (sequenceOf(waited, "correctedSequence") !== sequence || !early.delete(key)) continue;
      correct(accountId, vendorId, waited, of);
    }
  }
  function takeCorrection(accountId, vendorId, message) {
    const corrected = sequenceOf(message, "correctedSequence");
    const original = store.get("sequences", corrected);
    if (original) correct(accountId, vendorId, message, original.sourceId);
    else early.set(`${sequenceOf(message)} of ${corrected}`, { message, since: clock.now() });
  }
  function take(message) {
    const vendorId = textOf(message, "accountId");
    const accountId = accountIdOf(vendorId);
    const isFill = numberOf(message, "notifyType") === fillNotice;
    if (accountId === void 0 || !(isFill || isCorrection(message))) return;
    if (!rates.has(vendorId)) waiting.set(vendorId, [...waiting.get(vendorId) ?? [], message]);
    else if (isCorrection(message)) takeCorrection(accountId, vendorId, message);
    else book(accountId, vendorId, message);
  }
  return {
    /** Forgets what no correction names anymore. */
    forgetOld() {
      const old = store.list("sequences").filter(([, { at }]) => at < clock.now() - sequencesKeptMs);
      store.write(...old.map(([key]) => ["sequences", key, null]));
    },
    /** Takes notices as they come: repeated, out of order, live or replayed. */
    take,
    setRates(vendorId, of) {
      rates.set(vendorId, of);
      const held = waiting.get(vendorId) ?? [];
      waiting.delete(vendorId);
      for (const message of held) take(message);
    },
    /** A correction of a fill that nobody knows is for a person. */
    giveUp() {
      for (const [key, { message, since }] of early) {
        if (clock.now() - since < correctionWaitMs) continue;
        early.delete(key);
        const accountId = accountIdOf(textOf(message, "accountId"));
        if (accountId !== void 0) refuse(accountId, message, "correction");
      }
    },
    lagMs: () => lagMs,
    waiting: () => waiting.size
  };
}
var pad = (id) => /^\d+$/.test(id) ? id.padStart(12, "0") : id;

// src/bridge/rithmic/holdings.ts
var quietMs = 2e3;
var centsOf = (message, name) => Math.round(Number(textOf(message, name)) * 100);
function createHoldings({ clock, outbox }, { balance }, accountIdOf) {
  const accounts = /* @__PURE__ */ new Map();
  const positions = /* @__PURE__ */ new Map();
  const fills = /* @__PURE__ */ new Map();
  const changedAt = /* @__PURE__ */ new Map();
  const openProfits = /* @__PURE__ */ new Map();
  const ofAccount = (all, vendorId) => {
    const own = all.get(vendorId) ?? /* @__PURE__ */ new Map();
    all.set(vendorId, own);
    return own;
  };
  return {
    takeFill(vendorId, symbol, at) {
      const own = ofAccount(fills, vendorId);
      own.set(symbol, Math.max(at, own.get(symbol) ?? 0));
      changedAt.set(vendorId, clock.now());
    },
    takePosition(message) {
      const [vendorId, symbol, at] = [textOf(message, "accountId"), textOf(message, "symbol"), timeOf(message)];
      const own = ofAccount(positions, vendorId);
      if (at < (own.get(symbol)?.at ?? 0)) return;
      own.set(symbol, { symbol, quantity: numberOf(message, "netQuantity"), at });
      changedAt.set(vendorId, clock.now());
    },
    takeAccount(message) {
      const [vendorId, at] = [textOf(message, "accountId"), timeOf(message)];
      const before = accounts.get(vendorId);
      if (at < (before?.at ?? 0)) return;
      const isSnapshot = message.isSnapshot?.[0] === 1;
      const snapshotAt = isSnapshot ? at : before?.snapshotAt ?? Number.POSITIVE_INFINITY;
      const balanceCents = centsOf(message, balance);
      if (before?.balanceCents !== balanceCents) changedAt.set(vendorId, clock.now());
      accounts.set(vendorId, { balanceCents, at, snapshotAt });
      if (at > snapshotAt) openProfits.set(vendorId, { at, cents: centsOf(message, "openProfit") });
    },
    /** The connection is lost: what is known is no longer current. */
    forget() {
      accounts.clear();
      positions.clear();
      openProfits.clear();
    },
    /** Sends the newest open profit of each account that has changed. */
    sendOpenProfits() {
      for (const [vendorId, { at, cents }] of openProfits) {
        const accountId = accountIdOf(vendorId);
        const event = { type: "equity", at, openProfitCents: cents };
        if (accountId !== void 0) outbox.pass(accountId, { sourceId: equityId(at), event });
      }
      openProfits.clear();
    },
    report(isSettled) {
      const now = clock.now();
      return [...accounts].flatMap(([vendorId, { balanceCents, at }]) => {
        const accountId = accountIdOf(vendorId);
        const held = ofAccount(positions, vendorId);
        const isCurrent = [...fills.get(vendorId) ?? []].every(
          ([symbol, filledAt]) => at >= filledAt && (held.get(symbol)?.at ?? 0) >= filledAt
        );
        const isQuiet = now - (changedAt.get(vendorId) ?? 0) >= quietMs;
        if (accountId === void 0 || !isCurrent || !isQuiet || !isSettled(accountId)) return [];
        const reported = [...held.values()].flatMap(({ symbol, quantity }) => {
          const contract = parseContract(symbol, now);
          return contract && quantity !== 0 ? [{ ...contract, quantity }] : [];
        });
        return [{ accountId, at: now, balanceCents, positions: reported }];
      });
    }
  };
}

// src/bridge/rithmic/adapter.ts
var overlapMs = 10 * minuteMs;
var accountsAtOnce = 10;
var subscribe = 1;
function createRithmicAdapter(settings, parts) {
  const { clock, store, metrics, say } = parts;
  const accounts = createAccounts(settings, parts);
  const holdings = createHoldings(parts, settings.open, accounts.idOf);
  const fills = createFills(parts, settings.open, accounts.idOf, holdings.takeFill);
  const links = {};
  let firm = {};
  const connected = { order: /* @__PURE__ */ new Set(), pnl: /* @__PURE__ */ new Set() };
  const problems = /* @__PURE__ */ new Map();
  const turns = createTurns();
  const isReady = { order: false, pnl: false };
  const connectAccount = {
    async order(link, vendorId, accountId) {
      const account = { ...firm, accountId: vendorId };
      const rows = await link.ask(templates.productRates, account);
      const products = rows.filter(({ commissionFillRate }) => commissionFillRate !== void 0);
      fills.setRates(
        vendorId,
        new Map(products.map((row) => [textOf(row, "productCode"), numberOf(row, "commissionFillRate")]))
      );
      await link.ask(templates.orderUpdates, account);
      const from = Math.min(store.get("behind", accountId) ?? Number.POSITIVE_INFINITY, cursor()) - overlapMs;
      await link.ask(templates.replayExecutions, {
        ...account,
        startIndex: Math.floor(from / secondMs),
        // The vendor's clock may be ahead.
        finishIndex: Math.ceil((clock.now() + overlapMs) / secondMs)
      });
      store.write(["behind", accountId, null]);
    },
    async pnl(link, vendorId) {
      const account = { ...firm, accountId: vendorId };
      await link.ask(templates.pnlSnapshot, account);
      await link.ask(templates.pnlUpdates, { ...account, request: subscribe });
    }
  };
  const cursor = () => store.get("cursors", "order") ?? clock.now();
  async function connectAll(plant, link) {
    const left = accounts.list().filter(([, vendorId]) => !connected[plant].has(vendorId));
    for (let from = 0; from < left.length; from += accountsAtOnce)
      await Promise.all(
        left.slice(from, from + accountsAtOnce).map(async ([accountId, vendorId]) => {
          try {
            await connectAccount[plant](link, vendorId, accountId);
            problems.delete(`${plant} ${vendorId}`);
          } catch (error) {
            if (!(error instanceof Denied)) throw error;
            if (plant === "order" && !store.get("behind", accountId)) store.write(["behind", accountId, cursor()]);
            metrics.count("alarms");
            problems.set(`${plant} ${vendorId}`, `Rithmic refuses ${vendorId} (${error.message}): ask your broker.`);
          }
          if (links[plant] === link) connected[plant].add(vendorId);
        })
      );
  }
  const ready = {
    async order(link) {
      const [info = {}] = await link.ask(templates.loginInfo);
      firm = { fcmId: textOf(info, "fcmId"), ibId: textOf(info, "ibId") };
      await start("order", link);
    },
    async pnl(link) {
      await start("pnl", link);
    }
  };
  async function start(plant, link) {
    links[plant] = link;
    await connectAll(plant, link);
    if (links[plant] === link) isReady[plant] = true;
  }
  function takeNotice(template, message) {
    if (template === pushes.order) fills.take(message);
    else if (template === pushes.position) holdings.takePosition(message);
    else if (template === pushes.account) holdings.takeAccount(message);
    else if (template % 2 === 0) metrics.count("unknown_templates");
  }
  const run2 = (plant, signal) => runPlant(
    plant,
    settings,
    parts,
    {
      inTurn: (signIn2) => turns.take("sign-in", signIn2),
      onReady: ready[plant],
      onNotice: takeNotice,
      onLost() {
        delete links[plant];
        isReady[plant] = false;
        connected[plant].clear();
        if (plant === "pnl") holdings.forget();
      },
      onProblem(problem) {
        if (problem === void 0) problems.delete(plant);
        else problems.set(plant, problem);
      }
    },
    signal
  );
  const isConnected = () => isReady.order && isReady.pnl && accounts.list().every(([, id]) => connected.order.has(id) && connected.pnl.has(id));
  async function everySecond() {
    holdings.sendOpenProfits();
    fills.giveUp();
    for (const plant of ["order", "pnl"]) {
      const link = links[plant];
      if (isReady[plant] && link) await connectAll(plant, link);
    }
  }
  async function everyMinute() {
    accounts.announceFree();
    if (isConnected()) store.write(["cursors", "order", clock.now()]);
  }
  return {
    platform: "rithmic",
    capabilities: ["reportsFees", ...settings.open.corrections === "apply" ? ["reportsBusts"] : []],
    async run(signal) {
      await Promise.all([
        runPlants(signal),
        repeat(clock, secondMs, signal, everySecond, say),
        repeat(clock, minuteMs, signal, everyMinute, say),
        repeat(clock, hourMs, signal, async () => fills.forgetOld(), say)
      ]);
    },
    standing: () => ({
      isSynced: isConnected() && fills.waiting() === 0 && problems.size === 0,
      feedLagMs: fills.lagMs(),
      maintenanceUntil: findWindowEnd(settings.open.maintenance, clock.now()),
      problem: problems.values().next().value
    }),
    ...{ open: accounts.open, reset: accounts.reset, setAccess: accounts.setAccess },
    ...{ transfer: accounts.transfer, close: accounts.close },
    tasks: accounts.tasks.open,
    confirmTask: accounts.confirm,
    settleTransfer() {
      throw new Refused("a transfer of Rithmic’s is confirmed as a task");
    },
    balances: async () => holdings.report(accounts.isSettled),
    examine: () => examine(settings, parts, accounts)
  };
  async function runPlants(signal) {
    let systems = [];
    while (!signal.aborted && systems.length === 0) {
      systems = await listSystems(settings, parts).catch((error) => {
        say(`not connected: ${error instanceof Error ? error.message : error}`);
        return [];
      });
      if (systems.length === 0) await clock.sleep(minuteMs, signal);
    }
    const { systemName } = settings.login;
    if (!signal.aborted && !systems.includes(systemName)) {
      problems.set(
        "system",
        `Rithmic knows no system “${systemName}”, only ${systems.join(", ")}: correct RITHMIC_SYSTEM.`
      );
      return;
    }
    await Promise.all([run2("order", signal), run2("pnl", signal)]);
  }
}

// src/bridge/rithmic/settings.ts
var required = ["RITHMIC_GATEWAY", "RITHMIC_SYSTEM", "RITHMIC_USER", "RITHMIC_PASSWORD", "RITHMIC_APP_NAME"];
var fillKeys = ["exchange", "basketId", "symbol", "fillDate", "fillId"];
var weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
function readSettings(source, folder, port) {
  const missing = required.filter((name) => !source[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(", ")}: rithmic.md says where to find them.`);
  const text = (name, otherwise = "") => source[name] ?? otherwise;
  const fillKey = text("RITHMIC_FILL_KEY", "exchange,basketId,fillId").split(",").map((name) => fillKeys.find((each) => each === name.trim()));
  if (fillKey.includes(void 0)) throw new Error(`RITHMIC_FILL_KEY takes ${fillKeys.join(", ")}, with commas.`);
  const maintenanceText = text("RITHMIC_MAINTENANCE", "Sat 00:00-24:00");
  return {
    gateway: text("RITHMIC_GATEWAY"),
    login: {
      ...{ user: text("RITHMIC_USER"), password: text("RITHMIC_PASSWORD"), appName: text("RITHMIC_APP_NAME") },
      ...{ appVersion: text("RITHMIC_APP_VERSION", "1.0"), systemName: text("RITHMIC_SYSTEM") }
    },
    poolPath: text("RITHMIC_ACCOUNTS", `${folder}/accounts.csv`),
    port,
    open: {
      templateVersion: text("RITHMIC_TEMPLATE_VERSION", "3.9"),
      fillKey: fillKey.filter((each) => each !== void 0),
      corrections: text("RITHMIC_CORRECTIONS") === "ask" ? "ask" : "apply",
      balance: text("RITHMIC_BALANCE") === "cash_on_hand" ? "cashOnHand" : "accountBalance",
      forcedLogoutWaitMs: Number(text("RITHMIC_FORCED_LOGOUT_WAIT_MS", String(15 * minuteMs))),
      maintenance: readWindows(maintenanceText),
      maintenanceText
    }
  };
}
function readWindows(list) {
  const windows = weekdays.map(() => []);
  for (const item of list.split(",").filter((each) => each.trim() !== "")) {
    const [, day = "", fromHour, fromMinute, toHour, toMinute] = /^(\w{3}) (\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(item.trim()) ?? [];
    const ofDay = windows[weekdays.indexOf(day)];
    if (!ofDay)
      throw new Error(`RITHMIC_MAINTENANCE takes windows such as “Sat 00:00-24:00”, with commas; not “${item}”.`);
    ofDay.push([Number(fromHour) * 60 + Number(fromMinute), Number(toHour) * 60 + Number(toMinute)]);
  }
  return windows;
}

// src/bridge/rithmic/main.ts
await runProgram({
  ...{ file: "rithmic-bridge.mjs", folder: "./rithmic-data", port: 8703 },
  ...{ readSettings, connect: createRithmicAdapter }
});
