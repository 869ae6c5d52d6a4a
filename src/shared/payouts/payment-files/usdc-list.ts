import { parseCsv, toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import type { BankReport } from './bank-report.ts';
import type { OutgoingPayment } from './payment.ts';

/** Writes a list of USDC payments for the sending wallet. One dollar is one USDC. */
export function writeUsdcList(payments: readonly OutgoingPayment[]): string {
  const rows = payments.map(({ reference, amountCents, details }) => {
    if (details.kind !== 'usdc') throw new Error(`The payment ${reference} goes to no wallet`);
    return [reference, details.network, 'USDC', details.address, formatDecimal(amountCents)];
  });
  return toCsv([['reference', 'network', 'token', 'address', 'amount'], ...rows]);
}

const hashPattern = /^0x[0-9a-f]{64}$/;

/** Reads the transactions of a paid list, CSV with `reference` and `transaction_hash`; null for any other file. */
export function readUsdcHashes(text: string): BankReport | null {
  let rows: string[][];
  try {
    rows = parseCsv(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const [headings = [], ...lines] = rows;
  const names = headings.map((heading) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  const [referenceAt, hashAt] = [names.indexOf('reference'), names.indexOf('transactionhash')];
  if (referenceAt < 0 || hashAt < 0) return null;
  const entries = lines.map((line) => {
    const transactionHash = line[hashAt]?.trim().toLowerCase() ?? '';
    return {
      messageId: null,
      reference: line[referenceAt]?.trim() || null,
      event: hashPattern.test(transactionHash) ? ('booked' as const) : ('unreadable' as const),
      amountCents: null,
      currency: null,
      count: null,
      code: null,
      bankReference: transactionHash === '' ? null : transactionHash.slice(0, 100),
    };
  });
  return { kind: 'usdc-hashes', messageId: '', entries };
}
