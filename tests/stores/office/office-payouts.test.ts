import { beforeEach, describe, expect, test } from 'vitest';
import {
  $bankFile,
  $heldPayouts,
  $payable,
  applyFile,
  chooseFile,
  createBatchExport,
  dropFile,
  showHeldPayouts,
} from '#app/payouts/stores/office-batches.ts';
import {
  $documents,
  $openPictures,
  type DocumentSource,
  loadDocuments,
  openDocument,
  openReviewFile,
} from '#app/payouts/stores/office-documents.ts';
import { $checklist } from '#app/payouts/stores/office-payouts.ts';
import { $reauthentication } from '#app/shell/stores/reauthentication.ts';
import { dayMs } from '#lib/durations.ts';
import { inspectPayout } from '#shared/payouts/contract-office.ts';
import { applyBankFile, fetchPayable, previewBankFile } from '#shared/payouts/contract-office-batches.ts';
import { startIdentityCheck, submitIdentityCheck } from '#shared/payouts/contract-payees.ts';
import { testStart } from '../../server/support/app.ts';
import { statusReport } from '../../server/support/bank-files.ts';
import { client } from '../../server/support/client.ts';
import { confirmNow, signInStaff } from '../../server/support/funded.ts';
import { photograph, uploadAs } from '../../server/support/payee.ts';
import { approvePayout, paymentsOf, readStoredStatus, signInFinance } from '../../server/support/payout-staff.ts';
import { signInPerson } from '../../server/support/people.ts';
import { catchDownloads, connectFetch, hold, openPage, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores({ startAt: testStart + 7 * dayMs });

beforeEach(() => {
  openPage('/admin/payouts');
  $checklist.clear();
  $payable.clear();
  $bankFile.set({ file: null, preview: null, error: undefined, busy: false });
  $heldPayouts.set([]);
});

/** A signed-in and recently reauthenticated member of the finance team. */
async function openFinance() {
  const finance = await signInFinance(server);
  signIn(finance.token);
  await confirmNow(server, finance.personId);
  return finance;
}

/** A batch with one approved payout of $1,000. */
async function openBatch() {
  const finance = await openFinance();
  const approved = await approvePayout(server, finance);
  const { data } = await finance.create();
  return { finance, ...approved, batchId: data.batchId ?? '' };
}

const fail = (part: string, status = 500) =>
  connectFetch(server, (path) => (path.endsWith(part) ? new Response(null, { status }) : undefined));

describe('a payout’s checklist', () => {
  test('is loaded, and can be reloaded after a failure', async () => {
    const finance = await openFinance();
    const { payoutId, number } = await approvePayout(server, finance);
    const reconnect = fail(inspectPayout.path);
    await $checklist.load(payoutId);
    expect($checklist.get()).toMatchObject({ status: 'failed' });
    reconnect();
    await $checklist.load(payoutId);
    expect($checklist.get()).toMatchObject({ status: 'ready', data: { payout: { number, status: 'approved' } } });
  });

  test('is never replaced by another payout’s', async () => {
    const finance = await openFinance();
    const first = await approvePayout(server, finance);
    const second = await approvePayout(server, finance);
    const late = hold<undefined>();
    let asked = 0;
    connectFetch(server, (path) => {
      if (!path.endsWith(inspectPayout.path)) return undefined;
      asked += 1;
      return asked === 1 ? late.promise : undefined;
    });
    const slow = $checklist.load(first.payoutId);
    await $checklist.load(second.payoutId);
    late.settle(undefined);
    await slow;
    expect($checklist.get()).toMatchObject({ data: { payout: { number: second.number } } });
  });
});

describe('approved payouts', () => {
  test('are listed by payment method', async () => {
    const finance = await openFinance();
    await approvePayout(server, finance);
    await $payable.load();
    const state = $payable.get();
    expect(state).toMatchObject({ status: 'ready' });
    fail(fetchPayable.path);
    $payable.clear();
    await $payable.load();
    expect($payable.get()).toMatchObject({ status: 'failed' });
  });

  test('list those that a batch left out because of the sanctions list', () => {
    showHeldPayouts({ batchId: 'x', payments: 1, held: ['P2026-000007'] } as never);
    expect($heldPayouts.get()).toEqual(['P2026-000007']);
  });
});

describe('exporting a batch', () => {
  test('saves the bank’s file once', async () => {
    const { batchId, number } = await openBatch();
    // From the two-person limit on, someone else exports.
    await openFinance();
    const saved = catchDownloads();
    const done: string[] = [];
    const { form } = createBatchExport(batchId, () => void done.push(batchId));
    await Promise.all([form.submit(), form.submit()]);
    expect(saved).toHaveLength(1);
    expect(await saved[0]?.content.text()).toContain(`<EndToEndId>${number}</EndToEndId>`);
    expect(done).toEqual([batchId]);
    expect(await readStoredStatus(server, 'payout_batch', batchId)).toBe('exported');
  });

  test('names the payments that block it and saves nothing', async () => {
    const { batchId, number, trader } = await openBatch();
    // Not the person whose identity was checked.
    await server.deps.db
      .updateTable('payout_destination')
      .set({ payee_name: 'Bruno Somebody' })
      .where('person_id', '=', trader.personId)
      .execute();
    const saved = catchDownloads();
    const { form, $blocked } = createBatchExport(batchId, () => undefined);
    await form.submit();
    expect($blocked.get().map(({ reference }) => reference)).toEqual([number]);
    expect(saved).toEqual([]);
    expect(form.$form.get().busy).toBe(false);
    expect(await readStoredStatus(server, 'payout_batch', batchId)).toBe('draft');
  });
});

const reportOf = (content: string, name = 'report.xml') => new File([content], name);

/** An exported batch, and the bank's report that its payment was executed. */
async function openReport() {
  const opened = await openBatch();
  await opened.finance.export(opened.batchId);
  const { number: messageId } = await server.deps.db
    .selectFrom('payout_batch')
    .select('number')
    .where('id', '=', opened.batchId)
    .executeTakeFirstOrThrow();
  const [payment] = await paymentsOf(server, opened.batchId);
  const payments = [{ reference: payment?.reference ?? '', status: 'ACSC' }];
  return { ...opened, report: statusReport({ messageId, payments, id: opened.batchId.slice(0, 8) }) };
}

describe('a bank’s file', () => {
  test('shows what it would change before anything does, then applies it once', async () => {
    const { payoutId, report } = await openReport();
    await chooseFile(reportOf(report));
    expect($bankFile.get()).toMatchObject({ busy: false, preview: { name: 'report.xml', importId: null } });
    expect($bankFile.get().preview?.entries).toHaveLength(1);
    await server.drain();
    expect(await readStoredStatus(server, 'payout', payoutId)).toBe('sent');
    const done: string[] = [];
    const note = () => void done.push('done');
    const first = applyFile(note);
    // The file can't be discarded or replaced any more.
    dropFile();
    await Promise.all([first, applyFile(note), chooseFile(reportOf('other'))]);
    expect(done).toEqual(['done']);
    expect(toasts()).toEqual([{ key: 'saved' }]);
    expect($bankFile.get()).toMatchObject({ file: null, preview: null, busy: false });
    await server.drain();
    expect(await readStoredStatus(server, 'payout', payoutId)).toBe('paid');
    await chooseFile(reportOf(report));
    expect($bankFile.get().preview?.importId).toEqual(expect.any(String));
  });

  test('that is unreadable says why beside the field', async () => {
    await openFinance();
    await chooseFile(reportOf('<html>Please sign in</html>'));
    expect($bankFile.get()).toMatchObject({ file: null, preview: null, busy: false });
    expect($bankFile.get().error).toMatch(/\w{4,}/);
    expect(toasts()).toEqual([]);
  });

  test('that was lost during the upload can be chosen again or discarded', async () => {
    const { report } = await openReport();
    const reconnect = connectFetch(server, (path) =>
      path.endsWith(previewBankFile.path) ? Promise.reject(new TypeError('fetch failed')) : undefined,
    );
    await chooseFile(reportOf(report));
    expect(toasts()).toEqual([{ key: 'network' }]);
    reconnect();
    await chooseFile(reportOf(report));
    fail(applyBankFile.path);
    await applyFile(() => undefined);
    expect($bankFile.get()).toMatchObject({ busy: false, preview: { name: 'report.xml' } });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    dropFile();
    await applyFile(() => undefined);
    expect($bankFile.get().file).toBeNull();
  });

  test('is applied only after a recent reauthentication', async () => {
    const { report, payoutId, finance } = await openReport();
    await server.drain();
    await chooseFile(reportOf(report));
    await server.deps.db
      .updateTable('session')
      .set({ confirmed_at: null })
      .where('person_id', '=', finance.personId)
      .execute();
    const applying = applyFile(() => undefined);
    await new Promise<void>((resolve) => {
      const stop = $reauthentication.listen((question) => {
        if (!question) return;
        setTimeout(() => stop());
        question.answer(false);
        resolve();
      });
    });
    await applying;
    expect(await readStoredStatus(server, 'payout', payoutId)).toBe('sent');
    expect($bankFile.get()).toMatchObject({ busy: false, preview: { name: 'report.xml' } });
  });
});

/** A person whose photograph and selfie await review. */
async function submitIdentity(): Promise<DocumentSource> {
  const person = await signInPerson(server);
  const ask = client(server);
  await ask(startIdentityCheck, { token: person.token });
  for (const purpose of ['identity-front', 'selfie'] as const) {
    await uploadAs(server, person.token, await photograph(), { purpose });
  }
  await ask(submitIdentityCheck, { token: person.token });
  const check = await server.deps.db
    .selectFrom('identity_check')
    .select('id')
    .where('person_id', '=', person.personId)
    .executeTakeFirstOrThrow();
  return { list: 'identity', id: check.id };
}

function documents() {
  const state = $documents.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.data.documents;
}

describe('documents for staff', () => {
  test('are listed, and each opened picture is recorded', async () => {
    const reviewer = await signInStaff(server, 'reviewer');
    signIn(reviewer.token);
    const source = await submitIdentity();
    await loadDocuments(source);
    expect(
      documents()
        .map(({ purpose }) => purpose)
        .sort(),
    ).toEqual(['identity-front', 'selfie']);
    expect($openPictures.get()).toEqual({});
    const [document] = documents();
    if (!document) throw new Error('no document');
    await openDocument(source, document);
    expect(Object.keys($openPictures.get())).toEqual([document.id]);
    const looks = await server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('actor', '=', `person:${reviewer.personId}`)
      .where('entity_id', '=', document.id)
      .execute();
    expect(looks).toHaveLength(1);
  });

  test('never include another person’s, whichever response comes last', async () => {
    signIn((await signInStaff(server, 'reviewer')).token);
    const [first, second] = [await submitIdentity(), await submitIdentity()];
    const late = hold<undefined>();
    let lists = 0;
    connectFetch(server, (path) => {
      if (!path.includes('identity')) return undefined;
      lists += 1;
      return lists === 1 ? late.promise : undefined;
    });
    const slow = loadDocuments(first);
    await loadDocuments(second);
    const own = documents();
    late.settle(undefined);
    await slow;
    expect(documents()).toBe(own);
    // The same goes for a picture requested earlier.
    const [document] = own;
    if (!document) throw new Error('no document');
    const opening = openDocument(second, document);
    await loadDocuments(first);
    await opening;
    expect($openPictures.get()).toEqual({});
  });

  test('are refused to someone who isn’t staff', async () => {
    signIn((await signInPerson(server)).token);
    await loadDocuments(await submitIdentity());
    expect($documents.get()).toMatchObject({ status: 'failed' });
    const saved = catchDownloads();
    await openReviewFile('x'.repeat(22));
    expect(saved).toEqual([]);
    expect(toasts()).toHaveLength(1);
  });
});
