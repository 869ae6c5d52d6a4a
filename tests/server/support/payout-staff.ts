import type { BatchFormat } from '#shared/payouts/batch.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import * as batchCalls from '#shared/payouts/contract-office-batches.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import type { TestApp } from './app.ts';
import { client } from './client.ts';
import { fundTrader, signInStaff } from './funded.ts';

export type PayoutStaff = Awaited<ReturnType<typeof signInFinance>>;

/** A finance staff member with all calls about payouts. */
export async function signInFinance(server: TestApp) {
  const { token, personId, sessionId } = await signInStaff(server, 'finance', 'reviewer');
  const ask = client(server);
  const fileOf = (content: string, name: string) => ({ file: new File([content], name) });
  return {
    ...{ token, personId, sessionId, ask },
    review: (payoutId: string) => ask(staffCalls.reviewPayout, { body: { payoutId }, token }),
    approve: (payoutId: string) => ask(staffCalls.approvePayout, { body: { payoutId }, token }),
    send: (payoutId: string) => ask(staffCalls.sendPayout, { body: { payoutId, reference: 'WIRE-1' }, token }),
    settle: (payoutId: string) => ask(staffCalls.settlePayout, { body: { payoutId }, token }),
    reject: (payoutId: string) =>
      ask(staffCalls.rejectPayout, { body: { payoutId, reason: 'sanctions-match', note: 'Listed.' }, token }),
    payable: () => ask(batchCalls.fetchPayable, { token }),
    create: (method: PayoutMethod = 'bank-transfer', format: BatchFormat = 'pain-001') =>
      ask(batchCalls.createPayoutBatch, { body: { method, format }, token }),
    remove: (paymentId: string) => ask(batchCalls.removeBatchPayment, { body: { paymentId }, token }),
    export: (batchId: string, template?: string) =>
      ask(batchCalls.exportPayoutBatch, { body: { batchId, ...(template === undefined ? {} : { template }) }, token }),
    cancel: (batchId: string) =>
      ask(batchCalls.cancelPayoutBatch, { body: { batchId, reason: 'The file was never uploaded.' }, token }),
    preview: (content: string, name = 'report.xml') =>
      sendFile(server, batchCalls.previewBankFile.path, token, fileOf(content, name).file),
    apply: (content: string, name = 'report.xml') =>
      sendFile(server, batchCalls.applyBankFile.path, token, fileOf(content, name).file),
  };
}

type FileAnswer = {
  readonly response_status: number;
  readonly validation_errors?: Record<string, string[]>;
  readonly error_code?: string;
  readonly data: {
    readonly importId: string;
    readonly isRepeated: boolean;
    readonly entries: readonly { reference: string; action: string; problem: string | null; payeeName: string }[];
  };
};

export async function sendFile(
  server: Pick<TestApp, 'app'>,
  path: string,
  token: string,
  file: File,
): Promise<FileAnswer> {
  const form = new FormData();
  form.append('file', file);
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' };
  const response = await server.app.request(`/api/${path}`, { method: 'POST', headers, body: form });
  return (await response.json()) as FileAnswer;
}

/** A payout that a finance staff member has approved. */
export async function approvePayout(server: TestApp, finance: PayoutStaff, amountCents = 100_000) {
  const trader = await fundTrader(server);
  const { data } = await trader.request(amountCents);
  await server.drain();
  await finance.review(data.payout.id);
  const approved = await finance.approve(data.payout.id);
  if (approved.data.payout.status !== 'approved') throw new Error(`not approved: ${JSON.stringify(approved)}`);
  return { trader, payoutId: data.payout.id, number: data.payout.number };
}

/** The payments of a batch as stored. */
export function paymentsOf(server: TestApp, batchId: string) {
  return server.deps.db
    .selectFrom('payout_payment')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('line')
    .execute();
}

export async function readStoredStatus(server: TestApp, table: 'payout' | 'payout_batch', id: string): Promise<string> {
  const row = await server.deps.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow();
  return row.status;
}
