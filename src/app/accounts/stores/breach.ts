import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchText } from '#app/http/file.ts';
import { download } from '#app/shell/stores/download.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { accountEventLog, breachReport, breachReportPdf, disputeBreach } from '#shared/accounts/contract-breach.ts';
import type { Breach } from '#shared/accounts/model.ts';
import type { DataOf } from '#shared/core/call.ts';

export type BreachReport = DataOf<typeof breachReport>;

/** The result of recalculating the account from its record in this browser. */
export type Replay =
  | { readonly status: 'idle' | 'running' | 'failed' }
  | {
      readonly status: 'done';
      readonly events: number;
      /** Null if the browser can't hash, e.g. on a page without TLS. */
      readonly sha256: string | null;
      readonly breach: Breach | null;
      readonly agrees: boolean;
    };

export const $breachReport = createResource((accountId: string) => send(breachReport, { query: { accountId } }));

export const $replay = atom<Replay>({ status: 'idle' });
export const $disputing = atom<'idle' | 'sending'>('idle');

export async function loadBreachReport(accountId: string): Promise<void> {
  if ($breachReport.get().data?.accountId !== accountId) $replay.set({ status: 'idle' });
  await $breachReport.load(accountId);
}

async function hash(text: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Runs the engine over the record locally, so nobody has to trust the server's verdict. */
export async function replayBreach(report: BreachReport): Promise<void> {
  $replay.set({ status: 'running' });
  const log = await fetchText(accountEventLog, { query: { accountId: report.accountId } });
  if (!log.ok) return $replay.set({ status: 'failed' });
  const text = log.content;
  const [{ replay }, { readEventLog }] = await Promise.all([
    import('#shared/accounts/engine.ts'),
    import('#shared/accounts/event-log.ts'),
  ]);
  const { rules, inputs } = readEventLog(text);
  const { breach } = replay(
    rules,
    inputs.map(({ event }) => event),
  );
  const sha256 = await hash(text);
  const agrees =
    (sha256 === null || sha256 === report.inputsSha256) &&
    breach !== null &&
    breach.rule === report.rule &&
    breach.at === report.at &&
    breach.floorCents === report.floorCents &&
    breach.equityCents === report.equityCents;
  $replay.set({ status: 'done', events: inputs.length, sha256, breach, agrees });
}

export function saveEventLog(accountId: string): Promise<void> {
  return download(`account-${accountId}.jsonl`, accountEventLog, { query: { accountId } });
}

export function saveDocument(accountId: string): Promise<void> {
  return download(`breach-${accountId}.pdf`, breachReportPdf, { query: { accountId } });
}

/** Returns true once the dispute is stored. */
export async function sendDispute(accountId: string, message: string): Promise<boolean> {
  if ($disputing.get() === 'sending') return false;
  $disputing.set('sending');
  const result = await send(disputeBreach, { body: { accountId, message } });
  $disputing.set('idle');
  if (!result.ok) notifyFailure(result.failure);
  await loadBreachReport(accountId);
  return result.ok;
}
