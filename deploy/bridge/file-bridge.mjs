#!/usr/bin/env node
// Built from src/bridge/file-bridge by `npm run bridge:bundle`: change that, not this file. README.md describes it.

// src/bridge/file-bridge/main.ts
import { mkdirSync as mkdirSync2 } from "node:fs";
import { join as join4, resolve } from "node:path";

// src/shared/accounts/bridge-signature.ts
import { createHmac, timingSafeEqual } from "node:crypto";
var signatureHeaders = {
  timestamp: "X-Tidemark-Timestamp",
  signature: "X-Tidemark-Signature",
  requestSignature: "X-Tidemark-Request-Signature",
  answerSignature: "X-Tidemark-Answer-Signature"
};
var toleranceMs = 5 * 6e4;
function sign(secret2, body, now) {
  const timestamp = String(now.getTime());
  return { timestamp, signature: signatureOf(secret2, "v1", `${timestamp}.${body}`) };
}
function signRequest(secret2, request, now) {
  return signRequestAt(secret2, request, String(now.getTime()));
}
function signAnswer(secret2, answer, now) {
  return signAnswerAt(secret2, answer, String(now.getTime()));
}
function findRequestCoverage(secret2, request, now) {
  return findCoverage(
    secret2,
    request,
    now,
    request.requestSignature,
    signRequestAt(secret2, request, request.timestamp)
  );
}
function isEqual(given, expected) {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
function findCoverage(secret2, { timestamp, signature, body }, now, whole, expectedWhole) {
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return void 0;
  if (whole !== "") return isEqual(whole, expectedWhole) ? "whole" : void 0;
  return isEqual(signature, signatureOf(secret2, "v1", `${timestamp}.${body}`)) ? "body" : void 0;
}
function signRequestAt(secret2, request, timestamp) {
  const { method, path, idempotencyKey = "", body } = request;
  return signatureOf(secret2, "v2", [timestamp, method, path, idempotencyKey, body].join("\n"));
}
function signAnswerAt(secret2, { status, body, requestSignature }, timestamp) {
  return signatureOf(secret2, "v2", [timestamp, status, requestSignature, body].join("\n"));
}
function signatureOf(secret2, version, text) {
  return `${version}=${createHmac("sha256", secret2).update(text).digest("hex")}`;
}

// src/bridge/core/signed-headers.ts
function signedHeaders(secret2, request, at = Date.now()) {
  const now = new Date(at);
  const { timestamp, signature } = sign(secret2, request.body, now);
  return {
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: signature,
    [signatureHeaders.requestSignature]: signRequest(secret2, request, now)
  };
}

// src/bridge/core/ask-running.ts
async function askRunning({ secret: secret2, port }, path) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method: "POST", headers: signedHeaders(secret2, { method: "POST", path, body: "" }), body: "" }
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(String(answer["error"]));
  return answer;
}

// src/bridge/core/signature-memory.ts
import { createHmac as createHmac2 } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
function openSignatureMemory(folder2, secret2) {
  mkdirSync(folder2, { recursive: true });
  const path = join(folder2, "whole-requests-are-signed");
  const text = createHmac2("sha256", secret2).update("whole requests are signed").digest("hex");
  let isKnown = existsSync(path) && readFileSync(path, "utf8") === text;
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

// src/bridge/core/clock.ts
import { setTimeout as wait } from "node:timers/promises";
var realClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(Math.max(0, ms), void 0, signal ? { signal } : {}).catch(() => void 0)
};

// src/bridge/core/signed-server.ts
var maxBodyBytes = 1e6;
function createSignedServer({ secret: secret2, memory, clock: clock2 = realClock, answer, open, receive }) {
  const now = () => new Date(clock2.now());
  async function decide(method, url, body, headers) {
    const read = method === "GET" ? open[url] : void 0;
    if (read) return { answer: [200, read()] };
    if (receive && method === "POST" && url === "/webhook") return { answer: [receive(headers, body), {}] };
    const request = readRequest(method, url, body, headers);
    const { idempotencyKey = "", requestSignature } = request;
    const coverage = findRequestCoverage(secret2, request, now());
    if (!coverage || !memory.accepts(coverage)) return { answer: [401, { error: "not signed" }] };
    const answered = await Promise.resolve().then(() => answer({ method, url, body, idempotencyKey })).catch(() => [400, { error: "not understood" }]);
    return { answer: answered, ...coverage === "whole" ? { requestSignature } : {} };
  }
  function signatureOf2(status, body, requestSignature) {
    const at = now();
    const { timestamp, signature } = sign(secret2, body, at);
    const whole = requestSignature && signAnswer(secret2, { status, body, requestSignature }, at);
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

// src/bridge/file-bridge/account-store.ts
import { existsSync as existsSync2, readFileSync as readFileSync2, renameSync, writeFileSync as writeFileSync2 } from "node:fs";
import { join as join2 } from "node:path";
function openAccountStore(folder2) {
  const path = join2(folder2, "accounts.json");
  const stored = existsSync2(path) ? JSON.parse(readFileSync2(path, "utf8")) : {};
  const accounts = Object.fromEntries(
    Object.entries(stored).map(([id, account]) => [id, { ...account, tasks: account.tasks ?? [] }])
  );
  return {
    accounts,
    save() {
      writeFileSync2(`${path}.new`, JSON.stringify(accounts, null, 2), { mode: 384 });
      renameSync(`${path}.new`, path);
    }
  };
}
function listOpenTasks({ accounts }) {
  return Object.entries(accounts).flatMap(([accountId, { platform, tasks }]) => tasks.map((task) => ({ ...task, accountId, platform }))).filter(({ confirmedAt }) => confirmedAt === null).sort((left, right) => left.requestedAt - right.requestedAt);
}
function requestTask({ accounts }, account, { kind, key, text }, announce) {
  const existing = account.tasks.find((task2) => task2.kind === kind && task2.key === key);
  if (existing) return existing;
  const number = 1 + Math.max(0, ...Object.values(accounts).flatMap(({ tasks }) => tasks.map(({ id }) => Number(id.slice(1)))));
  const task = { id: `T${number}`, key, kind, text, requestedAt: Date.now(), confirmedAt: null };
  account.tasks.push(task);
  announce(task);
  return task;
}

// src/bridge/file-bridge/answer-requests.ts
import { randomBytes } from "node:crypto";

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
var defaultPlatform = "rithmic";
function findPlatform(value) {
  return platforms.find((each) => each === value);
}

// src/bridge/core/describe-tasks.ts
var dollarsOf = (cents) => `$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
function describeOpening(what, rules) {
  const {
    startingBalanceCents = 0,
    maxContracts: maxContracts2,
    drawdown,
    dailyLoss
  } = rules ?? {};
  const { maxLossCents } = drawdown ?? {};
  const { limitCents } = dailyLoss ?? {};
  return [
    `Open ${what}`,
    `a balance of ${dollarsOf(startingBalanceCents)}`,
    ...maxContracts2 === void 0 ? [] : [`a limit of ${maxContracts2} contracts`],
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

// src/bridge/file-bridge/answer-requests.ts
function answerRequest(store, { method, url, body, idempotencyKey }, announce) {
  if (method !== "POST") return [404, { error: "not found" }];
  const message = JSON.parse(body || "{}");
  if (url === "/tasks") return [200, { tasks: listOpenTasks(store) }];
  const [, taskId] = /^\/tasks\/([^/]+)\/confirm$/.exec(url) ?? [];
  if (taskId !== void 0) return confirmTask(store, taskId);
  if (url === "/accounts") return openAccount(store, message, announce);
  const [, id = "", action] = /^\/accounts\/([^/]+)\/(reset|access|transfer|close)$/.exec(url) ?? [];
  const account = store.accounts[decodeURIComponent(id)];
  if (!account || action === void 0) return [404, { error: "no such account" }];
  const kind = kinds[action];
  const isNewest = kind !== "set-access" || setAccess(account, message);
  if (!isNewest) return [200, { ok: true }];
  const task = requestTask(
    store,
    account,
    { kind, key: idempotencyKey, text: textOf(kind, account, message) },
    announce
  );
  store.save();
  if (task.confirmedAt === null) return [202, { status: "pending", task: task.id }];
  return [200, kind === "transfer-money" ? { transferredAt: task.confirmedAt } : { ok: true }];
}
var kinds = {
  reset: "reset-account",
  access: "set-access",
  transfer: "transfer-money",
  close: "close-account"
};
function textOf(kind, account, message) {
  const { platformAccountId } = account;
  if (kind === "set-access") return describeAccess(platformAccountId, message);
  if (kind === "transfer-money") return describeTransfer(platformAccountId, Number(message["amountCents"]));
  if (kind === "close-account") return `Close ${platformAccountId} for trading permanently.`;
  return `Reset ${platformAccountId} to its starting balance, without positions and orders.`;
}
function setAccess(account, { accountId: _, platform: __, ...message }) {
  const revision = Number(message["revision"] ?? 0);
  if (revision < (account.access?.revision ?? 0)) return false;
  const isChanged = JSON.stringify({ ...message, revision }) !== JSON.stringify(account.access);
  account.access = { ...message, revision };
  if (isChanged) {
    const outdated = account.tasks.filter(({ kind, confirmedAt }) => kind === "set-access" && confirmedAt === null);
    for (const task of outdated) account.tasks.splice(account.tasks.indexOf(task), 1);
  }
  return true;
}
function confirmTask(store, id) {
  const [account, task] = Object.values(store.accounts).map((each) => [each, each.tasks.find((candidate) => candidate.id === id)]).find(([, found]) => found !== void 0) ?? [void 0, void 0];
  if (!account || !task) return [404, { error: `There is no task ${id}.` }];
  task.confirmedAt ??= Date.now();
  if (task.kind === "close-account") account.closed = true;
  store.save();
  return [200, { task }];
}
function openAccount(store, message, announce) {
  const accountId = String(message["accountId"]);
  const existing = store.accounts[accountId];
  const account = existing ?? createAccount(store, message);
  const { platformAccountId, user, secret: secret2 } = account;
  if (!existing) {
    store.accounts[accountId] = account;
    const what = `${platformAccountId} for the user ${user}, with the password in accounts.json`;
    const text = describeOpening(what, message["rules"]);
    requestTask(store, account, { kind: "open-account", key: accountId, text }, announce);
    store.save();
  }
  return [200, { platformAccountId, user, secret: secret2 }];
}
function createAccount({ accounts }, { platform, email }) {
  const number = 100001 + Object.keys(accounts).length;
  const name = findPlatform(platform) ?? defaultPlatform;
  const userName = String(email).split("@")[0]?.replace(/[^a-z0-9]/gi, "").slice(0, 12) || "trader";
  return {
    platform: name,
    platformAccountId: `${platformFacts[name].accountPrefix}-${number}`,
    user: `${userName}-${number}`,
    secret: randomBytes(9).toString("base64url"),
    closed: false,
    tasks: []
  };
}

// src/bridge/file-bridge/send-statements.ts
import { readdirSync, readFileSync as readFileSync3, statSync } from "node:fs";
import { basename, join as join3 } from "node:path";

// src/lib/durations.ts
var secondMs = 1e3;
var minuteMs = 60 * secondMs;
var hourMs = 60 * minuteMs;
var dayMs = 24 * hourMs;

// src/bridge/core/site.ts
var Rejection = class extends Error {
  status;
  constructor(status, text) {
    super(`${status} ${text}`);
    this.status = status;
  }
};
var isFinal = (status) => [400, 409, 422].includes(status);
var isRejected = (error) => error instanceof Rejection && isFinal(error.status);
function createSite({ secret: secret2, target: target2, clock: clock2 = realClock }) {
  let skewMs = 0;
  return {
    skewMs: () => skewMs,
    async post(path, message) {
      const body = JSON.stringify(message);
      const request = { method: "POST", path: `/api/bridge/${path}`, body };
      const response = await fetch(`${target2}${request.path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...signedHeaders(secret2, request, clock2.now()) },
        body,
        signal: AbortSignal.timeout(6e4)
      });
      const siteNow = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(siteNow)) skewMs = clock2.now() - siteNow;
      if (!response.ok) throw new Rejection(response.status, (await response.text()).slice(0, 500));
      return response.json();
    }
  };
}

// src/lib/decode-text.ts
function decodeText(bytes) {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes("\0") || text.startsWith("PK") ? void 0 : text;
}
function encodingOf(bytes) {
  if (bytes[0] === 255 && bytes[1] === 254) return "utf-16le";
  if (bytes[0] === 254 && bytes[1] === 255) return "utf-16be";
  if (bytes.length > 3 && bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0) return "utf-16le";
  if (bytes.length > 3 && bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0 && bytes[3] !== 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

// src/lib/western-digits.ts
var otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g;
function westernizeDigits(text) {
  return text.replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(otherDigits, (digit) => String(digit.charCodeAt(0) % 16 - (/[\u0966-\u096f]/.test(digit) ? 6 : 0))).replace(/\u066b/g, ".").replace(/\u066c/g, ",").replace(/[\uff0b-\uff0f\uff1a\uff05\uff08\uff09\uff04]/g, (mark) => mark.normalize("NFKC"));
}

// src/shared/accounts/events.ts
function signedQuantity({ side, quantity }) {
  return side === "buy" ? quantity : -quantity;
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
function isContractMonth(instrument, text) {
  const [, month = ""] = /^20\d{2}-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return month !== "" && isListed(instrument, Number(month));
}
function contractKey({ instrument, month }) {
  return `${instrument} ${month}`;
}
function frontMonthOf(instrument, atMs) {
  const ahead = new Date(atMs + rollAheadMs);
  let year = ahead.getUTCFullYear();
  let month = ahead.getUTCMonth() + 1;
  while (!isListed(instrument, month)) {
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return `${year}-${String(month).padStart(2, "0")}`;
}
function isListed(instrument, month) {
  return instruments[instrument].months.includes(monthLetters.charAt(month - 1));
}

// src/shared/replay/fill-file/order-ties.ts
function orderTies(fills) {
  const held = /* @__PURE__ */ new Map();
  const ordered = [];
  let from = 0;
  while (from < fills.length) {
    let until = from + 1;
    while (until < fills.length && fills[until]?.at === fills[from]?.at) until += 1;
    const group = fills.slice(from, until);
    for (const fill of group.length === 1 ? group : exitsFirst(group, held)) {
      held.set(keyOf(fill), (held.get(keyOf(fill)) ?? 0) + signedOf(fill));
      ordered.push(fill);
    }
    from = until;
  }
  return ordered;
}
function* exitsFirst(group, held) {
  const left = /* @__PURE__ */ new Map();
  for (const fill of group) {
    const queues = left.get(keyOf(fill)) ?? { buy: [], sell: [] };
    queues[fill.side].push(fill);
    left.set(keyOf(fill), queues);
  }
  const taken = /* @__PURE__ */ new Set();
  const findExit = () => {
    for (const [key, { buy, sell }] of left) {
      const position = held.get(key) ?? 0;
      const exit = position > 0 ? sell.shift() : position < 0 ? buy.shift() : void 0;
      if (exit) return exit;
    }
    return void 0;
  };
  for (const first of group) {
    for (let exit = findExit(); exit; exit = findExit()) {
      taken.add(exit);
      yield exit;
    }
    if (taken.has(first)) continue;
    left.get(keyOf(first))?.[first.side].shift();
    taken.add(first);
    yield first;
  }
}
function keyOf({ contract: { instrument, month } }) {
  return `${instrument} ${month ?? ""}`;
}
function signedOf({ side, parts }) {
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
  return signedQuantity({ side, quantity });
}

// src/shared/replay/fill-file/position-ranges.ts
function createRangeTracker() {
  const held = /* @__PURE__ */ new Map();
  return (fill, extremes) => {
    const { at, instrument, month, side, quantity } = fill;
    const key = contractKey(fill);
    const position = held.get(key) ?? { quantity: 0, fromAt: at, known: void 0 };
    const before = position.quantity;
    if (before === 0) Object.assign(position, { fromAt: at, known: void 0 });
    else if (extremes) position.known = widen(position.known, extremes);
    position.quantity += signedQuantity({ side, quantity });
    held.set(key, position);
    if (Math.sign(position.quantity) === Math.sign(before)) return [];
    const { fromAt, known } = position;
    Object.assign(position, { fromAt: at, known: void 0 });
    return known ? [{ instrument, month, fromAt, untilAt: at, ...known }] : [];
  };
}
function widen(known, { lowTicks, highTicks }) {
  if (!known) return { lowTicks, highTicks };
  return { lowTicks: Math.min(known.lowTicks, lowTicks), highTicks: Math.max(known.highTicks, highTicks) };
}

// src/shared/replay/fill-file/price-bounds.ts
var bounds = {
  ...{ ES: [400, 3e4], NQ: [500, 15e4], RTY: [150, 15e3], YM: [4e3, 25e4], NKD: [5e3, 25e4] },
  ...{ CL: [-60, 300], NG: [0.3, 40], RB: [0.2, 12], HO: [0.2, 12] },
  ...{ GC: [200, 2e4], SI: [3, 400], HG: [0.4, 25], PL: [250, 1e4] },
  ...{ "6E": [0.5, 2.5], "6B": [0.6, 3.5], "6J": [3e-3, 0.03], "6A": [0.3, 1.8], "6C": [0.4, 1.8] },
  ...{ "6S": [0.3, 2.5], "6N": [0.2, 1.5] },
  ...{ ZB: [60, 250], UB: [60, 300], ZN: [70, 200], TN: [70, 220], ZF: [70, 180], ZT: [75, 150] },
  ...{ ZC: [100, 2500], ZS: [300, 5e3], ZW: [150, 4e3], ZM: [80, 2e3], ZL: [8, 300] },
  ...{ LE: [40, 700], HE: [15, 400], GF: [50, 1e3], MBT: [500, 2e6], MET: [20, 1e5] }
};
function isPlausible(code, priceTicks) {
  const { tickSize, fullSize } = instruments[code];
  const [low, high] = bounds[fullSize] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return priceTicks * tickSize >= low && priceTicks * tickSize <= high;
}
var nearbyMs = 10 * dayMs;
var maxNeighbors = 10;
var maxRatio = 2;
function findOutliers(fills) {
  const outliers = /* @__PURE__ */ new Set();
  const indexed = fills.map((fill, index) => ({ ...fill, index }));
  for (const [code, group] of Map.groupBy(indexed, ({ instrument }) => instrument)) {
    const [low = 0] = bounds[instruments[code].fullSize] ?? [];
    if (low <= 0) continue;
    for (const [place, { at, priceTicks, index }] of group.entries()) {
      const near = [
        ...group.slice(Math.max(0, place - maxNeighbors), place),
        ...group.slice(place + 1, place + 1 + maxNeighbors)
      ].filter((other) => Math.abs(other.at - at) <= nearbyMs);
      const isFar = ({ priceTicks: other }) => priceTicks > other * maxRatio || other > priceTicks * maxRatio;
      if (near.length > 0 && near.filter(isFar).length * 2 > near.length) outliers.add(index);
    }
  }
  return outliers;
}

// src/shared/exchange/exchange-calendar.ts
var calendarCoveredUntil = "2028-12-31";

// src/shared/replay/fill-file/decimal.ts
var placeholders = /^(?:[-–—]{1,3}|n\/?a|#n\/a|null|none|nan|nil|undefined)?$/i;
function hasNoValue(text) {
  return placeholders.test(text.trim());
}
var thousands = /^\d{1,3}(?:([.,'])\d{3})(?:\1\d{3})*$/;
function plainNumber(text, decimalComma = false) {
  let bare = text.replace(/US\$|\$US|USD|\$/gi, "").replace(/\s/g, "").replace(/[\u2010-\u2015\u2212]/g, "-").replace(/[\u2018\u2019\u02bc]/g, "'");
  const isNegative = /^\(.*\)$/.test(bare) || /^-|-$/.test(bare);
  bare = bare.replace(/^\((.*)\)$/, "$1").replace(/^[-+]|[-+]$/g, "");
  if (bare.includes("'")) {
    const [, whole2 = "", fraction2 = ""] = /^(\d{1,3}(?:'\d{3})+)([.,]\d+)?$/.exec(bare) ?? [];
    bare = `${whole2.replaceAll("'", "")}${fraction2.replace(",", ".")}`;
    return bare === "" ? void 0 : `${isNegative ? "-" : ""}${bare}`;
  }
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare) || !isGrouped(bare)) return void 0;
  const mark = decimalMark(bare, decimalComma);
  const whole = (mark < 0 ? bare : bare.slice(0, mark)).replace(/[.,]/g, "") || "0";
  const fraction = mark < 0 ? "" : bare.slice(mark + 1);
  return `${isNegative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
function isGrouped(bare) {
  const mark = Math.max(bare.lastIndexOf(","), bare.lastIndexOf("."));
  const whole = bare.slice(0, Math.max(mark, 0));
  if (!/[.,]/.test(whole) || isGroupedWhole(bare)) return true;
  return isGroupedWhole(whole) && !whole.includes(bare.charAt(mark));
}
function isGroupedWhole(text) {
  return thousands.test(text) || /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text);
}
function decimalMark(bare, decimalComma) {
  const mark = Math.max(bare.lastIndexOf(","), bare.lastIndexOf("."));
  if (bare.includes(",") === decimalComma && bare.indexOf(bare.charAt(mark)) === mark) return mark;
  if (/^[1-9]/.test(bare) && isGroupedWhole(bare)) return -1;
  return mark;
}
function parseDecimal(plain) {
  const point = plain.indexOf(".");
  if (point < 0) return { units: BigInt(plain), digits: 0 };
  return { units: BigInt(plain.replace(".", "")), digits: plain.length - point - 1 };
}
function hasDecimalCommas(samples, otherwise) {
  for (const sample of samples) {
    const comma = sample.lastIndexOf(",");
    const point = sample.lastIndexOf(".");
    if (comma < 0 ? point >= 0 && !/^\D*[1-9]\d{0,2}(?:\.\d{3})+\D*$/.test(sample) : point > comma) return false;
    if (comma >= 0 && (point >= 0 || !/^\D*[1-9]\d{0,2}(?:,\d{3})+\D*$/.test(sample))) return true;
  }
  return otherwise;
}
function centsOf(text, decimalComma) {
  const plain = plainNumber(text, decimalComma);
  return plain === void 0 ? void 0 : Math.round(Number((Math.abs(Number(plain)) * 100).toFixed(6)));
}

// src/shared/replay/fill-file/split-ticks.ts
var tickDigits = 9;
var onTick = 1e-6;
function splitTicks(text, instrument, quantity, decimalComma = false) {
  const plain = isInFractions(text, instrument) ? plainFraction(text, instrument) : plainNumber(text, decimalComma);
  if (plain === void 0) return void 0;
  const near = Number(plain) / instrument.tickSize;
  const nearest = Math.round(near);
  if (Math.abs(near - nearest) < onTick) return [{ quantity, priceTicks: nearest + 0 }];
  const price = parseDecimal(plain);
  if (quantity === 1 && Math.abs(near - nearest) * instrument.tickSize > 10 ** -price.digits) return void 0;
  const count = BigInt(quantity);
  const tick = BigInt(Math.round(instrument.tickSize * 10 ** tickDigits));
  const dividend = price.units * count * 10n ** BigInt(tickDigits);
  const divisor = tick * 10n ** BigInt(price.digits);
  const total = floorOf(dividend * 2n + divisor, divisor * 2n);
  const low = floorOf(total, count);
  const above = Number(total - low * count);
  return [
    { quantity: quantity - above, priceTicks: Number(low) },
    { quantity: above, priceTicks: Number(low) + 1 }
  ].filter((part) => part.quantity > 0);
}
function nearestTick(text, instrument, decimalComma) {
  return splitTicks(text, instrument, 1, decimalComma)?.[0]?.priceTicks;
}
function floorOf(dividend, divisor) {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n ? quotient - 1n : quotient;
}
var eighths = ["0", "1", "2", "3", "5", "6", "7", "8"];
function isInFractions(text, { code, session }) {
  return /\d['’-]\d/.test(text) && (session === "grains" || /^(?:Z|UB|TN)/.test(code));
}
function plainFraction(text, { session }) {
  const [, whole, parts = "", rest = ""] = /^\s*(\d+)['’-](\d{1,2})(\d|\.\d+)?\s*$/.exec(text) ?? [];
  if (whole === void 0) return void 0;
  if (session === "grains") return rest === "" ? String(Number(whole) + Number(parts) / 8) : void 0;
  if (parts.length < 2) return void 0;
  const share = rest === "" ? 0 : rest.startsWith(".") ? Number(rest) : eighths.indexOf(rest) / 8;
  return Number(parts) >= 32 || share < 0 ? void 0 : String(Number(whole) + (Number(parts) + share) / 32);
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

// src/shared/replay/fill-file/times.ts
var halfHourMs = 30 * minuteMs;
var offsets = {
  ...{ UTC: 0, GMT: 0, Z: 0, CET: 60, CEST: 120, WET: 0, WEST: 60, EET: 120, EEST: 180, BRT: -180, JST: 540 }
};
var seasonal = {
  EST: ["America/New_York", -300],
  EDT: ["America/New_York", -240],
  CDT: ["America/Chicago", -300],
  MST: ["America/Denver", -420],
  MDT: ["America/Denver", -360],
  PST: ["America/Los_Angeles", -480],
  PDT: ["America/Los_Angeles", -420]
};
function zoneOfLabel(label, localTimes) {
  const name = label.trim().toUpperCase();
  const season = Object.hasOwn(seasonal, name) ? seasonal[name] : void 0;
  if (season) {
    const [zone, offset2] = season;
    const toUtc = zoneOf(zone);
    for (const localMs of localTimes) {
      if (toUtc === void 0 || toUtc(localMs) !== localMs - offset2 * minuteMs) return void 0;
    }
    return (localMs) => localMs - offset2 * minuteMs;
  }
  const known = Object.hasOwn(offsets, name) ? offsets[name] : void 0;
  const offset = known ?? offsetOf(label.trim().replace(/^(?:UTC|GMT)\s*/i, ""));
  if (offset !== void 0) return (localMs) => localMs - offset * minuteMs;
  return label.includes("/") ? zoneOf(label.trim()) : void 0;
}
function zoneOf(zone) {
  if (Number.isNaN(tzOffset(zone, /* @__PURE__ */ new Date(0)))) return void 0;
  const offsets2 = /* @__PURE__ */ new Map();
  return (localMs) => {
    const slot = Math.floor(localMs / halfHourMs);
    let offset = offsets2.get(slot);
    if (offset === void 0) {
      offset = offsetAt(zone, slot * halfHourMs);
      offsets2.set(slot, offset);
    }
    return localMs - offset * minuteMs;
  };
}
function offsetAt(zone, localMs) {
  const dayBefore = tzOffset(zone, new Date(localMs - dayMs));
  const guess = localMs - dayBefore * minuteMs;
  const offsetThere = tzOffset(zone, new Date(guess));
  return offsetThere === dayBefore ? dayBefore : tzOffset(zone, new Date(localMs - offsetThere * minuteMs));
}
var clock = /(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([AP]\.?\s?M\.?)?\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{3,4})?/.source;
var patterns = {
  numeric: new RegExp(`^(\\d{1,4})[-/.](\\d{1,2}|[A-Za-z]{3})[-/.](\\d{2,4})[,T ]+${clock}$`, "i"),
  compact: new RegExp(`^(20\\d{2})(\\d{2})(\\d{2})[,;T ]+${clock}$`, "i"),
  named: new RegExp(`^(?:[A-Za-z]{3},? )?([A-Za-z]{3})[a-z]*\\.? (\\d{1,2}),? (20\\d{2}),? ${clock}$`, "i"),
  dayNamed: new RegExp(`^(?:[A-Za-z]{3},? )?(\\d{1,2}) ([A-Za-z]{3})[a-z]*\\.? (20\\d{2}),? ${clock}$`, "i")
};
var monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
function readTime(text, order) {
  const bare = text.replace(/\s+/g, " ").trim();
  if (/^1\d{12}$/.test(bare)) return { localMs: Number(bare), offset: 0 };
  const numeric = patterns.numeric.exec(bare);
  if (numeric) return timeOf(...datePartsOf(numeric, order), numeric);
  const compact = patterns.compact.exec(bare);
  if (compact) return timeOf(compact[1], Number(compact[2]), compact[3], compact);
  const named2 = patterns.named.exec(bare);
  if (named2) return timeOf(named2[3], monthOf(named2[1]), named2[2], named2);
  const dayNamed = patterns.dayNamed.exec(bare);
  return dayNamed ? timeOf(dayNamed[3], monthOf(dayNamed[2]), dayNamed[1], dayNamed) : void 0;
}
function monthOf(name = "") {
  return monthNames.indexOf(name.toLowerCase()) + 1;
}
function datePartsOf([text, first = "", middle = "", last = ""], order) {
  const isYearFirst = first.length === 4;
  const named2 = monthOf(middle);
  const isDayFirst = order === "day-first" || /^\d{1,2}\.\d{1,2}\.\d/.test(text);
  const month = named2 || Number(isYearFirst || isDayFirst ? middle : first);
  const day = isYearFirst ? last : named2 || isDayFirst ? first : middle;
  return [isYearFirst ? first : last, month, day];
}
function timeOf(year = "", month, day, found) {
  const [, , , , hours = "", minutes = "", seconds = "0", fraction = "", half = "", zone = ""] = found;
  if (half !== "" && (Number(hours) < 1 || Number(hours) > 12)) return void 0;
  const hour = half === "" ? Number(hours) : Number(hours) % 12 + (/^p/i.test(half) ? 12 : 0);
  const ms = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const localMs = Date.UTC(fullYear(year), month - 1, Number(day), hour, Number(minutes), Number(seconds), ms);
  if (month < 1 || month > 12 || new Date(localMs).getUTCDate() !== Number(day)) return void 0;
  if (Number(minutes) > 59 || Number(seconds) > 59) return void 0;
  const offset = offsetOf(zone.replace(/^(?:UTC|GMT)(?=[+-])/i, ""));
  if (offset !== void 0 || zone === "") return { localMs, offset };
  const toUtc = zoneOfLabel(zone, [localMs]);
  return toUtc ? { localMs, offset: (localMs - toUtc(localMs)) / minuteMs } : { localMs, offset, label: zone };
}
function fullYear(text) {
  return text.length === 2 ? 2e3 + Number(text) : Number(text);
}
function offsetOf(text) {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0;
  const [, sign2, hours, minutes = "0"] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  if (hours === void 0) return void 0;
  return (sign2 === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
function findDateOrder(texts) {
  let isAmbiguous = false;
  for (const text of texts) {
    const [, first, mark, middle] = /^\s*(\d{1,2})([/.-])(\d{1,2})\2\d{2,4}\b/.exec(text) ?? [];
    if (first === void 0) continue;
    if (mark === "." || Number(first) > 12) return "day-first";
    if (Number(middle) > 12) return "month-first";
    if (first !== middle) isAmbiguous = true;
  }
  return isAmbiguous ? "either" : "month-first";
}

// src/shared/replay/fill-file/symbols.ts
var cqgNames = {
  EP: "ES",
  ENQ: "NQ",
  CLE: "CL",
  MCLE: "MCL",
  NQM: "QM",
  NGE: "NG",
  RBE: "RB",
  HOE: "HO",
  GCE: "GC",
  SIE: "SI",
  CPE: "HG",
  PLE: "PL",
  EU6: "6E",
  BP6: "6B",
  JY6: "6J",
  DA6: "6A",
  CA6: "6C",
  SF6: "6S",
  NE6: "6N",
  USA: "ZB",
  ULA: "UB",
  TYA: "ZN",
  TNA: "TN",
  FVA: "ZF",
  TUA: "ZT",
  ZCE: "ZC",
  ZSE: "ZS",
  ZWA: "ZW",
  ZME: "ZM",
  ZLE: "ZL",
  GLE: "LE"
};
var atNames = {
  ...{ EC: "6E", BP: "6B", JY: "6J", AD: "6A", CD: "6C", SF: "6S", NE: "6N", NK: "NKD" },
  ...{ US: "ZB", TY: "ZN", FV: "ZF", TU: "ZT", C: "ZC", S: "ZS", W: "ZW", SM: "ZM", BO: "ZL" },
  ...{ LC: "LE", LH: "HE", FC: "GF" }
};
function findInstrument(name, isAt = false) {
  if (isAt && Object.hasOwn(atNames, name)) return atNames[name];
  if (isInstrument(name)) return name;
  return Object.hasOwn(cqgNames, name) ? cqgNames[name] : void 0;
}
function yearOf(digits, atMs) {
  if (digits.length === 4) return Number(digits);
  if (digits.length === 2) return 2e3 + Number(digits);
  const year = new Date(atMs).getUTCFullYear();
  const candidate = year - year % 10 + Number(digits);
  if (candidate < year - 4) return candidate + 10;
  return candidate > year + 5 ? candidate - 10 : candidate;
}
var exchange = "(?:X?CME|E?CBOT|X?CBT|NYMEX|X?NYM|COMEX|X?CEC|CMX|GLOBEX|GLBX|CMEMINI|CQG|RITHMIC|TRADOVATE)";
var exchangeBefore = new RegExp(`^${exchange}(?:_(?:MINI|DL|DELAYED|GBX|EOD))*[.:_]`);
var exchangeAfter = new RegExp(`(?:[-_]FUT[-_]|[:._@ -]{1,3})${exchange}(?:[-._@][A-Z]+)?$`);
var continuous = /(?:1!|#C?| ##-##|=F|C1|[.](?:C|V|N)[.]0)$/;
var coded = new RegExp(`^([A-Z0-9]{1,5}?)[ ._-]?([${monthLetters}])(\\d{1,2}|20\\d{2})$`);
var dashed = /^([A-Z0-9]{1,5}?) *(\d{1,2})[-/](\d{2}|20\d{2})$/;
var yearFirst = /^([A-Z0-9]{1,5})[ _-]+(20\d{2})-?(\d{2})(?:-?\d{2})?$/;
var named = /^([A-Z0-9]{1,5}?)[ _-]*(?: \d{1,2})?([A-Z]{3})\.?[ -]*'?(\d{2}|20\d{2})$/;
function partsOf(symbol) {
  const bare = symbol.trim().toUpperCase().replace(/\s+/g, " ").replace(/^\[SIM\] */, "");
  const isAt = bare.startsWith("@");
  const text = bare.replace(/^(?:CON\.)?F\.(?:US|ES)\./, "").replace(/^[/@#]/, "").replace(exchangeBefore, "").replace(exchangeAfter, "").replace(/ (?:INDEX|COMDTY|CURNCY)$/, "");
  if (findInstrument(text, isAt)) return { name: text, isAt };
  const front = text.replace(continuous, "");
  if (front !== text && findInstrument(front, isAt)) return { name: front, isAt };
  const month = dashed.exec(text);
  if (month) return { name: month[1] ?? "", isAt, month: Number(month[2]), year: month[3] ?? "" };
  const ordered = yearFirst.exec(text);
  if (ordered) return { name: ordered[1] ?? "", isAt, month: Number(ordered[3]), year: ordered[2] ?? "" };
  const word = named.exec(text);
  const at = monthNames.indexOf(word?.[2]?.toLowerCase() ?? "");
  if (word && at >= 0) return { name: word[1] ?? "", isAt, month: at + 1, year: word[3] ?? "" };
  const code = coded.exec(text);
  if (code) return { name: code[1] ?? "", isAt, month: monthLetters.indexOf(code[2] ?? "") + 1, year: code[3] ?? "" };
  return { name: text, isAt };
}
function isDerivative(symbol) {
  const text = symbol.trim().toUpperCase();
  const [, glued = ""] = /^(\S+?\d)[CP]\d+(?:\.\d+)?$/.exec(text) ?? [];
  if (text.startsWith("./") || isContract(glued, true)) return true;
  return [...text.matchAll(/[\s:/_+.-]+/g)].some(({ index, 0: { length } }) => {
    const isOption2 = /^(?:option|put|call|[cp] ?\d)/i.test(text.slice(index + length));
    return isContract(text.slice(0, index), !isOption2);
  });
}
function isContract(text, needsMonth) {
  const { name, isAt, month } = partsOf(text);
  return findInstrument(name, isAt) !== void 0 && (month !== void 0 || !needsMonth);
}
function monthOfExpiry(expiry, instrument) {
  const [, year, month] = /^(20\d{2})-(\d{2})(?:-\d{2})?/.exec(expiry) ?? [];
  const [, first, , late] = /^(\d{1,2})[/.](\d{1,2})[/.](20\d{2})/.exec(expiry) ?? [];
  const text = year ? `${year}-${month}` : late ? `${late}-${first?.padStart(2, "0")}` : "";
  return isContractMonth(instrument, text) ? text : null;
}
function readSymbol(symbol, expiry, atMs) {
  const { name, isAt, month, year } = partsOf(symbol);
  const instrument = findInstrument(name, isAt);
  if (instrument === void 0) return isDerivative(symbol) ? "derivative" : "instrument";
  if (month === void 0 || year === void 0) return { instrument, month: monthOfExpiry(expiry, instrument) };
  const text = `${yearOf(year, atMs)}-${String(month).padStart(2, "0")}`;
  return isContractMonth(instrument, text) ? { instrument, month: text } : "month";
}

// src/shared/replay/fill-file/read-row.ts
var maxContracts = 1e4;
var maxFeeCents = 1e4;
var firstAt = Date.UTC(2e3, 0, 1);
var lastAt = Date.parse(calendarCoveredUntil) - 7 * dayMs;
var UnreadCell = class extends Error {
  reason;
  value;
  constructor(reason, value) {
    super(reason);
    this.reason = reason;
    this.value = value;
  }
};
function timesOf(row) {
  return row.kind === "fill" ? [row.at] : [row.enteredAt, row.exitedAt];
}
function createRowReader({ hasAverages, hasFixedPoint }, { order, toUtc, decimalComma, requiresMonth }) {
  const contracts = /* @__PURE__ */ new Map();
  const atOf = (text) => {
    const time = readTime(text, order);
    if (time === void 0) throw new UnreadCell("time", text);
    const at = time.offset === void 0 ? toUtc(time.localMs) : time.localMs - time.offset * 6e4;
    if (at < firstAt || at > lastAt) throw new UnreadCell("calendar", text);
    return at;
  };
  const contractOf = (symbol, expiry, at) => {
    const key = `${symbol}|${expiry}|${new Date(at).getUTCFullYear()}`;
    const contract = contracts.get(key) ?? readSymbol(symbol, expiry, at);
    contracts.set(key, contract);
    if (typeof contract === "string") throw new UnreadCell(contract, symbol);
    if (contract.month === null && requiresMonth) throw new UnreadCell("month-missing", symbol);
    return contract;
  };
  const quantityOf = (text) => {
    const quantity = Number(plainNumber(text, decimalComma) ?? Number.NaN);
    const contractCount = Math.abs(quantity);
    if (!Number.isInteger(quantity) || contractCount < 1 || contractCount > maxContracts) {
      throw new UnreadCell("quantity", text);
    }
    return quantity;
  };
  const sideFor = (text, quantity, quantityText) => {
    const side = sideOf(text);
    if (side === "buy" && quantity < 0) throw new UnreadCell("side", `${text} ${quantityText}`);
    return side;
  };
  const ticksOf = (text, code, quantity) => {
    const parts = splitTicks(text, instruments[code], hasAverages ? quantity : 1, decimalComma);
    return hasAverages ? parts : parts?.map(({ priceTicks }) => ({ quantity, priceTicks }));
  };
  const partsOf2 = (text, { instrument }, quantity) => {
    const parts = ticksOf(text, instrument, quantity);
    const arePlausible = (prices) => prices?.every(({ priceTicks }) => isPlausible(instrument, priceTicks)) === true;
    if (arePlausible(parts)) return parts ?? [];
    const pointed = hasFixedPoint ? ticksOf(withPoint(text, instrument), instrument, quantity) : void 0;
    if (pointed && arePlausible(pointed)) return pointed;
    throw new UnreadCell(parts === void 0 ? "price" : "price-level", text);
  };
  const extremeOf = (text, { instrument }) => {
    if (!text) return void 0;
    const ticks = [text, ...hasFixedPoint ? [withPoint(text, instrument)] : []].map(
      (each) => nearestTick(each, instruments[instrument], decimalComma)
    );
    return ticks.find((each) => each !== void 0 && (each === 0 || isPlausible(instrument, each)));
  };
  function feeOf({ costs }, rate, quantity, sides) {
    const amounts = costs.filter((cost) => !isMissing(cost));
    let cents;
    for (const text of amounts) {
      const amount = centsOf(text, decimalComma);
      if (amount === void 0) throw new UnreadCell("fee", text);
      cents = (cents ?? 0) + amount;
    }
    if (cents === void 0 && rate !== void 0 && !isMissing(rate)) {
      const perContract = plainNumber(rate, decimalComma);
      if (perContract === void 0) throw new UnreadCell("fee", rate);
      cents = Math.round(Number((Math.abs(Number(perContract)) * quantity * 100).toFixed(6)));
    }
    if (cents !== void 0 && cents > maxFeeCents * quantity * sides) throw new UnreadCell("fee", amounts.join(" + "));
    return cents;
  }
  function fillSides(raw, row) {
    const { line, id } = raw;
    const at = atOf(row.at);
    const contract = contractOf(row.symbol, row.expiry ?? "", at);
    const signed = quantityOf(row.quantity);
    const side = sideFor(row.side, signed, row.quantity);
    const quantity = Math.abs(signed);
    const parts = partsOf2(row.price, contract, quantity);
    const feeCents = feeOf(raw, row.feeRate, quantity, 1);
    const low = extremeOf(row.low, contract);
    const high = extremeOf(row.high, contract);
    const isKnown = low !== void 0 && high !== void 0 && low <= high && (low !== 0 || high !== 0);
    const isPossible = isKnown && [low, high].every((ticks) => isPlausible(contract.instrument, ticks));
    const extremes = isPossible ? { lowTicks: low, highTicks: high } : void 0;
    return [{ line, id, at, contract, side, parts, feeCents, extremes, tripFrom: void 0 }];
  }
  function tradeSides(raw, row) {
    const { line, id } = raw;
    const first = atOf(row.enteredAt);
    const second = atOf(row.exitedAt);
    const signed = quantityOf(row.quantity);
    const isByTime = row.side === "by time";
    const isLong = isByTime ? first <= second : sideFor(row.side, signed, row.quantity) === "buy";
    if (!isByTime && second < first) throw new UnreadCell("order", row.exitedAt);
    const [enteredAt, exitedAt] = [Math.min(first, second), Math.max(first, second)];
    const contract = contractOf(row.symbol, "", enteredAt);
    const quantity = Math.abs(signed);
    const firstParts = partsOf2(row.entryPrice, contract, quantity);
    const secondParts = partsOf2(row.exitPrice, contract, quantity);
    const [entry, exit] = isByTime && !isLong ? [secondParts, firstParts] : [firstParts, secondParts];
    const fee = feeOf(raw, void 0, quantity, 2);
    const entryFee = fee === void 0 ? void 0 : Math.floor(fee / 2);
    const exitFee = fee === void 0 ? void 0 : fee - Math.floor(fee / 2);
    const extremes = tripExtremes(row, contract.instrument, entry, quantity, isLong);
    const [side, otherSide] = isLong ? ["buy", "sell"] : ["sell", "buy"];
    return [
      {
        ...{ line, id: id && `${id}-in`, at: enteredAt, contract, side, parts: entry, feeCents: entryFee },
        ...{ extremes: void 0, tripFrom: void 0 }
      },
      {
        ...{ line, id: id && `${id}-out`, at: exitedAt, contract, side: otherSide, parts: exit, feeCents: exitFee },
        ...{ extremes, tripFrom: enteredAt }
      }
    ];
  }
  function tripExtremes({ adverse = "", favorable = "" }, instrument, entry, quantity, isLong) {
    if (!/[$]|USD/.test(adverse) || !/[$]|USD/.test(favorable)) return void 0;
    const offsetOf2 = (text) => {
      const cents = centsOf(text, decimalComma);
      return cents === void 0 ? void 0 : cents * 100 / instruments[instrument].tickValueHundredths / quantity;
    };
    const [adverseTicks, favorableTicks] = [offsetOf2(adverse), offsetOf2(favorable)];
    if (adverseTicks === void 0 || favorableTicks === void 0) return void 0;
    const cost = entry.reduce((sum, part) => sum + part.quantity * part.priceTicks, 0) / quantity;
    return {
      lowTicks: Math.round(cost - (isLong ? adverseTicks : favorableTicks)),
      highTicks: Math.round(cost + (isLong ? favorableTicks : adverseTicks))
    };
  }
  return (raw) => raw.row.kind === "fill" ? fillSides(raw, raw.row) : tradeSides(raw, raw.row);
}
function isMissing(cost) {
  return hasNoValue(cost) || /[€£¥₹₽]|\b(?:EUR|GBP|CHF|CAD|AUD|JPY|BRL)\b/i.test(cost);
}
function withPoint(text, code) {
  const { decimals } = instruments[code];
  const [, sign2 = "", digits = ""] = /^(-?)(\d+)(?:[.,]0+)?$/.exec(text.trim()) ?? [];
  if (digits === "" || decimals === 0) return text;
  const padded = digits.padStart(decimals + 1, "0");
  return `${sign2}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
var buys = /^(?:b|buy.*|bought|bot|bto|btc|kauf.*|ach.*|compr.*|acquist.*|long.*|larg.*|lungo|покуп.*|купл.*|длин.*|лонг|买.*|買.*|多.*|开多|매수)$/;
var sells = /^(?:s|sell.*|sold|sld|ss|sto|stc|verkauf.*|vent.*|vend.*|short.*|court.*|cort.*|corto|прода.*|корот.*|шорт|卖.*|賣.*|売.*|空.*|매도)$/;
function sideOf(text) {
  const sideText = text.trim().toLowerCase();
  if (buys.test(sideText)) return "buy";
  if (sells.test(sideText)) return "sell";
  throw new UnreadCell("side", text);
}

// src/shared/replay/fill-file/convert-rows.ts
var maxKept = 1e3;
function convertRows(format, lines, { isStatement, ...conventions }, cut) {
  const read = createRowReader(format, { ...conventions, requiresMonth: isStatement });
  const sides = [];
  const unread = [...cut.rows];
  const unknown = /* @__PURE__ */ new Map();
  for (const raw of isDescending(lines, conventions) ? lines.toReversed() : lines) {
    try {
      sides.push(...read(raw));
    } catch (error) {
      if (!(error instanceof UnreadCell)) throw error;
      const { reason, value } = error;
      unread.push({ line: raw.line, reason, value: value.slice(0, 60) });
      if (reason === "instrument") unknown.set(raw.row.symbol, (unknown.get(raw.row.symbol) ?? 0) + 1);
    }
  }
  sides.sort((left, right) => left.at - right.at);
  const { plausible, outliers } = dropOutliers(sides, lines);
  unread.push(...outliers);
  unread.sort((left, right) => left.line - right.line);
  const areFeesKnown = format.isFreeOfFees === true || isStatement;
  return {
    format: format.id,
    ...assemble(orderTies(areFeesKnown ? plausible : dropZeroFees(plausible))),
    unread: unread.slice(0, maxKept),
    unreadCount: unread.length + cut.count - cut.rows.length,
    unknownSymbols: [...unknown].sort((left, right) => right[1] - left[1]).map(([symbol]) => symbol.slice(0, 40))
  };
}
function dropOutliers(sides, lines) {
  const prices = sides.map(({ at, contract, parts }) => ({
    ...{ at, instrument: contract.instrument, priceTicks: parts[0]?.priceTicks ?? 0 }
  }));
  const outliers = new Set([...findOutliers(prices)].map((index) => sides[index]?.line));
  if (outliers.size === 0) return { plausible: sides, outliers: [] };
  const priceOf = ({ row }) => row.kind === "fill" ? row.price : `${row.entryPrice} ${row.exitPrice}`;
  return {
    plausible: sides.filter(({ line }) => !outliers.has(line)),
    outliers: lines.filter(({ line }) => outliers.has(line)).map((raw) => ({ line: raw.line, reason: "price-level", value: priceOf(raw).slice(0, 60) }))
  };
}
function dropZeroFees(sides) {
  return sides.some(({ feeCents }) => feeCents) ? sides : sides.map((side) => ({ ...side, feeCents: void 0 }));
}
function isDescending(lines, { order }) {
  const timeOf2 = (line = lines[0]) => (line && readTime(timesOf(line.row)[0], order)?.localMs) ?? 0;
  return timeOf2() > timeOf2(lines.at(-1));
}
function assemble(sides) {
  const fills = [];
  const origins = [];
  const ranges = [];
  const heldMonths = /* @__PURE__ */ new Map();
  const tracker = createRangeTracker();
  let assumedFees = 0;
  let assumedMonths = 0;
  for (const { line, id, at, contract, side, parts, feeCents, extremes, tripFrom } of sides) {
    const { instrument } = contract;
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
    const month = contract.month ?? monthHeld(heldMonths, instrument, at, signedQuantity({ side, quantity }));
    if (feeCents === void 0) assumedFees += 1;
    if (contract.month === null) assumedMonths += 1;
    for (const [index, part] of parts.entries()) {
      const fileFee = index === 0 ? feeCents ?? 0 : 0;
      const fee = feeCents === void 0 ? instruments[instrument].feeCents * part.quantity : fileFee;
      fills.push({ type: "fill", at, instrument, month, side, ...part, feeCents: fee });
      origins.push({ line, id });
    }
    if (tripFrom === void 0) ranges.push(...tracker({ at, instrument, month, side, quantity }, extremes));
    else if (extremes) ranges.push({ instrument, month, fromAt: tripFrom, untilAt: at, ...extremes });
  }
  return { fills, origins, ranges, assumedFees, assumedMonths };
}
function monthHeld(held, instrument, at, signed) {
  const position = held.get(instrument);
  const current = position && position.quantity !== 0 ? position : { month: frontMonthOf(instrument, at), quantity: 0 };
  held.set(instrument, { month: current.month, quantity: current.quantity + signed });
  return current.month;
}

// src/shared/replay/fill-file/fill-file.ts
var maxFileBytes = 5e7;

// src/shared/replay/fill-file/heading-names.ts
function nameOf(heading) {
  return heading.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").replace(/\([^()]*\)/g, "").replace(/[\u2018\u2019\u02bc`´]/g, "'").replace(/(?<![.:\u3002])[.:\u3002]+(?=\s|$)/g, "").replace(/\s+/g, " ").trim().toLowerCase();
}
function textInParentheses(heading) {
  return /\(([^()]*)\)/.exec(heading)?.[1]?.trim() ?? "";
}
var costWords = /commission|\bcomm\b|\bfees?\b|_fees?\b|fee(?:_usd)?$|brokerage|kommission|provision\b|comision|comissao|comissoes|gebuhr|\bfrais\b|\btarifas?\b|\btaxas?\b|комисси|сбор|佣金|手续费|手續費|费用|手数料|수수료/;
var notCosts = /rate\b|\btaux\b|\bsatz\b|\btasa\b|%|percent|\bper\b|type|currency|plan\b|status|profit|p[&/]l\b|\bpnl\b|net\b|gross|balance|\bid\b/;
var totals = /\btotal|gesamt|summe|\bsum\b|итого|合计|总/;
function costKindOf(name) {
  if (!costWords.test(name) || notCosts.test(name)) return void 0;
  return totals.test(name) ? "total" : "part";
}
var accountWords = new RegExp("\\baccount\\b|account(?:_?(?:id|name|number|no|code))\\b|tradeaccount|\\bacct\\b|\\bkonto\\b|kontoname|kontonummer|\\bcompte\\b|\\bcuenta\\b|\\bconta\\b|\\bconto\\b|\\bсчет\\b|(?<!\\p{L})счет|账户|帐户|账号|賬戶|帳戶|口座|계좌|حساب", "u");
var notAccounts = /currency|balance|value|type|size|equity|wahrung|devise|moneda|moeda|valuta|profit|p[&/]l\b|margin/;
function isAccountName(name) {
  return accountWords.test(name) && !notAccounts.test(name);
}
var entryWords = /entry|entered|enter\b|\bopen(?:ed|ing)?\b|openprice|opentime|\bbought\b|\bbuy\b|buyprice|einstieg|eroffnung|\bentree\b|ouverture|entrada|apertura|abertura|ingresso|entrata|вход|открыт|开仓|開倉|进场|進場|入场|建仓|진입|エントリー|新規/;
var exitWords = /exit|\bclos(?:e|ed|ing)\b|closeprice|closetime|\bsold\b|\bsell\b|sellprice|ausstieg|\bschluss|schliess|\bsortie\b|cloture|fermeture|salida|cierre|saida|fechamento|uscita|chiusura|выход|закрыт|平仓|平倉|出场|出場|离场|청산|エグジット|決済/;
function areRoundTrips(names) {
  const entries = names.filter((name) => entryWords.test(name) && !exitWords.test(name));
  const exits = names.filter((name) => exitWords.test(name) && !entryWords.test(name));
  return entries.length > 0 && exits.length > 0;
}

// src/shared/replay/fill-file/format.ts
function skip(reason) {
  return { kind: "skip", reason };
}
function readFill(cell) {
  return {
    kind: "fill",
    symbol: cell("symbol"),
    side: cell("side"),
    quantity: cell("quantity"),
    price: cell("price"),
    at: cell("at")
  };
}
function readTrade(cell) {
  return {
    kind: "trade",
    symbol: cell("symbol"),
    side: cell("side"),
    quantity: cell("quantity"),
    entryPrice: cell("entryPrice"),
    exitPrice: cell("exitPrice"),
    enteredAt: cell("enteredAt"),
    exitedAt: cell("exitedAt")
  };
}
function isUnfilled(quantity) {
  return quantity === "" || /^0+(?:[.,]0+)?$/.test(quantity);
}
function isTakenBack(status) {
  return /cancel|reject|bust|void|fail|expire|annul|storn|cancelad/i.test(status);
}
function defineFormat({
  signature,
  columns,
  ...format
}) {
  const normalize = (headings) => headings.map(nameOf);
  return {
    ...format,
    signature: signature.map((headings) => normalize(typeof headings === "string" ? columns[headings] : headings)),
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, headings]) => [name, normalize(headings)])
    )
  };
}

// src/lib/delimited.ts
var maxQuotedLines = 20;
function* readDelimited(written, separator) {
  const text = written.includes("\n") ? written : written.replaceAll("\r", "\n");
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 0;
  while (start < text.length) {
    line += 1;
    let end = lineEnd(text, start);
    const first = line;
    if (text.slice(start, end).includes('"')) {
      let further = 0;
      let until = end;
      while (hasOpenQuote(text, start, until) && until < text.length && further < maxQuotedLines) {
        until = lineEnd(text, until + 1);
        further += 1;
      }
      if (!hasOpenQuote(text, start, until)) {
        end = until;
        line += further;
      }
    }
    const content = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
    if (content.trim() !== "") yield { line: first, cells: splitCells(content, separator) };
    start = end + 1;
  }
}
function lineEnd(text, from) {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}
function hasOpenQuote(text, from, until) {
  let isOpen = false;
  for (let at = text.indexOf('"', from); at >= 0 && at < until; at = text.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}
function splitCells(content, separator) {
  if (!content.includes('"')) return content.split(separator).map((cell2) => cell2.trim());
  const cells = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < content.length; at += 1) {
    const letter = content.charAt(at);
    if (isQuoted && letter === '"' && content[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || cell.trim() === "")) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  cells.push(cell.trim());
  return cells;
}

// src/shared/replay/fill-file/formats/executions.ts
var executions = defineFormat({
  id: "executions",
  name: "dxFeed",
  times: "heading",
  isExecutionsOnly: true,
  signature: ["id", "at", "symbol", "side", "quantity", "price"],
  identity: ["id"],
  columns: {
    id: ["execution id", "executionid", "exec id", "execid", "fill id", "fillid", "trade id", "tradeid"],
    account: ["account"],
    at: [
      ...["time", "execution time", "executiontime", "exec time", "fill time", "filltime", "date/time", "datetime"],
      ...["timestamp", "trade time", "transaction time"]
    ],
    symbol: ["symbol", "instrument", "contract"],
    side: ["side", "buy/sell", "b/s", "action"],
    quantity: ["filled quantity", "filled qty", "qty filled", "quantity", "qty", "size"],
    price: ["fill price", "execution price", "exec price", "price"],
    status: ["status", "state"]
  },
  read(cell) {
    const status = cell("status");
    return isTakenBack(status) ? { kind: "unread", reason: "status", value: status } : readFill(cell);
  }
});

// src/shared/replay/fill-file/formats/ninjatrader-executions.ts
var ninjaTraderExecutions = defineFormat({
  id: "ninjatrader-executions",
  name: "NinjaTrader Executions",
  times: "ask",
  signature: ["symbol", "side", "price", "quantity", "at", "entryExit", "connection"],
  identity: ["id"],
  columns: {
    id: ["id"],
    account: [
      ...["account", "account name", "account display name", "konto", "compte", "cuenta", "conta", "conto"],
      ...["счет", "账户", "帐户"]
    ],
    symbol: ["instrument", "instrumento", "strumento", "инструмент", "合约", "商品"],
    side: ["action", "aktion", "acción", "ação", "azione", "действие", "操作", "动作"],
    quantity: [
      "quantity",
      "qty",
      "menge",
      "quantité",
      "qté",
      "cantidad",
      "quantidade",
      "quantità",
      "количество",
      "数量"
    ],
    price: ["price", "preis", "prix", "precio", "preço", "prezzo", "цена", "价格"],
    at: ["time", "zeit", "uhrzeit", "heure", "temps", "hora", "tiempo", "ora", "tempo", "время", "时间"],
    entryExit: ["e/x", "e/s"],
    connection: [
      ...["connection", "verbindung", "connexion", "conexión", "conexão", "connessione", "подключение", "соединение"],
      ...["连接"]
    ]
  },
  read: readFill
});

// src/shared/replay/fill-file/formats/ninjatrader-trades.ts
var ninjaTraderTrades = defineFormat({
  id: "ninjatrader-trades",
  name: "NinjaTrader Trades",
  times: "ask",
  hasAverages: true,
  signature: ["side", "entryPrice", "exitPrice", "enteredAt", "exitedAt", "adverse", "favorable"],
  columns: {
    account: ["account", "account display name", "konto", "compte", "cuenta", "conta", "conto", "счет", "账户", "帐户"],
    symbol: ["instrument", "instrumento", "strumento", "инструмент", "合约", "商品"],
    side: [
      ...["market pos.", "marktpos.", "marktposition", "pos. marché", "pos. mercado", "pos. del mercado"],
      ...["pos. mercato", "pos. de mercado", "рын. поз.", "позиция", "市场仓位", "市场头寸"]
    ],
    quantity: [
      ...["qty", "quantity", "menge", "anz.", "qté", "quantité", "cant.", "cantidad", "qtd", "qtde", "quantidade"],
      ...["q.tà", "qtà", "quantità", "кол-во", "количество", "数量"]
    ],
    entryPrice: [
      ...["entry price", "einstiegspreis", "prix d'entrée", "precio de entrada", "preço de entrada"],
      ...[
        "prezzo d'entrata",
        "prezzo di entrata",
        "prezzo di ingresso",
        "цена входа",
        "入场价格",
        "进场价格",
        "入场价"
      ]
    ],
    exitPrice: [
      ...["exit price", "ausstiegspreis", "prix de sortie", "precio de salida", "preço de saída"],
      ...["prezzo di uscita", "prezzo d'uscita", "цена выхода", "出场价格", "离场价格", "出场价"]
    ],
    enteredAt: [
      ...["entry time", "einstiegszeit", "heure d'entrée", "temps d'entrée", "hora de entrada", "tiempo de entrada"],
      ...["ora d'entrata", "ora di entrata", "ora di ingresso", "время входа", "入场时间", "进场时间"]
    ],
    exitedAt: [
      ...["exit time", "ausstiegszeit", "heure de sortie", "temps de sortie", "hora de salida", "tiempo de salida"],
      ...["hora de saída", "ora di uscita", "ora d'uscita", "время выхода", "出场时间", "离场时间"]
    ],
    adverse: ["mae"],
    favorable: ["mfe"]
  },
  read: (cell) => ({ ...readTrade(cell), adverse: cell("adverse"), favorable: cell("favorable") })
});

// src/shared/replay/fill-file/formats/quantower.ts
var quantower = defineFormat({
  id: "quantower",
  name: "Quantower",
  times: "ask",
  signature: ["at", "symbol", "tradeValue", "id", "grossResult"],
  identity: ["id"],
  columns: {
    id: ["trade id"],
    account: ["account"],
    at: ["date/time"],
    symbol: ["symbol"],
    expiry: ["expiration date"],
    type: ["symbol type"],
    strike: ["strike price"],
    side: ["side"],
    quantity: ["quantity"],
    price: ["price"],
    tradeValue: ["trade value"],
    grossResult: ["gross p/l"]
  },
  read: (cell) => ({
    ...readFill(cell),
    // An option may have the symbol of its future, so only the type and strike price identify it.
    symbol: isOption(cell("type"), cell("strike")) ? `${cell("symbol")} ${cell("strike") || "option"}` : cell("symbol"),
    expiry: cell("expiry")
  })
});
function isOption(type, strike) {
  return /option|opción|opção/i.test(type) || /[1-9]/.test(strike);
}

// src/shared/replay/fill-file/formats/r-trader.ts
var rTrader = defineFormat({
  id: "r-trader",
  name: "R | Trader Pro",
  times: "heading",
  dateOrder: "month-first",
  hasAverages: true,
  signature: ["quantity", "price", "side", "at"],
  identity: ["id"],
  columns: {
    id: ["order number"],
    account: ["account"],
    at: ["update time"],
    side: ["buy/sell"],
    quantity: ["qty filled"],
    price: ["avg fill price"],
    symbol: ["symbol"],
    feeRate: ["commission fill rate"]
  },
  read(cell) {
    if (isUnfilled(cell("quantity"))) return skip("unfilled");
    return { ...readFill(cell), feeRate: cell("feeRate") };
  }
});

// src/shared/replay/fill-file/formats/sierra-chart.ts
var sierraChart = defineFormat({
  id: "sierra-chart",
  name: "Sierra Chart",
  times: "ask",
  usualZone: "UTC",
  hasFixedPoint: true,
  signature: ["activity", "price", "quantity", "side"],
  identity: ["id"],
  columns: {
    id: ["fillexecutionserviceid"],
    account: ["tradeaccount"],
    activity: ["activitytype"],
    at: ["datetime", "transdatetime"],
    symbol: ["symbol"],
    side: ["buysell"],
    quantity: ["filledquantity"],
    price: ["fillprice"],
    high: ["highduringposition"],
    low: ["lowduringposition"]
  },
  read(cell) {
    if (!/^fills?$/i.test(cell("activity"))) return skip("activity");
    return { ...readFill(cell), high: cell("high"), low: cell("low") };
  }
});

// src/shared/replay/fill-file/formats/tidemark.ts
var tidemark = defineFormat({
  id: "tidemark",
  name: "Tidemark",
  times: "utc",
  isFreeOfFees: true,
  signature: ["at", ["trading_day"], "expiry", ["fee_usd"]],
  identity: ["id"],
  columns: {
    id: ["id"],
    account: ["account"],
    at: ["time"],
    symbol: ["instrument"],
    expiry: ["month"],
    side: ["side"],
    quantity: ["quantity"],
    price: ["price"]
  },
  read: (cell) => ({ ...readFill(cell), expiry: cell("expiry") })
});

// src/shared/replay/fill-file/formats/topstepx.ts
var topstepX = defineFormat({
  id: "topstepx",
  name: "TopstepX",
  times: "row",
  dateOrder: "month-first",
  hasAverages: true,
  signature: ["symbol", "enteredAt", "exitedAt", "entryPrice"],
  identity: ["id"],
  columns: {
    id: ["id"],
    symbol: ["contractname"],
    side: ["type"],
    quantity: ["size"],
    entryPrice: ["entryprice"],
    exitPrice: ["exitprice"],
    enteredAt: ["enteredat"],
    exitedAt: ["exitedat"]
  },
  read: readTrade
});

// src/shared/replay/fill-file/formats/tradingview.ts
var tradingView = defineFormat({
  id: "tradingview",
  name: "TradingView",
  times: "ask",
  hasAverages: true,
  signature: ["symbol", "side", "ordered", "price", "status", "placedAt", "at"],
  identity: ["id"],
  columns: {
    id: ["order id"],
    account: ["account"],
    symbol: ["symbol"],
    side: ["side"],
    ordered: ["qty", "quantity"],
    quantity: ["filled qty", "qty filled", "filled quantity", "filled"],
    price: ["avg fill price", "fill price"],
    status: ["status"],
    placedAt: ["placing time"],
    at: ["closing time", "update time"]
  },
  read(cell) {
    const filled = cell("quantity");
    if (cell("price") === "" || filled !== "" && isUnfilled(filled)) return skip("unfilled");
    const isUnclear = filled === "" && !/^filled$/i.test(cell("status"));
    if (isUnclear && isTakenBack(cell("status"))) return { kind: "unread", reason: "status", value: cell("status") };
    return { ...readFill(cell), quantity: filled || cell("ordered") };
  }
});

// src/shared/replay/fill-file/formats/tradovate-fills.ts
var tradovateFills = defineFormat({
  id: "tradovate-fills",
  name: "Tradovate Fills",
  times: "utc",
  dateOrder: "month-first",
  signature: [["_timestamp"], ["_price"], "id", ["b/s"]],
  identity: ["id"],
  columns: {
    id: ["fill id"],
    account: ["account"],
    at: ["_timestamp", "timestamp"],
    side: ["b/s", "_action"],
    quantity: ["_qty", "quantity"],
    price: ["_price", "price"],
    symbol: ["contract"],
    active: ["_active"]
  },
  read: (cell) => /^false$/i.test(cell("active")) ? skip("busted") : readFill(cell)
});

// src/shared/replay/fill-file/formats/tradovate-orders.ts
var tradovateOrders = defineFormat({
  id: "tradovate-orders",
  name: "Tradovate Orders",
  times: "ask",
  dateOrder: "month-first",
  hasAverages: true,
  signature: ["id", "price", "quantity", "at"],
  identity: ["id"],
  columns: {
    id: ["orderid"],
    account: ["account"],
    at: ["fill time"],
    side: ["b/s"],
    quantity: ["filledqty", "filled qty"],
    price: ["avgprice", "avg fill price"],
    symbol: ["contract"]
  },
  read: (cell) => isUnfilled(cell("quantity")) ? skip("unfilled") : readFill(cell)
});

// src/shared/replay/fill-file/formats/tradovate-performance.ts
var tradovatePerformance = defineFormat({
  id: "tradovate-performance",
  name: "Tradovate Performance",
  times: "ask",
  dateOrder: "month-first",
  signature: ["buyId", "sellId", "boughtAt", "soldAt"],
  identity: ["buyId", "sellId"],
  columns: {
    buyId: ["buyfillid"],
    sellId: ["sellfillid"],
    symbol: ["symbol"],
    quantity: ["qty"],
    buyPrice: ["buyprice"],
    sellPrice: ["sellprice"],
    boughtAt: ["boughttimestamp"],
    soldAt: ["soldtimestamp"]
  },
  read: (cell) => ({
    kind: "trade",
    symbol: cell("symbol"),
    side: "by time",
    quantity: cell("quantity"),
    entryPrice: cell("buyPrice"),
    exitPrice: cell("sellPrice"),
    enteredAt: cell("boughtAt"),
    exitedAt: cell("soldAt")
  })
});

// src/shared/replay/fill-file/formats.ts
var fillFileFormats = [
  tradovateFills,
  tradovatePerformance,
  tradovateOrders,
  ninjaTraderTrades,
  ninjaTraderExecutions,
  rTrader,
  topstepX,
  quantower,
  sierraChart,
  tradingView,
  tidemark,
  executions
];

// src/shared/replay/fill-file/headings.ts
var separators = [",", ";", "	", "|"];
var preambleLines = 60;
var preambleChars = 64e3;
function readFirstRows(text, separator) {
  const rows = [];
  for (const row of readDelimited(text.slice(0, preambleChars), separator)) {
    rows.push(row);
    if (rows.length === preambleLines) break;
  }
  return rows;
}
function isHeadingOf({ signature, isExecutionsOnly }, names) {
  const known = new Set(names);
  if (!signature.every((heading) => heading.some((name) => known.has(name)))) return false;
  return !isExecutionsOnly || !areRoundTrips(names);
}
function findFormat(text) {
  for (const separator of separators) {
    for (const { line, cells } of readFirstRows(text, separator)) {
      if (cells.length < 4) continue;
      const names = cells.map(nameOf);
      const format = fillFileFormats.find((each) => isHeadingOf(each, names));
      if (format) return { format, headings: { separator, line, cells } };
    }
  }
  return void 0;
}
function guessHeadings(text) {
  let best;
  for (const separator of separators) {
    const rows = readFirstRows(text, separator);
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
    const index = rows.findIndex(({ cells }) => cells.length === width);
    const row = rows[index];
    if (row && width >= 4 && width > (best?.cells.length ?? 0)) {
      best = { separator, line: row.line, cells: row.cells, example: rows[index + 1]?.cells ?? [] };
    }
  }
  return best;
}

// src/shared/replay/fill-file/read-table.ts
var rowsPerProgress = 5e3;
function findPlaces({ columns }, headings) {
  const names = headings.map(nameOf);
  const indexesOf = (name) => names.flatMap((each, index) => each === name ? [index] : []);
  const found = new Map(Object.entries(columns).map(([column, aliases]) => [column, aliases.flatMap(indexesOf)]));
  const indexesWhere = (test) => names.flatMap((name, index) => test(name) ? [index] : []);
  return {
    columns: found,
    accounts: [.../* @__PURE__ */ new Set([...found.get("account") ?? [], ...indexesWhere(isAccountName)])],
    costs: indexesWhere((name) => costKindOf(name) === "part"),
    totals: indexesWhere((name) => costKindOf(name) === "total")
  };
}
function createCollector() {
  const rows = [];
  let count = 0;
  return {
    add(line, reason, value) {
      count += 1;
      if (rows.length < maxKept) rows.push({ line, reason, value: value.slice(0, 60) });
    },
    summary: () => ({ rows, count })
  };
}
function readTable(text, format, { separator, line: headingLine, cells: headings }, firstPlaces, onProgress) {
  const skipped = createCollector();
  const unread = createCollector();
  const lines = [];
  const isDuplicate = createDuplicateCheck();
  let width = headings.length;
  let places = firstPlaces;
  let cells = [];
  const firstValue = (indexes = []) => {
    const index = indexes.find((each) => (cells[each] ?? "") !== "");
    return index === void 0 ? "" : cells[index] ?? "";
  };
  const cell = (column) => firstValue(places.columns.get(column));
  for (const row of readDelimited(text, separator)) {
    if (row.line <= headingLine || row.cells.every((each) => each === "")) continue;
    if ((lines.length + 1) % rowsPerProgress === 0) onProgress?.(lines.length + 1);
    cells = row.cells;
    if (isFurtherHeading(format, cells, headings)) {
      places = format.signature.length > 0 ? findPlaces(format, cells) : places;
      width = cells.length;
      continue;
    }
    const note = noteOf(cells, cell("at"), width);
    if (note !== void 0) skipped.add(row.line, note, cells.join(" ").trim());
    else if (cells.length <= widestOf(places) || cells.slice(width).some((each) => each !== "")) {
      unread.add(row.line, "columns", cells.join(" "));
    } else {
      const id = (format.identity ?? []).map(cell);
      const read = isDuplicate(id, cells) ? skip("duplicate") : format.read(cell);
      if (read.kind === "skip") skipped.add(row.line, read.reason, cells.join(" "));
      else if (read.kind === "unread") unread.add(row.line, read.reason, read.value);
      else {
        const total = firstValue(places.totals);
        lines.push({
          ...{ line: row.line, row: read, id: id.every((each) => each !== "") ? id.join("-") : "" },
          costs: total === "" ? places.costs.map((index) => cells[index] ?? "") : [total],
          accounts: places.accounts.map((index) => cells[index] ?? "")
        });
      }
    }
  }
  const accountOf = chooseAccountColumn(lines.map(({ accounts }) => accounts));
  return {
    lines: lines.map(({ accounts, ...line }) => ({ ...line, account: accountOf(accounts) })),
    skipped: skipped.summary(),
    unread: unread.summary()
  };
}
function chooseAccountColumn(rows) {
  const columnCount = Math.max(0, ...new Set(rows.map(({ length }) => length)));
  const counts = Array.from({ length: columnCount }, (_, index) => new Set(rows.map((row) => row[index])).size);
  const chosen = counts.indexOf(Math.max(...counts));
  return (accounts) => accounts[chosen] ?? "";
}
function widestOf({ columns, costs, accounts }) {
  return Math.max(-1, ...[...columns.values()].flat(), ...costs, ...accounts);
}
function isFurtherHeading(format, cells, headings) {
  if (cells.length < 4 || cells.some((each) => /\d{2}/.test(each.replace(/\([^()]*\)/, "")))) return false;
  if (format.signature.length === 0) return cells.join("\n") === headings.join("\n");
  return isHeadingOf(format, cells.map(nameOf));
}
function noteOf(cells, time, width) {
  const [first = "", ...others] = cells.filter((each) => each !== "");
  if (totals2.test(first) && !/\d/.test(time)) return "total";
  if (others.length > 0 || !new RegExp("\\p{L}", "u").test(first)) return void 0;
  const isTitle = /^[^\d,;]*\b(?:orders|trades|fills|executions|positions)[^\d,;]*$/i.test(first);
  return isTitle || cells.length >= width ? "title" : void 0;
}
var totals2 = /^(?:(?:grand |sub-?)?(?:totals?|sum(?:me)?|gesamt|somme|suma|soma)\b|итого|всего|合计|总计|合計|小计)/i;
function createDuplicateCheck() {
  const seen = /* @__PURE__ */ new Set();
  return (id, cells) => {
    if (id.length === 0 || id.some((each) => each === "")) return false;
    const row = cells.join("\n");
    const size = seen.size;
    return seen.add(row).size === size;
  };
}

// src/shared/replay/fill-file/read-fill-file.ts
var maxAccounts = 200;
function readFillFile(bytes, options = {}, onProgress) {
  if (bytes.length > maxFileBytes) return unreadable("too-large");
  const decoded = decodeText(bytes);
  if (decoded === void 0) return unreadable("not-text");
  if (decoded.trim() === "") return unreadable("empty");
  const text = westernizeDigits(decoded);
  const known = options.mapping === void 0 ? findFormat(text) : void 0;
  if (known) {
    const places = findPlaces(known.format, known.headings.cells);
    return readAs(text, { ...known, places }, options, onProgress);
  }
  const guessed = guessHeadings(text);
  if (guessed === void 0) return unreadable("no-fills");
  const names = guessed.cells.map(nameOf);
  if (areRoundTrips(names)) return unreadable("round-trips");
  const account = names.findIndex(isAccountName);
  if (options.mapping === void 0) {
    const { cells: headings, example } = guessed;
    return { status: "question", question: "columns", headings, example, account: account < 0 ? null : account };
  }
  const mapping = { ...options.mapping, account: options.mapping.account ?? (account < 0 ? null : account) };
  const table = { format: mappedFormat(mapping), headings: guessed, places: mappedPlaces(mapping) };
  return readAs(text, table, options, onProgress);
}
function unreadable(reason) {
  return { status: "unreadable", reason, unread: [] };
}
function mappedFormat(mapping) {
  return {
    id: "mapped",
    name: "",
    times: "ask",
    hasAverages: true,
    signature: [],
    columns: {},
    read(cell) {
      const quantity = cell("quantity");
      if (cell("price") === "" || quantity === "") return skip("blank");
      const sign2 = /^[-(\u2212]|-$/.test(quantity) ? "sell" : "buy";
      return { ...readFill(cell), side: mapping.side === null ? sign2 : cell("side"), quantity };
    }
  };
}
function mappedPlaces({ account, fee, ...columns }) {
  const placeOf = (index) => index === null || index === void 0 ? [] : [index];
  return {
    columns: new Map(Object.entries(columns).map(([column, index]) => [column, placeOf(index)])),
    accounts: placeOf(account),
    costs: placeOf(fee),
    totals: []
  };
}
function readAs(text, table, options, onProgress) {
  const { format, headings, places } = table;
  const { lines: all, skipped, unread } = readTable(text, format, headings, places, onProgress);
  const accounts = [...new Set(all.map(({ account: account2 }) => account2))].slice(0, maxAccounts);
  const account = options.account ?? accounts[0] ?? "";
  if (accounts.length > 1 && (options.account === void 0 || !accounts.includes(options.account))) {
    return { status: "question", question: "account", accounts };
  }
  const [lines, others] = accounts.length > 1 ? partition(all, account) : [all, []];
  if (lines.length === 0) return { status: "unreadable", reason: "no-fills", unread: unread.rows };
  const times = lines.map(({ row }) => timesOf(row)[0]);
  const found = format.dateOrder ?? findDateOrder(lines.flatMap(({ row }) => timesOf(row)));
  const order = found === "either" ? options.dateOrder : found;
  const label = labelOf(table) || (times.map((time) => readTime(time, order ?? "month-first")?.label).find(Boolean) ?? "");
  const toUtc = zoneFor(format, label, times, order ?? "month-first", options);
  const needsZone = toUtc === void 0 && times.some((time) => lacksOffset(time, order ?? "month-first"));
  if (needsZone || order === void 0) {
    return {
      ...{ status: "question", question: "zone", format: format.name, example: times[0] ?? "", label },
      ...{ needsZone, needsDateOrder: order === void 0, usualZone: format.usualZone ?? null }
    };
  }
  const decimalComma = hasDecimalCommas(amountsOf(lines), headings.separator === ";");
  const isStatement = options.isStatement === true;
  const conventions = { order, toUtc: toUtc ?? ((localMs) => localMs), decimalComma, isStatement };
  const file = convertRows(format, lines, conventions, unread);
  if (file.fills.length === 0) return { status: "unreadable", reason: "no-fills", unread: file.unread };
  if (isOneSided(options.mapping, lines, file))
    return { status: "unreadable", reason: "one-sided", unread: file.unread };
  return {
    status: "read",
    file: { ...file, skipped: [...skipped.rows, ...others], skippedCount: skipped.count + others.length }
  };
}
function partition(all, account) {
  const others = all.filter((each) => each.account !== account).map((each) => ({ line: each.line, reason: "account", value: each.account }));
  return [all.filter((each) => each.account === account), others];
}
function isOneSided(mapping, lines, { fills, origins }) {
  if (mapping === void 0 || new Set(origins.map(({ line }) => line)).size < 2) return false;
  if (mapping.side === null) return fills.every(({ side }) => side === "buy");
  return lines.every(
    ({ row }) => /^\s*(?:long|short|larg|court|cort|lungo|длин|корот|лонг|шорт|多|空)/i.test(row.side)
  );
}
function lacksOffset(time, order) {
  const read = readTime(time, order);
  return read !== void 0 && read.offset === void 0;
}
function* amountsOf(lines) {
  for (const { row } of lines) {
    if (row.kind === "fill") yield row.price;
    else yield* [row.entryPrice, row.exitPrice];
  }
  for (const { costs } of lines) yield* costs;
}
function labelOf({ headings: { cells }, places: { columns } }) {
  const [place = -1] = ["at", "enteredAt", "boughtAt"].flatMap((column) => columns.get(column) ?? []);
  return textInParentheses(cells[place] ?? "");
}
function zoneFor({ times: source }, label, times, order, { zone }) {
  if (source === "utc") return (localMs) => localMs;
  const localTimes = times.flatMap((time) => readTime(time, order)?.localMs ?? []);
  const named2 = label === "" ? void 0 : zoneOfLabel(label, localTimes);
  return named2 ?? (zone === void 0 ? void 0 : zoneOf(zone));
}

// src/bridge/file-bridge/read-statement.ts
var usualZone = "America/Chicago";
var firstAt2 = Date.UTC(2020, 0, 1);
var clockSkewMs = 6e4;
function readStatement(bytes, { platformAccountId, zone, now }) {
  const options = { isStatement: true, ...zone === void 0 ? {} : { zone } };
  const refuse = (value, parked = []) => ({
    ...{ events: [], skipped: [], notes: [], parkedCount: parked.length + 1 },
    parked: [{ line: 0, reason: "file", value }, ...parked]
  });
  let answer = readFillFile(bytes, options);
  let answered = options;
  while (answer.status === "question") {
    const reply = replyTo(answer, platformAccountId, answered);
    if (typeof reply === "string") return refuse(reply);
    answered = { ...answered, ...reply };
    answer = readFillFile(bytes, answered);
  }
  if (answer.status === "unreadable") return refuse(unreadableTexts[answer.reason], answer.unread);
  return toStatement(answer.file, now);
}
var unreadableTexts = {
  "too-large": "the file is larger than 50 MB",
  empty: "the file is empty",
  "not-text": "the file isn’t text: export it as CSV",
  "no-fills": "no row is a fill",
  "round-trips": "the headings are those of round trips in an unknown format: export the single fills",
  "one-sided": "nothing tells sales from purchases"
};
function replyTo(question, platformAccountId, { zone }) {
  if (question.question === "columns") return "the headings are those of no known format";
  if (question.question === "account") {
    if (question.accounts.includes(platformAccountId)) return { account: platformAccountId };
    return `the file has several accounts (${question.accounts.slice(0, 5).join(", ")}), none of them ${platformAccountId}`;
  }
  if (question.needsDateOrder) return `the order of day and month isn’t certain, as in ${question.example}`;
  if (question.label === "" && zone === void 0) return { zone: usualZone };
  return `the time zone ${question.label || zone} isn’t certain: set BRIDGE_ZONE, such as America/Chicago`;
}
function toStatement({ fills, origins, unread, unreadCount, skipped, assumedFees }, now) {
  const events = [];
  const late = [];
  const positions = /* @__PURE__ */ new Map();
  let previous;
  let part = 1;
  let rank = 0;
  for (const [index, fill] of fills.entries()) {
    const { line, id } = origins[index] ?? { line: 0, id: "" };
    const isSameRow = previous?.line === line && previous.at === fill.at && events.length > 0;
    part = isSameRow ? part + 1 : 1;
    if (!isSameRow) rank = previous?.at === fill.at ? rank + 1 : 0;
    const key = id || `${fill.at}-${fill.instrument}-${fill.side}`;
    if (!isSameRow) positions.set(key, (positions.get(key) ?? 0) + 1);
    const suffix = part === 1 ? "" : `.${part}`;
    const sourceId = `fill-${key}-${positions.get(key) ?? 1}`.replace(/[^\x21-\x7e]/g, "_").slice(0, 72);
    previous = { line, sourceId, at: fill.at };
    if (fill.at < firstAt2 || fill.at > now + clockSkewMs) {
      if (part === 1) late.push({ line, reason: "calendar", value: new Date(fill.at).toISOString() });
      continue;
    }
    events.push({ line, sourceId: `${sourceId}${suffix}`, event: { ...fill, at: fill.at + Math.min(rank, 999) } });
  }
  return {
    ...{ events, skipped, parked: [...unread, ...late], parkedCount: unreadCount + late.length },
    notes: assumedFees === 0 ? [] : [`${assumedFees} fills have no fee in dollars: the firm’s own commission applies`]
  };
}

// src/bridge/file-bridge/send-statements.ts
var eventsPerDelivery = 1e3;
var maxReported = 500;
async function post(settings2, path, message) {
  return await createSite(settings2).post(path, message);
}
async function sendHeartbeats(settings2, store, failed) {
  const platforms2 = new Set(Object.values(store.accounts).map(({ platform }) => platform));
  const tasks = listOpenTasks(store);
  for (const platform of platforms2) {
    if (failed.has(platform)) continue;
    const own = tasks.filter((task) => task.platform === platform).slice(0, maxReported);
    await post(settings2, "heartbeat", {
      platform,
      tasks: own.map(({ id, accountId, kind, text, requestedAt }) => ({ id, accountId, kind, text, requestedAt }))
    });
  }
}
var parseAccountNumber = (file) => /^[A-Za-z0-9-]+/.exec(basename(file))?.[0] ?? "";
async function checkStatements(settings2, store, sent, say) {
  const failed = /* @__PURE__ */ new Set();
  for (const file of readdirSync(settings2.statements).filter((name) => /\.(?:csv|tsv|txt)$/i.test(name)).sort()) {
    const path = join3(settings2.statements, file);
    const { size, mtimeMs } = statSync(path);
    const version = `${size}-${mtimeMs}`;
    if (sent.get(file) === version) continue;
    const platformAccountId = parseAccountNumber(file);
    const account = Object.values(store.accounts).find((each) => each.platformAccountId === platformAccountId);
    if (!account) {
      say(`${file}: this bridge did not open account ${platformAccountId}`);
      sent.set(file, version);
      continue;
    }
    try {
      await sendStatement(settings2, account, file, readFileSync3(path), say);
      sent.set(file, version);
    } catch (error) {
      failed.add(account.platform);
      say(`${file}: will try again: ${messageOf(error)}`);
    }
  }
  await sendHeartbeats(settings2, store, failed).catch((error) => say(`will try again: ${messageOf(error)}`));
}
var messageOf = (error) => error instanceof Error ? error.message : String(error);
async function sendStatement(settings2, { platform, platformAccountId }, file, bytes, say) {
  const account = { platform, platformAccountId };
  const { zone } = settings2;
  const { events, parked, parkedCount, skipped, notes } = readStatement(bytes, {
    platformAccountId,
    zone,
    now: Date.now()
  });
  const refused = [];
  for (let from = 0; from < events.length; from += eventsPerDelivery) {
    await deliver(settings2, account, events.slice(from, from + eventsPerDelivery), file, refused, say);
  }
  const rows = [...parked, ...refused];
  for (const { line, reason, value } of rows) {
    say(`${file}${line === 0 ? "" : `, line ${line}`}: not booked: ${reason}: ${value}`);
  }
  if (parkedCount > parked.length) say(`${file}: not booked: ${parkedCount - parked.length} more rows`);
  for (const { line, reason } of skipped) say(`${file}, line ${line}: skipped: ${reason}`);
  for (const note of notes) say(`${file}: ${note}`);
  await post(settings2, "unread-rows", { account, file: file.slice(0, 120), rows: rows.slice(0, maxReported) });
}
async function deliver(settings2, account, events, file, refused, say) {
  try {
    const message = { account, events: events.map(({ sourceId, event }) => ({ sourceId, event })) };
    const { accepted, duplicates, parked } = await post(settings2, "events", message);
    say(`${file}: ${accepted} new, ${duplicates} known${parked ? `, ${parked} parked` : ""}`);
  } catch (error) {
    if (!isRejected(error)) throw error;
    const [first, ...others] = events;
    if (!first) return;
    if (others.length === 0) {
      refused.push({ line: first.line, reason: "refused", value: error.message.slice(0, 60) });
      return;
    }
    const middle = Math.ceil(events.length / 2);
    await deliver(settings2, account, events.slice(0, middle), file, refused, say);
    await deliver(settings2, account, events.slice(middle), file, refused, say);
  }
}

// src/bridge/file-bridge/main.ts
function startBridge(settings2, say) {
  mkdirSync2(settings2.statements, { recursive: true });
  const store = openAccountStore(settings2.folder);
  const sent = /* @__PURE__ */ new Map();
  const announce = ({ id, text }) => say(`task ${id}: ${text} Once done: node file-bridge.mjs confirm ${id}`);
  const server = createSignedServer({
    secret: settings2.secret,
    memory: openSignatureMemory(settings2.folder, settings2.secret),
    answer: (request) => answerRequest(store, request, announce),
    open: { "/health": () => ({ ok: true, accounts: Object.keys(store.accounts).length }) }
  });
  const checkFolder = async () => {
    await checkStatements(settings2, store, sent, say).catch((error) => say(`will try again: ${error.message}`));
    setTimeout(checkFolder, settings2.everyMs);
  };
  server.listen(settings2.port, () => {
    say(`bridge on port ${server.address().port}, statements in ${settings2.statements}`);
    void checkFolder();
  });
}
async function runCommand(settings2, [command, id = ""], say) {
  if (command === "tasks") {
    const { tasks } = await askRunning(settings2, "/tasks");
    for (const task of tasks) say(`${task.id}  ${new Date(task.requestedAt).toISOString()}  ${task.text}`);
    if (tasks.length === 0) say("No task is open.");
  } else if (command === "confirm" && id !== "") {
    await askRunning(settings2, `/tasks/${encodeURIComponent(id)}/confirm`);
    say(`${id} is confirmed. The site asks again within half an hour at most and then counts it as done.`);
  } else {
    throw new Error("Use: node file-bridge.mjs, or with tasks, or with confirm and the number of a task.");
  }
}
var { PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: target, BRIDGE_FOLDER = "./bridge-data" } = process.env;
if (!secret || !target) {
  console.error("Set PLATFORM_BRIDGE_SECRET (the site’s secret) and TIDEMARK_URL (its address).");
  process.exit(1);
}
var folder = resolve(BRIDGE_FOLDER);
var settings = {
  ...{ secret, target: target.replace(/(?<!\/)\/+$/, ""), folder, statements: join4(folder, "statements") },
  zone: process.env["BRIDGE_ZONE"] || void 0,
  port: Number(process.env["BRIDGE_PORT"] ?? 8700),
  everyMs: Number(process.env["BRIDGE_EVERY_MS"] ?? 1e4)
};
var args = process.argv.slice(2);
if (args.length === 0) startBridge(settings, console.log);
else {
  await runCommand(settings, args, console.log).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
