import { type Deps, invalid, ServiceError, type Trx } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import type { BatchFormat } from '#shared/payouts/batch.ts';
import { isBankText } from '#shared/payouts/payment-files/bank-text.ts';
import { writeCreditTransfers } from '#shared/payouts/payment-files/credit-transfer.ts';
import type { OutgoingPayment } from '#shared/payouts/payment-files/payment.ts';
import { writeUsdcList } from '#shared/payouts/payment-files/usdc-list.ts';
import { writeWiseCsv } from '#shared/payouts/payment-files/wise-csv.ts';
import { decryptDetails } from '../payees/destination-details.ts';
import type { StoredBatch, StoredPayment } from './tables.ts';

export const batchFileContext = (batchId: string) => `payout-batch:${batchId}`;

export type BatchFile = { readonly name: string; readonly mediaType: string; readonly content: string };

/** The file of an exported batch; always the same bytes. @throws if the batch wasn't exported */
export function readBatchFile({ keys }: Pick<Deps, 'keys'>, { id, number, format, file }: StoredBatch): BatchFile {
  if (file === null) throw new Error(`The batch ${number} has no file`);
  const { ending, mediaType } = files[format];
  return {
    ...{ name: `${number}.${ending}`, mediaType },
    content: decryptText(keys, batchFileContext(id), file),
  };
}

export function encryptBatchFile({ keys }: Pick<Deps, 'keys'>, batchId: string, content: string): string {
  return encryptText(keys, batchFileContext(batchId), content);
}

type BatchContent = {
  readonly batch: StoredBatch;
  readonly payments: readonly StoredPayment[];
  readonly createdAt: number;
  readonly executeOn: string;
  readonly template: string | undefined;
};

/** @throws {ServiceError} 409 `batch_account` without an account of ours, 422 for a template that can't be filled */
export async function writeBatchFile(deps: Deps, trx: Trx, content: BatchContent): Promise<string> {
  return files[content.batch.format].write(deps, await readPayments(deps, trx, content.payments), content);
}

type Writer = (deps: Deps, payments: readonly OutgoingPayment[], content: BatchContent) => string;

const csv = { ending: 'csv', mediaType: 'text/csv' };

/** Every format of a batch, so that a new one can't become another's file. */
const files: Readonly<Record<BatchFormat, { ending: string; mediaType: string; write: Writer }>> = {
  'pain-001': { ending: 'xml', mediaType: 'application/xml', write: writeBankFile },
  'usdc-list': { ...csv, write: (_, payments) => writeUsdcList(payments) },
  'wise-csv': {
    ...csv,
    write: (_, payments, { batch, template }) => {
      const written = writeWiseCsv(payments, batch.currency, template);
      if ('csv' in written) return written.csv;
      const { problem } = written;
      throw invalid({ template: [problem.kind === 'currency' ? 'wise_currency' : 'wise_template'] }, problem);
    },
  },
};

function writeBankFile(deps: Deps, payments: readonly OutgoingPayment[], content: BatchContent): string {
  const { batch, createdAt, executeOn } = content;
  const { payoutAccount: account, site } = deps.catalog;
  if (account.sample && deps.env.production) throw new ServiceError(409, 'batch_account');
  const { number: messageId, currency } = batch;
  return writeCreditTransfers({
    ...{ messageId, createdAt, executeOn, currency, account, payments },
    remittance: `${site.name} payout`,
  });
}

/** Payments whose payee name has characters that banks don't accept. */
export function listUnwritable({ format }: StoredBatch, payments: readonly StoredPayment[]): readonly StoredPayment[] {
  return format === 'pain-001' ? payments.filter(({ payee_name }) => !isBankText(payee_name)) : [];
}

async function readPayments(deps: Deps, trx: Trx, payments: readonly StoredPayment[]): Promise<OutgoingPayment[]> {
  const destinations = await trx
    .selectFrom('payout_destination')
    .select(['id', 'details'])
    .where('id', 'in', [...new Set(payments.map(({ destination_id }) => destination_id))])
    .execute();
  const byId = new Map(destinations.map((destination) => [destination.id, decryptDetails(deps, destination)]));
  return payments.map(({ reference, amount_cents, payee_name, destination_id }) => {
    const details = byId.get(destination_id);
    if (!details) throw new Error(`The payment ${reference} has no destination`);
    return { reference, amountCents: amount_cents, payeeName: payee_name, details };
  });
}
