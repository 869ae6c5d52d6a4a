import { findNode, listNodes, textAt, type XmlNode } from '#lib/xml.ts';
import type { BankEntry, BankEvent } from './bank-report.ts';

type Amount = Pick<BankEntry, 'amountCents' | 'currency'>;

/** The entries of statements (camt.053) or notifications (camt.054), per payment if the bank lists payments. */
export function readStatement(message: XmlNode, name: 'Stmt' | 'Ntfctn'): BankEntry[] {
  return listNodes(message, name).flatMap((statement) => listNodes(statement, 'Ntry').flatMap(readEntry));
}

function readEntry(entry: XmlNode): BankEntry[] {
  const details = listNodes(entry, 'NtryDtls');
  const transactions = details.flatMap((detail) => listNodes(detail, 'TxDtls'));
  const [batch] = details.flatMap((detail) => listNodes(detail, 'Btch'));
  const isTotal = transactions.every((transaction) => referenceOf(transaction) === null);
  const messageId = batch
    ? (textAt(batch, 'PmtInfId') ?? textAt(batch, 'MsgId'))
    : transactions.map((transaction) => findMessageId(transaction)).find((id) => id !== null);
  if (transactions.length === 0 || (isTotal && messageId)) {
    const amount = amountOf(findNode(entry, 'Amt'));
    const count = Number(textAt(batch, 'NbOfTxs') ?? Number.NaN);
    return [
      {
        messageId: messageId ?? null,
        reference: null,
        event: eventOf(entry, entry, amount),
        ...amount,
        count: Number.isSafeInteger(count) ? count : null,
        code: null,
        bankReference: textAt(entry, 'AcctSvcrRef'),
      },
    ];
  }
  return transactions.map((transaction) => readTransaction(entry, transaction, transactions.length));
}

function readTransaction(entry: XmlNode, transaction: XmlNode, siblings: number): BankEntry {
  const transactionAmount =
    findNode(transaction, 'AmtDtls', 'InstdAmt', 'Amt') ??
    findNode(transaction, 'AmtDtls', 'TxAmt', 'Amt') ??
    findNode(transaction, 'Amt');
  // The entry's amount is the sum of its transactions, so it applies only to a single one.
  const amount = amountOf(transactionAmount ?? (siblings === 1 ? findNode(entry, 'Amt') : undefined));
  return {
    messageId: findMessageId(transaction),
    reference: referenceOf(transaction),
    event: eventOf(entry, transaction, amount, findNode(transaction, 'RtrInf')),
    ...amount,
    count: null,
    code: textAt(transaction, 'RtrInf', 'Rsn', 'Cd'),
    bankReference: textAt(transaction, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef'),
  };
}

/**
 * Outgoing money is booked, and incoming money with a return reason is returned. Anything else is unreadable, as is what
 * has no amount of its own: a reference alone doesn't say how much was paid.
 */
function eventOf(
  entry: XmlNode,
  signedNode: XmlNode,
  { amountCents, currency }: Amount,
  returned?: XmlNode,
): BankEvent {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');
  if (status === 'PDNG' || status === 'INFO' || status === 'FUTR') return 'pending';
  if (status !== 'BOOK' || amountCents === null || currency === null) return 'unreadable';
  const sign = textAt(signedNode, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd');
  const isReversal = textAt(entry, 'RvslInd') === 'true';
  if (sign === 'DBIT' && !isReversal && !returned) return 'booked';
  return sign === 'CRDT' && returned ? 'returned' : 'unreadable';
}

function referenceOf(transaction: XmlNode): string | null {
  const reference = textAt(transaction, 'Refs', 'EndToEndId');
  return reference === 'NOTPROVIDED' ? null : reference;
}

function findMessageId(transaction: XmlNode): string | null {
  return textAt(transaction, 'Refs', 'PmtInfId') ?? textAt(transaction, 'Refs', 'MsgId');
}

function amountOf(amount: XmlNode | undefined): Amount {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(amount?.text ?? '') ?? [];
  // Our amounts have no fractions of a cent.
  const isCents = whole !== undefined && /^\d{0,2}0*$/.test(fraction);
  return {
    amountCents: isCents ? Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) : null,
    currency: amount?.attributes['Ccy'] ?? null,
  };
}
