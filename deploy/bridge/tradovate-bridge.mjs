#!/usr/bin/env node
// Built from src/bridge/tradovate by `npm run bridge:bundle`: change that, not this file. README.md describes it.

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
function resultDayOf(atMs) {
  const { day, closesAt } = spanOf(atMs);
  return atMs < closesAt ? day : nextTradingDay(day);
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
function isOpen(atMs) {
  const date = sessionDateOf(atMs);
  return hasSession(date) && atMs < chicagoTime(date, lastMinutesOf(date));
}
function sessionOpenAt(day) {
  const date = getTradingDate(day);
  let first = previousTradingDate(date) + 1;
  while (!hasSession(first)) first += 1;
  return chicagoTime(first - 1, boundaryMinutes);
}
var namedFromMinutes = 20 * 60;
function nextTradingDay(day) {
  return asTradingDay(tradingDateFrom(getDate(day) + 1));
}
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
function getDate(text) {
  const date = parseDate(text);
  if (date === null) throw new RangeError(`not a date written as YYYY-MM-DD: ${text}`);
  return date;
}
function getTradingDate(text) {
  const date = getDate(text);
  if (!isTradingDate(date)) throw new RangeError(`the exchange has no trading day on ${text}`);
  return date;
}
function asTradingDay(date) {
  return formatDate(date);
}

// src/shared/accounts/personal-stop/personal-stop.ts
var noLimits = { lossCents: null, profitCents: null, trades: null };

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

// src/bridge/tradovate/access.ts
var adminActions = {
  flatten: "LiquidateImmediately",
  lock: "LockTradingImmediately",
  "close-only": "LiquidateOnlyModeImmediately",
  normal: unlocked
};
var askAgainMs = 5e3;
function createTradovateAccess(rest, accounts, { personalStops }, seemsFlat, parts) {
  const { clock } = parts;
  const askedAt = /* @__PURE__ */ new Map();
  async function isFlat(accountId) {
    const { vendorId } = accounts.get(accountId);
    if (!seemsFlat(vendorId) || clock.now() < (askedAt.get(vendorId) ?? 0) + askAgainMs) return false;
    const rows = await rest.list(`/position/deps?masterid=${vendorId}`);
    const isSure = rows.every((row) => row["netPos"] === 0);
    if (isSure) askedAt.delete(vendorId);
    else askedAt.set(vendorId, clock.now());
    return isSure;
  }
  const access = createAccess(
    {
      order: (accountId, what, adminActionReason) => rest.post("/accountRiskStatus/setadminautoliqaction", {
        ...{ accountId: accounts.get(accountId).vendorId, adminAction: adminActions[what], adminActionReason }
      }),
      isFlat,
      isOwnLock: (state) => !Object.values(adminActions).includes(state),
      async stop(accountId, limits) {
        const own = personalStops === "vendor" && limits ? { ...limits, trades: null } : noLimits;
        await accounts.holdOwn(accountId, own);
      },
      async halt(_accountId, instruments2) {
        if (instruments2.length > 0)
          throw new Pending(`a person must halt ${instruments2.join(", ")} at the vendor`, "person");
      }
    },
    parts
  );
  return {
    ...access,
    onRiskStatus(status) {
      const accountId = accounts.idOf(Number(status["accountId"] ?? status["id"]));
      if (accountId === void 0) return;
      const adminAction = String(status["adminAction"] ?? unlocked);
      const state = adminAction === unlocked && status["liquidateOnly"] === true ? "liquidateOnly" : adminAction;
      const floor = Number(status["minNetLiq"]);
      const floorCents = Number.isFinite(floor) ? Math.round(floor * 100) : null;
      access.onVendorLock(accountId, { state, floorCents, equityCents: null });
    }
  };
}

// src/bridge/tradovate/accounts.ts
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

// src/bridge/tradovate/limits.ts
var dollars = (cents) => cents / 100;
function autoLiqOf(rules, { trailingLimit }) {
  const { drawdown, dailyLoss, startingBalanceCents: start } = rules;
  const daily = dailyLoss.mode === "none" ? {} : { dailyLossAutoLiq: dollars(dailyLoss.limitCents) };
  if (drawdown.mode === "none") return { ...daily, doNotUnlock: dailyLoss.mode === "hard" };
  const { maxLossCents } = drawdown;
  const stopsAt = drawdown.mode === "static" ? start - maxLossCents : start;
  const limit = trailingLimit === "floor" ? stopsAt : stopsAt + maxLossCents;
  return {
    ...daily,
    trailingMaxDrawdown: dollars(maxLossCents),
    trailingMaxDrawdownLimit: dollars(limit),
    trailingMaxDrawdownMode: drawdown.mode === "intraday" ? "RealTime" : "EOD",
    doNotUnlock: true
  };
}
function withOwn(limits, { lossCents, profitCents }) {
  const losses = [limits.dailyLossAutoLiq, lossCents === null ? void 0 : dollars(lossCents)];
  const held = losses.filter((each) => each !== void 0);
  return {
    ...limits,
    dailyLossAutoLiq: held.length === 0 ? void 0 : Math.min(...held),
    dailyProfitAutoLiq: profitCents === null ? void 0 : dollars(profitCents)
  };
}
var positionLimitOf = (rules) => ({ totalBy: "Overall", exposedLimit: rules.maxContracts });
function findMismatches(wanted, held) {
  return Object.entries(wanted).filter(([name, value]) => (held[name] ?? void 0) !== value).map(([name]) => name);
}

// src/bridge/core/maintenance.ts
function findWindowEnd(windows2, atMs, marginMs = 0) {
  const { date } = chicagoClock(atMs);
  const weekday = (date + 4) % 7;
  for (const [from, to] of windows2[weekday] ?? []) {
    const [startsAt, endsAt] = [chicagoTime(date, from), chicagoTime(date, 0) + to * minuteMs];
    if (atMs >= startsAt - marginMs && atMs < endsAt) return endsAt;
  }
  return null;
}

// src/bridge/tradovate/maintenance.ts
var creationMarginMs = 15 * minuteMs;
var windows = [
  [[0, 6 * 60 + 30]],
  ...Array.from({ length: 4 }, () => [[16 * 60, 17 * 60]]),
  [[16 * 60, 20 * 60]],
  [[22 * 60, 24 * 60 + 6 * 60 + 30]]
];
var findMaintenanceEnd = (atMs, marginMs = 0) => findWindowEnd(windows, atMs, marginMs);

// src/bridge/tradovate/accounts.ts
var maxNameLength = 60;
function createAccounts(settings, rest, { store, clock, say }) {
  const byVendorId = new Map(store.list("accounts").map(([id, { vendorId }]) => [vendorId, id]));
  function get(accountId) {
    const account = store.get("accounts", accountId);
    if (!account) throw new Refused(`this bridge did not open ${accountId}`);
    return account;
  }
  const openUser = createUsers(store, { find: findUser, create: createUser });
  async function open2(request) {
    const maintenanceEnd = findMaintenanceEnd(clock.now(), creationMarginMs);
    if (maintenanceEnd !== null) throw new Pending("the vendor is in maintenance", "maintenance", maintenanceEnd);
    try {
      return await openNow(request);
    } catch (error) {
      if (error instanceof Silenced) throw new Pending(error.message, "vendor-limit", error.until);
      throw error;
    }
  }
  async function openNow(request) {
    const { accountId, rules } = request;
    const user = await openUser(request);
    const name = accountName(platformFacts.tradovate.accountPrefix, accountId);
    const held = { limits: autoLiqOf(rules, settings.open), positionLimit: positionLimitOf(rules) };
    const found = await rest.find(`/account/find?name=${name}`);
    const created = found ?? await create(name, user.userId, rules, held);
    const vendorId = Number(created["id"] ?? created["accountId"]);
    const tradingPermissionId = Number(created["tradingPermissionId"] ?? await findPermission(user.userId, vendorId));
    await verifyLimits(vendorId, held);
    if (found) await setNormal(vendorId, "opened");
    const opened = { platformAccountId: name, user: user.name, secret: user.password };
    const startedAt = clock.now();
    const account = {
      ...{ ...opened, vendorId, userId: user.userId, tradingPermissionId, ...held, startedAt },
      openedOn: formatDate(sessionDateOf(startedAt))
    };
    store.write(["accounts", accountId, account]);
    byVendorId.set(vendorId, accountId);
    return opened;
  }
  async function create(name, userId, rules, held) {
    const answer = await rest.post(
      "/user/createevaluationaccounts",
      {
        accounts: [
          {
            ...{ userId, templateAccountId: settings.templateAccountId, name },
            initialBalance: rules.startingBalanceCents / 100,
            preTradeRisk: [held.positionLimit],
            // Limits that are added later, while the market is closed, have taken a wrong balance of the day's start.
            postTradeRisk: held.limits
          }
        ]
      },
      "demo"
    );
    return firstResult(answer);
  }
  async function findPermission(userId, vendorId) {
    const rows = await rest.list(`/tradingPermission/deps?masterid=${userId}`);
    const found = rows.find((row) => row["accountId"] === vendorId);
    if (found === void 0) throw new Error(`the vendor shows no trading permission of account ${vendorId} yet`);
    return Number(found["id"]);
  }
  const setNormal = (vendorId, adminActionReason) => rest.post("/accountRiskStatus/setadminautoliqaction", {
    ...{ accountId: vendorId, adminAction: "Normal", adminActionReason }
  });
  async function findNewestEntry(vendorId) {
    const rows = await rest.list(`/cashBalanceLog/deps?masterid=${vendorId}`);
    return Math.max(0, ...rows.map((row) => Date.parse(String(row["timestamp"]))));
  }
  async function findUser(name) {
    const found = await rest.find(`/user/find?name=${name}`, "live");
    return found && Number(found["id"]);
  }
  async function createUser({ name, password }, { email, firstName, lastName }) {
    const room = maxNameLength - 1;
    const first = firstName.slice(0, Math.max(1, room - Math.min(lastName.length, room - 1)));
    const user = {
      ...{ name, email, password, firstName: first, lastName: lastName.slice(0, room - first.length) },
      ...{ tradovateSubscriptionPlanId: settings.subscriptionPlanId, entitlementIds: settings.entitlementIds }
    };
    try {
      const answer = await rest.post("/user/createevaluationusers", { users: [user] }, "live");
      return Number(firstResult(answer)["userId"]);
    } catch (error) {
      const isKnown = error instanceof Refused && /UserAlreadyExists/.test(error.message);
      const found = isKnown ? await findUser(name) : void 0;
      if (found === void 0) throw error;
      return found;
    }
  }
  async function verifyLimits(vendorId, { limits, positionLimit }) {
    const kinds = [
      ["userAccountAutoLiq", limits],
      ["userAccountPositionLimit", positionLimit]
    ];
    for (const [path, wanted] of kinds) {
      const readHeld = async () => {
        const rows = await rest.list(`/${path}/deps?masterid=${vendorId}`);
        return rows.find((row) => !("totalBy" in row) || row["totalBy"] === positionLimit.totalBy);
      };
      const held = await readHeld();
      const mismatches = findMismatches(wanted, held ?? {});
      if (mismatches.length === 0) continue;
      say(`account ${vendorId}: the vendor holds other limits: ${mismatches.join(", ")}`);
      const change = { ...held ? { id: held["id"] } : {}, accountId: vendorId, ...wanted };
      await rest.post(`/${path}/${held ? "update" : "create"}`, change).catch((error) => {
        if (!(error instanceof Refused)) throw error;
      });
      const left = findMismatches(wanted, await readHeld() ?? {});
      if (left.length === 0) continue;
      await rest.post("/accountRiskStatus/setadminautoliqaction", {
        ...{ accountId: vendorId, adminAction: "LockTradingImmediately", adminActionReason: "limits differ" }
      });
      throw new Refused(`the vendor holds other limits: ${left.join(", ")}`);
    }
  }
  return {
    get,
    open: open2,
    /** @throws {Pending} while the market is closed: limits that are added then have taken a wrong balance of the start */
    async holdOwn(accountId, personalStop) {
      const account = get(accountId);
      if (isDeepStrictEqual(personalStop, account.personalStop ?? noLimits)) return;
      const now = clock.now();
      if (!isOpen(now))
        throw new Pending("the trader’s limits wait for the session", "maintenance", sessionOpenAt(resultDayOf(now)));
      await verifyLimits(account.vendorId, heldBy({ ...account, personalStop }));
      store.write(["accounts", accountId, { ...get(accountId), personalStop }]);
    },
    list: () => store.list("accounts"),
    idOf: (vendorId) => byVendorId.get(vendorId),
    async reset(accountId, requestId) {
      const { vendorId, openedOn } = get(accountId);
      const start = (startedAt) => ["accounts", accountId, { ...get(accountId), startedAt }];
      if (store.get("resets", accountId) !== requestId) {
        store.write(start(null));
        await rest.post("/account/resetdemoaccountstate", { accountIds: [vendorId], resetTradeDate: openedOn });
        const startedAt = Math.max(clock.now(), await findNewestEntry(vendorId));
        store.write(["resets", accountId, requestId], start(startedAt));
      }
      await verifyLimits(vendorId, heldBy(get(accountId)));
      await setNormal(vendorId, "reset");
    },
    async close(accountId) {
      const { tradingPermissionId } = get(accountId);
      await rest.post("/user/revoketradingpermissions", { tradingPermissionIds: [tradingPermissionId] });
      store.write(["accounts", accountId, { ...get(accountId), isClosed: true }]);
    },
    /** The vendor's users whose accounts are all closed: what they have subscribed to renews until a person cancels it. */
    listLeft() {
      const all = store.list("accounts").map(([, account]) => account);
      const staying = new Set(all.filter(({ isClosed }) => !isClosed).map(({ userId }) => userId));
      return [...new Set(all.map(({ userId }) => userId))].filter((userId) => !staying.has(userId));
    }
  };
}
var heldBy = ({ limits, positionLimit, personalStop }) => ({
  limits: personalStop === void 0 ? limits : withOwn(limits, personalStop),
  positionLimit
});
function firstResult(answer) {
  const [first] = Array.isArray(answer["results"]) ? answer["results"] : [answer];
  if (!isObject(first)) throw new Refused("the vendor answered without a result");
  if (typeof first["errorText"] === "string" && first["errorText"] !== "") throw new Refused(first["errorText"]);
  return first;
}

// src/bridge/tradovate/book.ts
var feeFields = ["clearingFee", "exchangeFee", "nfaFee", "brokerageFee", "ipFee", "commission", "orderRoutingFee"];
var retryMs = 5e3;
var orderWaitMs = 2e3;
var stuckMs = minuteMs;
var feesKeptMs = 5 * dayMs;
function createBook({ clock, store, outbox, metrics, say }, { rest, contracts, holdings, settings, accountIdOf }) {
  const orders = createRecent(clock);
  const waiting = /* @__PURE__ */ new Map();
  const sent = createRecent(clock);
  const fees = createRecent(clock);
  const orderOfFill = createRecent(clock);
  const early = /* @__PURE__ */ new Map();
  const reading = /* @__PURE__ */ new Set();
  let lagMs = 0;
  const accountOfOrder = (orderId) => {
    const vendorId = orders.get(orderId);
    return vendorId === void 0 ? void 0 : accountIdOf(vendorId);
  };
  const touch = (orderId) => {
    const vendorId = orders.get(orderId);
    if (vendorId !== void 0) holdings.touch(vendorId);
  };
  async function send(fill) {
    if (!orders.has(fill.orderId) || !waiting.has(fill.id)) return;
    const accountId = accountOfOrder(fill.orderId);
    const contract = accountId === void 0 ? null : await contracts.find(fill.contractId);
    if (!waiting.delete(fill.id) || accountId === void 0) return;
    const priceTicks = contract && toTicks(contract.instrument, fill.price);
    if (!contract || priceTicks === null) {
      metrics.count("refused_fills");
      say(`fill ${fill.id} of ${accountId} can't be booked: contract ${fill.contractId} at ${fill.price}`);
      const name = contract ? `${contract.instrument} ${contract.month}` : `contract ${fill.contractId}`;
      const value = `${fill.action} ${fill.qty} ${name} at ${fill.price}`;
      outbox.addUnread(accountId, { file: `Tradovate fill ${fill.id}`, reason: "instrument", value });
      return;
    }
    const at = Date.parse(fill.timestamp);
    lagMs = Math.max(0, clock.now() - at);
    const first = { feeCents: fees.get(fill.id) ?? 0, times: 0, at: clock.now() };
    const reported = store.get("fees", `${fill.id}`) ?? first;
    const side = fill.action === "Buy" ? "buy" : "sell";
    const event = { type: "fill", at, ...contract, side, quantity: fill.qty, priceTicks, feeCents: reported.feeCents };
    outbox.add(accountId, [{ sourceId: `fill-${fill.id}`, event }], ["fees", `${fill.id}`, reported]);
    sent.set(fill.id, true);
    metrics.count("fills");
    touch(fill.orderId);
    tellFee(fill.id);
  }
  function trySend(fill) {
    if (!waiting.has(fill.id) || !orders.has(fill.orderId)) return;
    const settle = () => void send(fill).catch((error) => {
      say(`fill ${fill.id} will be tried again: ${error}`);
      void clock.sleep(retryMs).then(() => trySend(fill));
    });
    if (fees.has(fill.id)) settle();
    else void clock.sleep(settings.open.feeWaitMs).then(settle);
  }
  async function askForOrder(orderId, fillId) {
    await clock.sleep(orderWaitMs);
    if (orders.has(orderId)) return;
    const order = await rest.find(`/order/item?id=${orderId}`);
    if (order) take("order", [order]);
    else say(`fill ${fillId} waits for its order ${orderId}, which the vendor doesn't know`);
  }
  const requireOrder = (orderId, fillId) => void askForOrder(orderId, fillId).catch((error) => say(`order ${orderId} can't be read: ${error}`));
  function tellFee(fillId) {
    const [orderId, feeCents] = [orderOfFill.get(fillId) ?? 0, fees.get(fillId)];
    const [before, accountId] = [store.get("fees", `${fillId}`), accountOfOrder(orderId)];
    if (!sent.has(fillId) || !before || accountId === void 0) return;
    if (feeCents === void 0 || before.feeCents === feeCents) return;
    const times = before.times + 1;
    const event = { type: "fill-fee", at: clock.now(), of: `fill-${fillId}`, feeCents };
    const reported = { feeCents, times, at: clock.now() };
    outbox.add(accountId, [{ sourceId: `fee-${fillId}-${times}`, event }], ["fees", `${fillId}`, reported]);
    touch(orderId);
  }
  function takeFill(fill) {
    orderOfFill.set(fill.id, fill.orderId);
    if (!sent.has(fill.id) && !waiting.has(fill.id)) {
      waiting.set(fill.id, { ...fill, since: clock.now() });
      if (orders.has(fill.orderId)) trySend(fill);
      else requireOrder(fill.orderId, fill.id);
    }
    if (fill.active === false)
      correct(fill.orderId, fill.id, { sourceId: `inactive-${fill.id}`, at: Date.parse(fill.timestamp), fill: null });
  }
  function correct(orderId, fillId, correction) {
    if (!orders.has(orderId)) {
      if (!early.has(orderId)) requireOrder(orderId, fillId);
      early.set(orderId, [...early.get(orderId) ?? [], () => correct(orderId, fillId, correction)]);
      return;
    }
    const accountId = accountOfOrder(orderId);
    if (accountId === void 0) return;
    metrics.count("corrections");
    const { sourceId, ...event } = correction;
    outbox.add(accountId, [{ sourceId, event: { type: "fill-correction", of: `fill-${fillId}`, ...event } }]);
    touch(orderId);
  }
  async function takeReport(report) {
    const { execType, execRefId, id } = report;
    if (execType !== "TradeCancel" && execType !== "TradeCorrect") return;
    const [orderId, fillId] = [Number(report["orderId"]), Number(execRefId)];
    const writtenAt = Date.parse(String(report["timestamp"]));
    const base = { sourceId: `report-${id}`, at: Number.isNaN(writtenAt) ? clock.now() : writtenAt };
    if (execType === "TradeCancel") return correct(orderId, fillId, { ...base, fill: null });
    const contract = await contracts.find(Number(report["contractId"]));
    const priceTicks = contract && toTicks(contract.instrument, Number(report["lastPx"]));
    if (priceTicks === null) {
      const accountId = accountOfOrder(orderId);
      const value = `fill ${fillId}: ${report["action"]} ${report["lastQty"]} at ${report["lastPx"]}`;
      say(`correction ${id} of ${accountId} can't be booked: ${value}`);
      const file = `Tradovate correction ${id}`;
      if (accountId !== void 0) outbox.addUnread(accountId, { file, reason: "instrument", value });
      return;
    }
    const side = report["action"] === "Buy" ? "buy" : "sell";
    correct(orderId, fillId, { ...base, fill: { side, quantity: Number(report["lastQty"]), priceTicks } });
  }
  function tryReport(report, since = clock.now()) {
    const trying = { since };
    reading.add(trying);
    void takeReport(report).catch(async (error) => {
      say(`report ${report["id"]} will be tried again: ${error}`);
      await clock.sleep(retryMs);
      tryReport(report, since);
    }).finally(() => reading.delete(trying));
  }
  function takeOrder(id, order) {
    orders.set(id, Number(order["accountId"]));
    for (const correctNow of early.get(id) ?? []) correctNow();
    early.delete(id);
    for (const fill of waiting.values()) if (fill.orderId === id) trySend(fill);
  }
  function takeFee(id, row) {
    fees.set(id, Math.round(feeFields.reduce((sum, name) => sum + Number(row[name] ?? 0), 0) * 100));
    const fill = waiting.get(id);
    if (fill) trySend(fill);
    else tellFee(id);
  }
  function take(entityType, entities) {
    for (const entity of entities) {
      const id = Number(entity["id"]);
      if (entityType === "order") takeOrder(id, entity);
      else if (entityType === "fill") takeFill(entity);
      else if (entityType === "fillFee") takeFee(id, entity);
      else if (entityType === "executionReport") tryReport(entity);
      else if (entityType === "contract") contracts.learn(id, String(entity["name"]));
    }
  }
  function forgetOldFees() {
    const old = store.list("fees").filter(([, { at = 0 }]) => at < clock.now() - feesKeptMs);
    store.write(...old.map(([fillId]) => ["fees", fillId, null]));
  }
  const isStuck = ({ since }) => clock.now() - since > stuckMs;
  metrics.gauge("stuck_fills", () => [...waiting.values()].filter(isStuck).length);
  return {
    take,
    run: (signal) => repeat(clock, hourMs, signal, async () => forgetOldFees(), say),
    lagMs: () => lagMs,
    /** Fills and reports on their way. One that is stuck concerns its own account, whose balance then differs. */
    waiting: () => [...waiting.values(), ...reading].filter((each) => !isStuck(each)).length
  };
}

// src/bridge/tradovate/cash-log.ts
var causes = {
  LiquidationFee: "fee",
  ManualAdjustment: "correction",
  FundTransaction: "correction",
  // A payout that the site requested is one of our transfers; this one was made by hand.
  ChallengePayout: "correction"
};
function createCashLog({ outbox, metrics }, accounts, transfers) {
  return {
    take(row) {
      const cause = causes[String(row["cashChangeType"])];
      const accountId = accounts.idOf(Number(row["accountId"]));
      const [at, amountCents] = [Date.parse(String(row["timestamp"])), Math.round(Number(row["delta"]) * 100)];
      if (transfers.takeLog(row) || cause === void 0 || accountId === void 0 || amountCents === 0) return;
      const { startedAt } = accounts.get(accountId);
      if (startedAt === null || at <= startedAt) return;
      metrics.count("adjustments");
      outbox.add(accountId, [{ sourceId: `cash-${row["id"]}`, event: { type: "adjustment", at, amountCents, cause } }]);
    }
  };
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

// src/bridge/tradovate/data-month.ts
var renewalStarts = 19 * 60;
var renewalEnds = 4 * 60;
var isLastDay = (date) => formatDate(date).slice(0, 7) !== formatDate(date + 1).slice(0, 7);
function isRenewing(atMs) {
  const { date, minutes } = chicagoClock(atMs);
  return isLastDay(date) && minutes >= renewalStarts || isLastDay(date - 1) && minutes < renewalEnds;
}
function dataMonthAt(atMs) {
  const { date, minutes } = chicagoClock(atMs);
  const key = formatDate(isLastDay(date) && minutes >= renewalStarts ? date + 1 : date).slice(0, 7);
  return { key, year: Number(key.slice(0, 4)), month: Number(key.slice(5)) };
}

// src/bridge/tradovate/data.ts
var everyMs = 5e3;
var lookAgainMs = minuteMs;
var depthPackage = "cme-all-depth";
var isProfessional = (name) => name.startsWith("cme-professional:");
function createData(rest, accounts, { data }, parts) {
  const { store, clock, outbox, say } = parts;
  const tasks = createPersonTasks(parts, "tradovate-bridge.mjs");
  const failed = /* @__PURE__ */ new Map();
  const isOffered = data.entitlementIds.length > 0;
  const accountsOf = (userId) => accounts.list().filter(([, each]) => each.userId === userId);
  function wantedOf(userId) {
    const packages = accountsOf(userId).flatMap(([id]) => store.get("data", id) ?? []);
    return {
      entitlements: packages.some((name) => !isProfessional(name)) ? data.entitlementIds : [],
      plans: packages.includes(depthPackage) ? data.depthPlanIds : []
    };
  }
  async function listIds(path, userId, field, isCurrent) {
    const rows = await rest.list(`/${path}/deps?masterid=${userId}`, "live");
    return rows.filter(isCurrent).map((row) => Number(row[field]));
  }
  async function add(userId, { entitlements, plans }, at) {
    const { year, month } = dataMonthAt(at);
    const owned = await listIds("userPlugin", userId, "entitlementId", () => true);
    for (const entitlementId of entitlements.filter((id) => !owned.includes(id)))
      await rest.post("/userPlugin/addentitlementsubscription", { userId, entitlementId }, "live");
    if (plans.length === 0) return;
    const isOfMonth = (row) => "year" in row && "month" in row && row.year === year && row.month === month;
    const path = "marketDataSubscription";
    const subscribed = await listIds(path, userId, "marketDataSubscriptionPlanId", isOfMonth);
    const missing = plans.filter((id) => !subscribed.includes(id));
    if (missing.length === 0) return;
    const wanted = { userId, marketDataSubscriptionPlanIds: missing, year, month };
    await rest.post(`${data.prefix}/addmarketdatasubscription`, wanted, "live");
  }
  function tellAgreement(userId, status) {
    if (store.get("agreements", `${userId}`) === status) return;
    const at = clock.now();
    store.write(["agreements", `${userId}`, status]);
    for (const [id] of accountsOf(userId))
      outbox.add(id, [{ sourceId: `data-${at}-${status}`, event: { type: "data-agreement", at, status, url: null } }]);
  }
  async function reconcile(userId) {
    const [now, wanted, held] = [clock.now(), wantedOf(userId), store.get("subscriptions", `${userId}`)];
    const { key } = dataMonthAt(now);
    const missing = {
      entitlements: wanted.entitlements.filter((id) => !held?.entitlements.includes(id)),
      plans: wanted.plans.filter((id) => !held?.plans.includes(id))
    };
    const isMissing = missing.entitlements.length + missing.plans.length > 0;
    const isDue = held !== void 0 && held.month !== key && !isRenewing(now) && wanted.entitlements.length > 0;
    if (isMissing || isDue) {
      await add(userId, isDue ? wanted : missing, now);
      tellAgreement(userId, "signed");
      const merge = (name) => [.../* @__PURE__ */ new Set([...held?.[name] ?? [], ...wanted[name]])];
      const month = isDue || !held ? key : held.month;
      const known = { entitlements: merge("entitlements"), plans: merge("plans"), month };
      store.write(["subscriptions", `${userId}`, known]);
    } else if (held) requireCancellation(userId, held, wanted);
  }
  function requireCancellation(userId, held, wanted) {
    const plans = held.plans.filter((id) => !wanted.plans.includes(id));
    const entitlements = held.entitlements.filter((id) => !wanted.entitlements.includes(id));
    const [accountId = ""] = accountsOf(userId).map(([id]) => id);
    const key = `data ${userId} ${[...entitlements, "plans", ...plans].join(" ")}`;
    if (plans.length + entitlements.length === 0) return;
    const names = [...entitlements.map((id) => `entitlement ${id}`), ...plans.map((id) => `data plan ${id}`)];
    const text = `Cancel ${names.join(", ")} of the vendor’s user ${userId}, before 19:00 Chicago on the month’s last day: it renews then.`;
    tasks.require({ accountId, kind: "set-access", key, text });
    store.write(["subscriptions", `${userId}`, { ...held, ...wanted }]);
  }
  async function reconcileAll() {
    for (const userId of new Set(accounts.list().map(([, each]) => each.userId))) {
      if (clock.now() < (failed.get(userId) ?? 0)) continue;
      await reconcile(userId).catch((error) => {
        if (error instanceof Pending) return;
        failed.set(userId, clock.now() + lookAgainMs);
        if (error instanceof Refused) tellAgreement(userId, "unsigned");
        say(`market data of user ${userId} will be tried again: ${error}`);
      });
    }
  }
  return {
    isOffered,
    tasks,
    /** The packages that an account has; the user's subscriptions follow. */
    set(accountId, packages) {
      if (!isOffered) return;
      const before = store.get("data", accountId) ?? [];
      if (before.join() !== packages.join()) store.write(["data", accountId, packages]);
      failed.delete(accounts.get(accountId).userId);
    },
    /** @throws {Pending} for what a person must arrange with the vendor */
    requireNonProfessional(packages) {
      if (isOffered && packages.some(isProfessional))
        throw new Pending("a person must subscribe a professional’s exchanges at the vendor", "person");
    },
    run: (signal) => isOffered ? repeat(clock, everyMs, signal, reconcileAll, say) : Promise.resolve()
  };
}

// src/bridge/tradovate/holdings.ts
var quietMs = 2e3;
function createHoldings(clock, contracts, accountIdOf) {
  const positions = /* @__PURE__ */ new Map();
  const balances = /* @__PURE__ */ new Map();
  const changedAt = /* @__PURE__ */ new Map();
  const touch = (vendorId) => void changedAt.set(vendorId, clock.now());
  return {
    /** Something of the account is on its way. */
    touch,
    takePosition(row) {
      const [vendorId, contractId] = [Number(row["accountId"]), Number(row["contractId"])];
      positions.set(`${vendorId} ${contractId}`, { vendorId, contractId, quantity: Number(row["netPos"]) });
      touch(vendorId);
    },
    takeBalance(row) {
      const vendorId = Number(row["accountId"]);
      balances.set(vendorId, Math.round(Number(row["amount"]) * 100));
      touch(vendorId);
    },
    isFlat: (vendorId) => [...positions.values()].every((each) => each.vendorId !== vendorId || each.quantity === 0),
    async report() {
      const now = clock.now();
      const reports = [];
      for (const [vendorId, balanceCents] of balances) {
        const accountId = accountIdOf(vendorId);
        if (accountId === void 0 || now - (changedAt.get(vendorId) ?? 0) < quietMs) continue;
        const held = [];
        for (const position of positions.values()) {
          if (position.vendorId !== vendorId || position.quantity === 0) continue;
          const contract = await contracts.find(position.contractId);
          if (contract) held.push({ ...contract, quantity: position.quantity });
        }
        reports.push({ accountId, at: now, balanceCents, positions: held });
      }
      return reports;
    }
  };
}

// src/bridge/tradovate/settings.ts
var required = ["TRADOVATE_USER", "TRADOVATE_PASSWORD", "TRADOVATE_APP_ID", "TRADOVATE_CID", "TRADOVATE_SECRET"];
function readSettings(source) {
  const missing = [...required, "TRADOVATE_TEMPLATE_ACCOUNT", "TRADOVATE_PLAN"].filter((name) => !source[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(", ")}: README.md says where to find them.`);
  const text = (name, otherwise = "") => source[name] ?? otherwise;
  const ids = (name) => text(name).split(",").filter(Boolean).map(Number);
  const demoUrl = text("TRADOVATE_DEMO_URL", "https://demo.tradovateapi.com/v1");
  return {
    demoUrl,
    liveUrl: text("TRADOVATE_LIVE_URL", "https://live.tradovateapi.com/v1"),
    streamUrl: text("TRADOVATE_STREAM_URL", `${demoUrl.replace(/^http/, "ws")}/websocket`),
    login: {
      name: text("TRADOVATE_USER"),
      password: text("TRADOVATE_PASSWORD"),
      appId: text("TRADOVATE_APP_ID"),
      appVersion: text("TRADOVATE_APP_VERSION", "1.0"),
      deviceId: text("TRADOVATE_DEVICE_ID", "tidemark-bridge"),
      cid: text("TRADOVATE_CID"),
      sec: text("TRADOVATE_SECRET")
    },
    templateAccountId: Number(text("TRADOVATE_TEMPLATE_ACCOUNT")),
    subscriptionPlanId: Number(text("TRADOVATE_PLAN")),
    entitlementIds: ids("TRADOVATE_ENTITLEMENTS"),
    currencyId: Number(text("TRADOVATE_CURRENCY", "1")),
    data: {
      ...{ entitlementIds: ids("TRADOVATE_DATA_ENTITLEMENTS"), depthPlanIds: ids("TRADOVATE_DEPTH_PLANS") },
      prefix: text("TRADOVATE_DATA_PREFIX", "/user")
    },
    open: {
      trailingLimit: text("TRADOVATE_TRAILING_LIMIT") === "equity" ? "equity" : "floor",
      personalStops: text("TRADOVATE_PERSONAL_STOPS") === "vendor" ? "vendor" : "site",
      feeWaitMs: Number(text("TRADOVATE_FEE_WAIT_MS", "250")),
      syncQuietMs: Number(text("TRADOVATE_SYNC_QUIET_MS", "1000"))
    }
  };
}
var maxRequestsPerHour = 5e3;
var renewAheadMs = 10 * minuteMs;

// src/bridge/tradovate/rest.ts
var maxPenaltyMs = 15e3;
var timeoutMs = 15e3;
var maxRedirects = 3;
function createRest(settings, { clock, metrics, record }) {
  const throttle = createThrottle(clock, { perHour: maxRequestsPerHour });
  let session;
  let starting;
  let rejection;
  const hosts = { live: settings.liveUrl, demo: settings.demoUrl };
  async function send(host, method, path, body, token) {
    throttle.take();
    let url = `${hosts[host]}${path}`;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      record("out", `${method} ${path}`, body ?? {});
      metrics.count("requests");
      const response = await fetch(url, {
        method,
        redirect: "manual",
        headers: {
          "Content-Type": "application/json",
          ...token === void 0 ? {} : { Authorization: `Bearer ${token}` }
        },
        signal: AbortSignal.timeout(timeoutMs),
        ...body === void 0 ? {} : { body: JSON.stringify(body) }
      });
      const moved = response.status === 307 ? response.headers.get("location") : null;
      if (moved !== null) {
        url = new URL(moved, url).href;
        continue;
      }
      const text = await response.text();
      const answer = parseAnswer(text);
      record("in", `${response.status} ${path}`, answer ?? text.slice(0, 500));
      if (response.status === 429) throw throttle.silence(hourMs, "too many requests");
      if (response.status === 423) throw throttle.silence(hourMs, "the vendor has locked its interface for us");
      if (response.status === 401) throw new Unauthorized();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      if (answer === void 0) throw new Error(`${path} answered ${response.status} without JSON`);
      return answer;
    }
    throw new Error(`${path} is redirected too often`);
  }
  async function sendServing(host, method, path, body, token) {
    let answer = await send(host, method, path, body, token);
    for (let times = 0; times < 3 && isObject(answer) && "p-ticket" in answer; times += 1) {
      if (answer["p-captcha"] === true) throw throttle.silence(hourMs, "the vendor asks for a captcha");
      const waitMs = Number(answer["p-time"] ?? 0) * 1e3;
      if (waitMs > maxPenaltyMs) throw throttle.silence(waitMs, "a penalty");
      await clock.sleep(waitMs);
      answer = await send(host, method, path, { ...body, "p-ticket": answer["p-ticket"] }, token);
    }
    if (isObject(answer) && "p-ticket" in answer) throw throttle.silence(minuteMs, "a repeated penalty");
    return answer;
  }
  async function signIn() {
    if (rejection !== void 0) throw new Error(rejection);
    const answer = await sendServing("live", "POST", "/auth/accesstokenrequest", settings.login);
    if (typeof answer["accessToken"] !== "string") {
      rejection = `Tradovate refuses the sign-in: ${answer["errorText"] ?? "no token"}. Correct it and start the bridge again.`;
      throw new Error(rejection);
    }
    metrics.count("sign_ins");
    return sessionOf(answer);
  }
  async function renew(current) {
    const answer = await sendServing("live", "GET", "/auth/renewaccesstoken", void 0, current.token);
    if (typeof answer["accessToken"] !== "string") throw new Unauthorized();
    return sessionOf(answer);
  }
  function sessionOf(answer) {
    return {
      token: String(answer["accessToken"]),
      expiresAt: Date.parse(String(answer["expirationTime"])),
      userId: Number(answer["userId"])
    };
  }
  async function startSession() {
    const current = session;
    if (current && clock.now() < current.expiresAt) {
      try {
        return await renew(current);
      } catch (error) {
        if (!(error instanceof Unauthorized)) throw error;
      }
    }
    return signIn();
  }
  async function getSession() {
    if (session && clock.now() < session.expiresAt - renewAheadMs) return session;
    starting ??= startSession().then((started) => {
      session = started;
      return started;
    }).finally(() => {
      starting = void 0;
    });
    return starting;
  }
  async function ask(host, method, path, body) {
    const { token } = await getSession();
    try {
      return await sendServing(host, method, path, body, token);
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error;
      if (session?.token === token) session = void 0;
      return sendServing(host, method, path, body, (await getSession()).token);
    }
  }
  async function get(path, host = "demo") {
    const answer = await ask(host, "GET", path);
    const problem = findProblem(answer);
    if (problem !== void 0) throw new Error(`${path}: ${problem}`);
    return answer;
  }
  return {
    getSession,
    forgetSession(token) {
      if (session?.token === token) session = void 0;
    },
    get,
    /** @throws {Error} if the answer is no list */
    async list(path, host = "demo") {
      const rows = await get(path, host);
      if (!Array.isArray(rows)) throw new Error(`${path} answered without a list`);
      return rows.filter(isObject);
    },
    /** The row of a `find`, or undefined. */
    async find(path, host = "demo") {
      const found = await get(path, host).catch((error) => {
        if (error instanceof Silenced || !/answered 404|not ?found/i.test(String(error))) throw error;
        return void 0;
      });
      return isObject(found) && "id" in found ? found : void 0;
    },
    /** @throws {Refused} with the vendor's words: errors arrive in a 200 */
    async post(path, body, host = "demo") {
      const answer = await ask(host, "POST", path, body);
      const problem = findProblem(answer);
      if (problem !== void 0) throw new Refused(problem);
      return isObject(answer) ? answer : {};
    }
  };
}
function findProblem(answer) {
  if (!isObject(answer)) return void 0;
  if (typeof answer["errorText"] === "string" && answer["errorText"] !== "") return answer["errorText"];
  if (answer["ok"] === false) return "the vendor answered ok: false";
  const { violations } = answer;
  if (Array.isArray(violations) && violations.length > 0)
    return violations.map((each) => String(each["description"] ?? JSON.stringify(each))).join("; ");
  return void 0;
}

// src/bridge/tradovate/stream.ts
var pingMs = 2500;
var silentMs = 1e4;
var minDelayMs = 1e3;
var maxDelayMs = minuteMs;
async function runStream(url, rest, { clock, metrics, say }, handlers, signal) {
  let delayMs = minDelayMs;
  while (!signal.aborted) {
    try {
      const { token } = await rest.getSession();
      const isHealthy = await runSocket(url, token, { clock, metrics, rest }, handlers, signal);
      delayMs = isHealthy ? minDelayMs : Math.min(2 * delayMs, maxDelayMs);
    } catch (error) {
      say(`not connected: ${error instanceof Error ? error.message : error}`);
      delayMs = Math.min(2 * delayMs, maxDelayMs);
    }
    handlers.onLost();
    const now = clock.now();
    await clock.sleep(Math.max(delayMs, Math.min((findMaintenanceEnd(now) ?? now) - now, 5 * minuteMs)), signal);
  }
}
async function runSocket(url, token, { clock, metrics, rest }, handlers, signal) {
  const socket = new WebSocket(url);
  const closing = new AbortController();
  let lastFrameAt = clock.now();
  let isAuthorized = false;
  let nextId = 1;
  let asked;
  const close = () => {
    closing.abort();
    socket.close();
  };
  const request = (endpoint, body, id = nextId) => {
    nextId = Math.max(nextId, id + 1);
    socket.send(`${endpoint}
${id}

${typeof body === "string" ? body : JSON.stringify(body)}`);
  };
  function take({ e: event, i: id, s: status, d: data }) {
    if (id === 0 && status === 200) {
      isAuthorized = true;
      handlers.onAuthorized((endpoint, body) => {
        asked = { endpoint, body };
        request(endpoint, body);
      });
    } else if (id === 0) {
      rest.forgetSession(token);
      close();
    } else if (event === "props") {
      const { entityType, entity } = data;
      handlers.onProps(entityType, Array.isArray(entity) ? entity : [entity]);
    } else if (event === "shutdown") close();
    else if (status === 200 && isObject(data) && "p-ticket" in data) void serve(data);
    else if (status === 200 && typeof data === "object" && data !== null)
      handlers.onSync(data);
    else if (status !== void 0 && status !== 200) close();
  }
  async function serve(penalty) {
    const isCaptcha = penalty["p-captcha"] === true;
    await clock.sleep(isCaptcha ? hourMs : Number(penalty["p-time"] ?? 0) * 1e3, closing.signal);
    if (closing.signal.aborted || signal.aborted || !asked) return;
    request(asked.endpoint, isCaptcha ? asked.body : { ...asked.body, "p-ticket": penalty["p-ticket"] });
  }
  socket.addEventListener("message", ({ data }) => {
    lastFrameAt = clock.now();
    metrics.count("frames");
    const [kind] = data;
    if (kind === "o") request("authorize", token, 0);
    else if (kind === "a") for (const message of JSON.parse(String(data).slice(1))) take(message);
    else if (kind === "c") close();
  });
  const closed2 = new Promise((resolve2) => {
    socket.addEventListener("close", () => resolve2());
    socket.addEventListener("error", () => resolve2());
    closing.signal.addEventListener("abort", () => resolve2());
    signal.addEventListener("abort", () => {
      close();
      resolve2();
    });
  });
  void (async () => {
    while (!closing.signal.aborted && !signal.aborted) {
      await clock.sleep(pingMs, closing.signal);
      if (socket.readyState === WebSocket.OPEN) socket.send("[]");
      if (clock.now() - lastFrameAt > silentMs) close();
    }
  })();
  await closed2;
  closing.abort();
  return isAuthorized;
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

// src/bridge/tradovate/transfers.ts
var maxCents = 9999999;
function createTradovateTransfers(rest, { currencyId }, accounts, parts) {
  const transfers = createTransfers(
    {
      ...{ maxCents, script: "tradovate-bridge.mjs" },
      send: (accountId, amountCents, comment) => rest.post("/fundTransaction/adjustcash", {
        ...{ accountId: accounts.get(accountId).vendorId, cashChange: amountCents / 100 },
        ...{ cashChangeType: amountCents < 0 ? "ChallengePayout" : "ManualAdjustment", currencyId, comment }
      }),
      async look(accountId, comment) {
        const rows = await rest.list(`/cashBalanceLog/deps?masterid=${accounts.get(accountId).vendorId}`);
        const row = rows.find((each) => each["comment"] === comment);
        if (row) takeLog(row);
      },
      platformAccountIdOf: (accountId) => accounts.get(accountId).platformAccountId,
      describe: (comment) => `with the comment ${comment}`
    },
    parts
  );
  function takeLog(row) {
    const comment = String(row["comment"] ?? "");
    if (!transfers.find(comment)) return false;
    transfers.confirm(comment, Date.parse(String(row["timestamp"])));
    return true;
  }
  return { ...transfers, takeLog };
}

// src/bridge/tradovate/adapter.ts
var entityTypes = [
  ...["account", "contract", "order", "fill", "fillFee", "executionReport", "position", "cashBalance"],
  "accountRiskStatus",
  "cashBalanceLog"
];
var maxUsersShown = 50;
var listNames = entityTypes.map((name) => [name, name === "accountRiskStatus" ? `${name}es` : `${name}s`]);
function createTradovateAdapter(settings, parts) {
  const { clock, say } = parts;
  const rest = createRest(settings, parts);
  const contracts = createContracts(
    (id) => rest.find(`/contract/item?id=${id}`).then((row) => row && String(row["name"])),
    () => clock.now()
  );
  const accounts = createAccounts(settings, rest, parts);
  const transfers = createTradovateTransfers(rest, settings, accounts, parts);
  const cashLog = createCashLog(parts, accounts, transfers);
  const data = createData(rest, accounts, settings, parts);
  const holdings = createHoldings(clock, contracts, accounts.idOf);
  const book = createBook(parts, { rest, contracts, holdings, settings, accountIdOf: accounts.idOf });
  let isSynced = false;
  const access = createTradovateAccess(
    rest,
    accounts,
    settings.open,
    (vendorId) => isSynced && holdings.isFlat(vendorId),
    parts
  );
  let generation = 0;
  let hasLists = false;
  function takeSync(part) {
    const mine = ++generation;
    for (const [entityType, list] of listNames) {
      const rows = part[list];
      if (!Array.isArray(rows)) continue;
      hasLists = true;
      take(entityType, rows);
    }
    void clock.sleep(settings.open.syncQuietMs).then(() => {
      if (mine !== generation) return;
      if (!hasLists) return say("the sync brought no list: ask your vendor what this user may see");
      isSynced = true;
      access.onPositions();
    });
  }
  function take(entityType, entities) {
    if (entityType === "position") {
      for (const row of entities) holdings.takePosition(row);
      access.onPositions();
    } else if (entityType === "cashBalance") for (const row of entities) holdings.takeBalance(row);
    else if (entityType === "cashBalanceLog") for (const row of entities) cashLog.take(row);
    else if (entityType === "accountRiskStatus") for (const status of entities) access.onRiskStatus(status);
    else book.take(entityType, entities);
  }
  const handlers = {
    onAuthorized: (request) => {
      hasLists = false;
      request("user/syncrequest", { splitResponses: true, accounts: [], entityTypes });
    },
    onProps: take,
    onSync: takeSync,
    onLost: () => {
      generation += 1;
      isSynced = false;
    }
  };
  return {
    platform: "tradovate",
    capabilities: [
      ...["canOpen", "canReset", "canLock", "canFlatten", "canTransfer", "canClose", "holdsLimits"],
      ...["enforcesPersonalStop", "reportsFees", "reportsBusts"],
      ...settings.open.personalStops === "vendor" ? ["holdsPersonalStop"] : [],
      ...data.isOffered ? ["setsMarketData"] : []
    ],
    async run(signal) {
      await Promise.all([
        runStream(settings.streamUrl, rest, parts, handlers, signal),
        ...[access, data, book].map((each) => each.run(signal))
      ]);
    },
    standing: () => ({
      isSynced: isSynced && book.waiting() === 0,
      feedLagMs: book.lagMs(),
      maintenanceUntil: findMaintenanceEnd(clock.now())
    }),
    open: accounts.open,
    reset: (accountId, requestId) => access.inTurn(accountId, () => accounts.reset(accountId, requestId)),
    async setAccess(accountId, request) {
      const packages = request.marketData;
      if (packages) data.set(accountId, packages);
      const answer = await access.set(accountId, request);
      data.requireNonProfessional(packages ?? []);
      return answer;
    },
    transfer: transfers.transfer,
    tasks: () => [...transfers.tasks(), ...data.tasks.open()],
    confirmTask: data.tasks.confirm,
    settleTransfer: transfers.settle,
    async close(accountId) {
      await accounts.close(accountId);
      data.set(accountId, []);
    },
    balances: holdings.report,
    async examine() {
      const checks = [];
      try {
        await rest.getSession();
        checks.push([true, "Tradovate accepts the user and password."]);
        const template = await rest.find(`/account/item?id=${settings.templateAccountId}`);
        checks.push([
          template !== void 0,
          `Template account ${settings.templateAccountId} ${template ? "exists" : "doesn’t exist: ask your vendor"}.`
        ]);
      } catch (error) {
        checks.push([false, error instanceof Error ? error.message : String(error)]);
        say("The other checks need a sign-in.");
      }
      const { trailingLimit, personalStops, feeWaitMs, syncQuietMs } = settings.open;
      checks.push([
        true,
        `Ask your vendor: trailingMaxDrawdownLimit is read as the ${trailingLimit} (TRADOVATE_TRAILING_LIMIT).`
      ]);
      checks.push([
        true,
        `Ask your vendor: personal stops are held by the ${personalStops === "vendor" ? "vendor, too" : "site alone"} (TRADOVATE_PERSONAL_STOPS).`
      ]);
      checks.push([
        true,
        `Ask your vendor: depth plans are added under ${settings.data.prefix} (TRADOVATE_DATA_PREFIX).`
      ]);
      checks.push([
        true,
        `Ask your vendor: fills wait ${feeWaitMs} ms for their fee (TRADOVATE_FEE_WAIT_MS), and a sync has ended after ${syncQuietMs} ms without an answer (TRADOVATE_SYNC_QUIET_MS).`
      ]);
      const left = accounts.listLeft();
      if (left.length > 0) {
        const shown = left.slice(0, maxUsersShown).join(", ");
        checks.push([
          true,
          `No open account is left of ${left.length} of the vendor’s users, whose subscriptions renew until you cancel them: ${shown}.`
        ]);
      }
      return checks;
    }
  };
}

// src/bridge/tradovate/main.ts
await runProgram({
  ...{ file: "tradovate-bridge.mjs", folder: "./tradovate-data", port: 8701 },
  ...{ readSettings, connect: createTradovateAdapter }
});
