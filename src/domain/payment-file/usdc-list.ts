import { parseCsv, toCsv } from '../../lib/csv.ts';
import type { BankReport } from './bank-report.ts';
import { decimalOf } from './bank-text.ts';
import type { OutgoingPayment } from './payment.ts';

/** USDC payments for the wallet that sends them, one dollar being one USDC. */
export function writeUsdcList(payments: readonly OutgoingPayment[]): string {
  const rows = payments.map(({ reference, amountCents, details }) => {
    if (details.kind !== 'usdc') throw new Error(`The payment ${reference} goes to no wallet`);
    return [reference, details.network, 'USDC', details.address, decimalOf(amountCents)];
  });
  return toCsv([['reference', 'network', 'token', 'address', 'amount'], ...rows]);
}

const hash = /^0x[0-9a-f]{64}$/;

/** The transactions that paid a list: CSV with the columns `reference` and `transaction_hash`; null for another file. */
export function readUsdcHashes(text: string): BankReport | null {
  let rows: string[][];
  try {
    rows = parseCsv(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const [heads = [], ...lines] = rows;
  const named = heads.map((head) =>
    head
      .trim()
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  const [referenceAt, hashAt] = [named.indexOf('reference'), named.indexOf('transactionhash')];
  if (referenceAt < 0 || hashAt < 0) return null;
  const entries = lines.map((line) => {
    const given = line[hashAt]?.trim().toLowerCase() ?? '';
    return {
      messageId: null,
      reference: line[referenceAt]?.trim() || null,
      event: hash.test(given) ? ('booked' as const) : ('unreadable' as const),
      amountCents: null,
      currency: null,
      count: null,
      code: null,
      bankReference: given === '' ? null : given.slice(0, 100),
    };
  });
  return { kind: 'usdc-hashes', messageId: '', entries };
}
